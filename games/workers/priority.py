"""A semaphore with two priorities."""

from __future__ import annotations

from collections import deque
from threading import Event, Lock

from games.workers.errors import PoolClosed

STREAK = 4  # urgent calls that may be served in a row while a normal one could be


class Waiter(Event):
    """A waiting call; the event is set when the call is served or refused."""

    refused = False


class PrioritySemaphore:
    """A semaphore that serves urgent calls before normal ones, each in order of arrival, without starving the latter.

    If it has several places, one is reserved for urgent calls, so that they need not wait until a long normal call
    ends.
    """

    def __init__(self, many: int) -> None:
        self._free = many
        self._open = max(1, many - 1)  # how many more normal calls may have places
        self._lock = Lock()
        self._urgent: deque[Waiter] = deque()
        self._normal: deque[Waiter] = deque()
        self._streak = 0
        self._closed = False

    def acquire(self, *, urgent: bool) -> None:
        """Wait for a place and take it; raises PoolClosed."""
        waiter = Waiter()
        with self._lock:
            if self._closed:
                raise PoolClosed
            (self._urgent if urgent else self._normal).append(waiter)
            self._serve()
        waiter.wait()
        if waiter.refused:
            raise PoolClosed

    def release(self, *, urgent: bool) -> None:
        """Give the place back."""
        with self._lock:
            self._free += 1
            self._open += not urgent
            self._serve()

    def close(self) -> None:
        """Refuse all calls that wait or come later: they raise PoolClosed."""
        with self._lock:
            self._closed = True
            for waiter in (*self._urgent, *self._normal):
                waiter.refused = True
                waiter.set()
            self._urgent.clear()
            self._normal.clear()

    def _serve(self) -> None:
        """Give free places to waiting calls."""
        while self._free and (waiting := self._next()):
            self._free -= 1
            self._open -= waiting is self._normal
            waiting.popleft().set()

    def _next(self) -> deque[Waiter] | None:
        """Return the queue to serve next; None if no call may be served."""
        normal = self._normal if self._normal and self._open else None
        if self._urgent and not (normal and self._streak >= STREAK):
            self._streak += 1
            return self._urgent
        self._streak = 0
        return normal
