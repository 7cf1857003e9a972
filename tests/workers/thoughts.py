"""What the tests have workers do: functions that a worker can import, so nothing here needs Django."""

from __future__ import annotations

import os
import threading
import time


def double(number: int, *, plus: int = 0) -> int:
    """Twice the number, and something."""
    return 2 * number + plus


def whereabouts() -> tuple[int, int, int]:
    """The worker's process, its priority and its parent."""
    return os.getpid(), os.getpriority(os.PRIO_PROCESS, 0), os.getppid()


def known_games() -> list[str]:
    """The games that the worker knows."""
    from games.catalogue import games

    return list(games())


def fail(reason: str) -> None:
    """Raises it."""
    raise ValueError(reason)


class Stubborn(Exception):
    """An exception that pickles and yet does not come back."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def fail_stubbornly() -> None:
    """Raises it."""
    raise Stubborn("one ", "two")


def give_a_lock() -> object:
    """What cannot be pickled."""
    return threading.Lock()


def die() -> None:
    """Ends the process in the middle of a call."""
    os.kill(os.getpid(), 9)


def loop() -> None:
    """Computes and never ends."""
    while True:
        pass


def doze(seconds: float) -> float:
    """Waits without computing; gives when it ended, by the clock that all processes share."""
    time.sleep(seconds)
    return time.monotonic()


def read_a_model() -> None:
    """Tries what is not for workers."""
    from games.matches.models import Match

    Match.objects.count()
