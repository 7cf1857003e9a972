"""Main program of a worker process: it answers one call after another, and exits when its parent does."""

from __future__ import annotations

import logging
import os
import pickle
import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from types import FrameType
from typing import NoReturn


class NotDone(Exception):
    """The computation ended with neither a result nor an exception of its function."""


class TooSlow(NotDone):
    """The computation exceeded its limit of CPU time."""


class WorkerDied(NotDone):
    """The worker process died; a new one replaces it."""


class PoolClosed(NotDone):
    """The pool was closed, normally because this process is about to exit."""


def main(handle: int, packages: list[str], nice: int) -> None:
    """Answer calls on the connection with this file descriptor, one at a time, until it is closed.

    `packages` are those of GAME_PACKAGES, `nice` is the increment of the process's niceness.
    """
    os.nice(nice)
    signal.signal(signal.SIGPROF, _raise_too_slow)
    connection, calls = Connection(handle), SimpleQueue[bytes]()
    Thread(target=_receive_calls, args=(connection, calls), daemon=True).start()
    _import_games(packages)
    while True:
        send(connection, _answer(calls.get()))


def send(connection: Connection, answer: bytes) -> None:
    """Send an answer to the parent; end the process if it has just gone."""
    try:
        connection.send_bytes(answer)
    except OSError:
        os._exit(0)


def _receive_calls(connection: Connection, calls: SimpleQueue[bytes]) -> None:
    """Receive calls in a thread of its own, so that the end of the parent is noticed even during a computation."""
    try:
        while True:
            calls.put(connection.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


def _import_games(packages: list[str]) -> None:
    """Import the games and their bots in advance, with the minimum of Django settings."""
    from django.conf import settings

    settings.configure(GAME_PACKAGES=packages, USE_I18N=False, WORKERS=0)
    logging.getLogger("games.catalogue").setLevel(logging.CRITICAL)  # the parent has logged what is broken
    from games.catalogue import bots, games

    games()
    bots()


def _answer(call: bytes) -> bytes:
    """Return the pickled pair of True and the result of the call, or of False and its exception."""
    try:
        function, values, keywords, seconds = pickle.loads(call)  # noqa: S301 - from our parent
        with _cpu_limit(seconds):
            result = function(*values, **keywords)
        return pickle.dumps((True, result))
    except Exception as error:
        return _pickled_error(error)


def _pickled_error(error: Exception) -> bytes:
    """Return the pickled pair of False and the exception, with its traceback as a note.

    An exception that cannot be pickled and unpickled is replaced by a RuntimeError.
    """
    error.add_note("In a worker:\n" + "".join(traceback.format_exception(error)))
    try:
        pickled = pickle.dumps((False, error))
        pickle.loads(pickled)  # noqa: S301 - our own
    except Exception:
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    return pickled


@contextmanager
def _cpu_limit(seconds: float) -> Iterator[None]:
    """Raise TooSlow in the block after this many seconds of CPU time, which other processes do not affect."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _raise_too_slow(_number: int, _frame: FrameType | None) -> NoReturn:
    raise TooSlow("It took more CPU than it may.")
