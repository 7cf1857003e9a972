"""Functions for workers in tests. Workers import this module, so nothing in it needs Django."""

from __future__ import annotations

import os
import threading
import time


def double(number: int, *, plus: int = 0) -> int:
    """Return twice the number plus `plus`."""
    return 2 * number + plus


def whereabouts() -> tuple[int, int, int]:
    """Return the worker's process id, its niceness and its parent's process id."""
    return os.getpid(), os.getpriority(os.PRIO_PROCESS, 0), os.getppid()


def known_games() -> list[str]:
    """Return the slugs of the games that the worker knows."""
    from games.catalogue import games

    return list(games())


def fail(reason: str) -> None:
    """Raise ValueError with this reason."""
    raise ValueError(reason)


class Stubborn(Exception):
    """An exception that can be pickled but not unpickled."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def fail_stubbornly() -> None:
    """Raise an exception that cannot be unpickled."""
    raise Stubborn("one ", "two")


def give_a_lock() -> object:
    """Return an object that cannot be pickled."""
    return threading.Lock()


class Unreadable:
    """An object that can be pickled but not unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return fail, ("unreadable",)


def give_the_unreadable() -> Unreadable:
    """Return an object that the parent cannot unpickle."""
    return Unreadable()


def die() -> None:
    """End the process in the middle of a call."""
    os.kill(os.getpid(), 9)


def loop() -> None:
    """Loop for ever."""
    while True:
        pass


def doze(seconds: float) -> float:
    """Sleep, and return the end by the monotonic clock that all processes share."""
    time.sleep(seconds)
    return time.monotonic()


def read_a_model() -> None:
    """Import a model, which workers cannot."""
    from games.matches.models import Match

    Match.objects.count()
