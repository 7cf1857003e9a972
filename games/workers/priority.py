"""A semaphore with two priorities."""

from __future__ import annotations

from collections import deque
from threading import Event, Lock

from games.workers.errors import Closed

STREAK = 4  # urgent calls served in a row while another one waits


class Ticket(Event):
    """A waiting call; the event is set when it is served or refused."""

    refused = False


class Places:
    """A semaphore that serves urgent calls first, in order of arrival, without starving the others.

    One of several places is reserved for urgent calls, so that they never wait for the others' long computations.
    """

    def __init__(self, many: int) -> None:
        self._free = many
        self._open = max(1, many - 1)  # to calls that are not urgent
        self._lock = Lock()
        self._urgent: deque[Ticket] = deque()
        self._patient: deque[Ticket] = deque()
        self._streak = 0
        self._closed = False

    def enter(self, *, urgent: bool) -> None:
        """Wait for a place and take it; raises PoolClosed."""
        ticket = Ticket()
        with self._lock:
            if self._closed:
                raise Closed
            (self._urgent if urgent else self._patient).append(ticket)
            self._give()
        ticket.wait()
        if ticket.refused:
            raise Closed

    def leave(self, *, urgent: bool) -> None:
        """Give the place back."""
        with self._lock:
            self._free += 1
            self._open += not urgent
            self._give()

    def close(self) -> None:
        """Refuse all calls that wait or come later: they raise PoolClosed."""
        with self._lock:
            self._closed = True
            for ticket in (*self._urgent, *self._patient):
                ticket.refused = True
                ticket.set()
            self._urgent.clear()
            self._patient.clear()

    def _give(self) -> None:
        while self._free and (waiting := self._next()):
            self._free -= 1
            self._open -= waiting is self._patient
            waiting.popleft().set()

    def _next(self) -> deque[Ticket] | None:
        """Return the queue that is served next, None if no call can be served."""
        patient = self._patient if self._patient and self._open else None
        if self._urgent and not (patient and self._streak >= STREAK):
            self._streak += 1
            return self._urgent
        self._streak = 0
        return patient
