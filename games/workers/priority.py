"""A limited number of places, and who gets the next one that is free."""

from __future__ import annotations

from collections import deque
from threading import Event, Lock

from games.workers.errors import Closed

STREAK = 4  # of the urgent ones in a row, while one that is not urgent waits


class Ticket(Event):
    """What somebody holds who waits for a place: set when there is news."""

    refused = False


class Places:
    """Places are given in the order of asking, the urgent first, but so that the others get their turn as well.

    Of several places one is never taken by the others: however long they take, the urgent need not wait for them.
    """

    def __init__(self, many: int) -> None:
        self._free = many
        self._open = max(1, many - 1)  # to those that are not urgent
        self._lock = Lock()
        self._urgent: deque[Ticket] = deque()
        self._patient: deque[Ticket] = deque()
        self._streak = 0
        self._closed = False

    def enter(self, *, urgent: bool) -> None:
        """Waits for a place and takes it; raises Closed when there are none any more."""
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
        """Gives the place back."""
        with self._lock:
            self._free += 1
            self._open += not urgent
            self._give()

    def close(self) -> None:
        """Whoever waits or comes now gets Closed."""
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
        """Where the next one stands, if anybody does."""
        patient = self._patient if self._patient and self._open else None
        if self._urgent and not (patient and self._streak >= STREAK):
            self._streak += 1
            return self._urgent
        self._streak = 0
        return patient
