"""Bulkheads: each kind of work that waits has places of its own, and each visitor may take only some of them.

What waits, for a worker process, a slow reader or the end of a pause, thus keeps neither pages nor moves of others from
being served. Who finds no place is told at once to come again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator
from contextlib import contextmanager
from threading import Lock

from django.http import HttpRequest

from core.clients import address_of, subscriber_of
from core.metrics import ADMITTED

RETRY_AFTER = 5  # seconds after which who found no place may come again


class Busy(Exception):
    """All places are taken, or this visitor has taken as many as one may."""


class Place:
    """A place that a visitor has taken."""

    def __init__(self, bulkhead: Bulkhead, visitors: Collection[Hashable]) -> None:
        self._bulkhead: Bulkhead | None = bulkhead
        self._visitors = visitors

    def leave(self) -> None:
        """Give the place back. Idempotent."""
        bulkhead, self._bulkhead = self._bulkhead, None
        if bulkhead:
            bulkhead.give_back(self._visitors)


class Bulkhead:
    """A limited number of places for one kind of work, in this process; of these a visitor may have `each`."""

    def __init__(self, name: str, *, at_once: int, each: int) -> None:
        """Name the bulkhead for the metrics."""
        self.name = name
        self.at_once = at_once
        self.each = each
        self._taken = 0
        self._of: Counter[Hashable] = Counter()
        self._lock = Lock()

    def take(self, visitors: Collection[Hashable]) -> Place:
        """Take a place that counts for these names of one visitor, such as address and account; raises Busy."""
        with self._lock:
            if self._taken >= self.at_once or any(self._of[visitor] >= self.each for visitor in visitors):
                ADMITTED.labels(self.name, "refused").inc()
                raise Busy
            self._taken += 1
            self._of.update(visitors)
        ADMITTED.labels(self.name, "entered").inc()
        return Place(self, visitors)

    @contextmanager
    def held(self, visitors: Collection[Hashable]) -> Iterator[None]:
        """Hold a place; raises Busy."""
        place = self.take(visitors)
        try:
            yield
        finally:
            place.leave()

    def give_back(self, visitors: Collection[Hashable]) -> None:
        """Count one place less; called by the place."""
        with self._lock:
            self._taken -= 1
            self._of.subtract(visitors)
            for visitor in visitors:
                if not self._of[visitor]:
                    del self._of[visitor]


class Outside:
    """An answer that goes on outside the gate of pages, as its number is bounded by a bulkhead.

    Its request gives back its place among the pages and its database connection before `complete` is called.
    """

    async def complete(self) -> None:
        """Wait for what the answer needs, before anything of it is sent."""

    def leave(self) -> None:
        """Give back what the answer holds, as it will not be sent. Idempotent."""


def visitors_of(request: HttpRequest) -> frozenset[Hashable]:
    """Return the names by which a bulkhead counts the visitor: the address, of IPv6 the network, and the account."""
    names: set[Hashable] = {subscriber_of(address_of(request))}
    if request.user.is_authenticated:
        names.add(request.user.pk)
    return frozenset(names)
