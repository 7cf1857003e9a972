"""Limits: how often one address or account may do something (rates), and how many at a time (bulkheads).

`settings.RATE_LIMITS` is the table of all rates. A limit is a text such as `5/10s/user,120/h/user`: each part a number
of uses, a time, and whose uses are counted. Its window begins with the first use (fixed window counter) and is counted
in the cache that all processes share.

In a bulkhead each kind of work that waits has places of its own, and each visitor may take only some of them. What
waits, for a worker process, a slow reader or the end of a pause, thus keeps neither pages nor moves of others from
being served. Who finds no place is told at once to come again.
"""

from __future__ import annotations

import math
import re
from asyncio import CancelledError, Future, get_running_loop
from collections import Counter
from collections.abc import AsyncIterator, Collection, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache as memoized
from heapq import heappop, heappush
from itertools import count
from threading import Lock
from weakref import WeakValueDictionary

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from core import clock
from core.clients import address_of, subscriber_of
from core.telemetry import ADMITTED

RETRY_AFTER = 5  # seconds after which who found no place may come again
PART = re.compile(r"(\d+)/(\d*)([smhd])(?:/(ip|user|token|site))?")
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


class Busy(Exception):
    """All places are taken, or this visitor has taken as many as one may."""


class Overloaded(Exception):
    """Something has waited too long for its turn."""


class Permit:
    """One of the places of a bulkhead, which a visitor has taken."""

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

    def take(self, visitors: Collection[Hashable]) -> Permit:
        """Take a place that counts for these names of one visitor, such as address and account; raises Busy."""
        with self._lock:
            if self._taken >= self.at_once or any(self._of[visitor] >= self.each for visitor in visitors):
                ADMITTED.labels(self.name, "refused").inc()
                raise Busy
            self._taken += 1
            self._of.update(visitors)
        ADMITTED.labels(self.name, "entered").inc()
        return Permit(self, visitors)

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


@dataclass(frozen=True)
class Rate:
    """At most `most` uses in `seconds` for each address (`ip`), account (`user`) or access token, or by the `site`."""

    most: int
    seconds: int
    of: str


@dataclass(frozen=True)
class Window:
    """The uses of one visitor in the window of a rate that runs now."""

    rate: Rate
    key: str

    def used(self) -> int:
        """Return the number of uses in the window."""
        return int(cache.get(f"{self.key}.{self._began()}", 0))

    def count(self) -> bool:
        """Count one more use, also one that is refused; return whether it is within the rate."""
        return self.use()[0] <= self.rate.most

    def use(self) -> tuple[int, float]:
        """Count one more use, also one that is refused; return its number, and the seconds until the window ends."""
        now = clock.milliseconds()
        began = self._began() or self._begin(now)
        counter = f"{self.key}.{began}"
        try:
            number = int(cache.incr(counter))
        except ValueError:  # it is the first use
            cache.add(counter, 0, self.rate.seconds)
            try:
                number = int(cache.incr(counter))
            except ValueError:  # the window ended between the two calls
                number = 1
        return number, (began - now) / 1000 + self.rate.seconds

    def ends_in(self) -> float:
        """Return the seconds until the window ends."""
        now = clock.milliseconds()
        return ((self._began() or now) - now) / 1000 + self.rate.seconds

    def _begin(self, now: int) -> int:
        """Begin a window, and return when it began: another process may have been faster."""
        if cache.add(self.key, now, self.rate.seconds):
            return now
        if began := self._began():
            return began
        cache.set(self.key, now, self.rate.seconds)  # the window is over by the site's time, but the cache still has it
        return now

    def _began(self) -> int:
        """Return when the window that runs now began, in milliseconds since 1970; 0 if none runs."""
        began = int(cache.get(self.key, 0))
        return began if clock.milliseconds() - began < 1000 * self.rate.seconds else 0


@memoized
def parsed(text: str) -> tuple[Rate, ...]:
    """Return the rates of a limit; raises ValueError for anything else."""
    parts = [PART.fullmatch(part) for part in text.split(",")]
    if not all(parts):
        raise ValueError(text)
    values = [part.groups() for part in parts if part]
    return tuple(Rate(int(most), int(times or 1) * SECONDS[unit], of or "ip") for most, times, unit, of in values)


def admit(request: HttpRequest, *names: str) -> bool:
    """Count one use of each of these limits for the request's address or account; return whether all allow it."""
    return _count(windows(request, *names))


def admit_account(pk: int, *names: str) -> bool:
    """Count one use of each of these limits, which count by account, for the account with this key."""
    return _count(_window(name, rate, pk) for name in names for rate in _rates(name))


def admit_site(*names: str) -> bool:
    """Count one use of each of these limits, which count what the whole site does; return whether all allow it."""
    return _count(_window(name, rate, "") for name in names for rate in _rates(name))


def opens_in(request: HttpRequest, *names: str) -> int:
    """Return the seconds until these limits allow another use, at least 1; 0 if they allow it now."""
    full = [window for window in windows(request, *names) if window.used() >= window.rate.most]
    return max((max(1, math.ceil(window.ends_in())) for window in full), default=0)


def windows(request: HttpRequest, *names: str) -> Iterator[Window]:
    """Yield the windows of these limits for the request: its address, of IPv6 its network, and its account if any."""
    for name in names:
        for rate in _rates(name):
            if rate.of == "ip":
                yield _window(name, rate, subscriber_of(address_of(request)))
            elif rate.of == "token":
                yield _window(name, rate, getattr(request, "token_key", None))
            elif request.user.is_authenticated:
                yield _window(name, rate, request.user.pk)


def _rates(name: str) -> tuple[Rate, ...]:
    return parsed(settings.RATE_LIMITS[name]) if name in settings.RATE_LIMITS else ()


def _window(name: str, rate: Rate, visitor: object) -> Window:
    return Window(rate, f"limit.{name}.{rate.most}.{rate.seconds}.{visitor}")


def _count(counters: Iterator[Window]) -> bool:
    return all(window.count() for window in counters)


class Places:
    """A semaphore whose next place is given to the lowest rank, of equal ones to the first (priority queue)."""

    def __init__(self, number: int) -> None:
        self._free = number
        self._waiting: list[tuple[int, int, Future[None]]] = []
        self._order = count()

    async def acquire(self, rank: int) -> None:
        """Wait for a place."""
        turn: Future[None] = get_running_loop().create_future()
        heappush(self._waiting, (rank, next(self._order), turn))
        self._give()
        try:
            await turn
        except CancelledError:
            if not turn.cancelled():  # the place was given at the same moment
                self.release()
            raise

    def release(self) -> None:
        """Give a place back."""
        self._free += 1
        self._give()

    def _give(self) -> None:
        while self._free and self._waiting:
            _rank, _number, turn = heappop(self._waiting)
            if not turn.done():
                self._free -= 1
                turn.set_result(None)


class Turns:
    """Lets each visitor do one thing at a time, and pauses after it for as long as it took (fair share).

    So whatever one visitor asks for takes half of the time of one thread at most, and less while others are served.
    """

    def __init__(self) -> None:
        self._of = WeakValueDictionary[Hashable, Places]()

    @asynccontextmanager
    async def held(self, visitor: Hashable) -> AsyncIterator[None]:
        """Wait for the visitor's turn; it goes to the next one after the pause."""
        loop, place = get_running_loop(), self._of.setdefault(visitor, Places(1))
        await place.acquire(0)
        began = loop.time()
        try:
            yield
        finally:
            loop.call_later(loop.time() - began, place.release)
