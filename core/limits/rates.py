"""Rate limits: how often one address or one account may do something. `settings.RATE_LIMITS` is the table of them all.

A limit is a text such as `5/10s/user,120/h/user`: each part a number of uses, a time, and whose uses are counted. Its
window begins with the first use (fixed window counter) and is counted in the cache that all processes share.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache as memoized

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from core import clock
from core.clients import address_of, subscriber_of

PART = re.compile(r"(\d+)/(\d*)([smhd])(?:/(ip|user))?")
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


@dataclass(frozen=True)
class Rate:
    """At most `most` uses in `seconds` for each address (`ip`) or each account (`user`)."""

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
        now = clock.milliseconds()
        began = now if cache.add(self.key, now, self.rate.seconds) else self._began()
        if began == 0:  # the window is over by the site's time, but the cache still has it
            began = now
            cache.set(self.key, began, self.rate.seconds)
        counter = f"{self.key}.{began}"
        cache.add(counter, 0, self.rate.seconds)
        try:
            return int(cache.incr(counter)) <= self.rate.most
        except ValueError:  # the window ended between the two calls
            return True

    def ends_in(self) -> float:
        """Return the seconds until the window ends."""
        now = clock.milliseconds()
        return ((self._began() or now) - now) / 1000 + self.rate.seconds

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


def opens_in(request: HttpRequest, *names: str) -> int:
    """Return the seconds until these limits allow another use, at least 1; 0 if they allow it now."""
    full = [window for window in windows(request, *names) if window.used() >= window.rate.most]
    return max((max(1, math.ceil(window.ends_in())) for window in full), default=0)


def share_used(request: HttpRequest, name: str) -> float:
    """Return the used share of the limit, 0 to 1 and more; 0 for a limit that is off."""
    return max((window.used() / window.rate.most for window in windows(request, name) if window.rate.most), default=0.0)


def windows(request: HttpRequest, *names: str) -> Iterator[Window]:
    """Yield the windows of these limits for the request: its address, of IPv6 its network, and its account if any."""
    for name in names:
        for rate in _rates(name):
            if rate.of == "ip":
                yield _window(name, rate, subscriber_of(address_of(request)))
            elif request.user.is_authenticated:
                yield _window(name, rate, request.user.pk)


def _rates(name: str) -> tuple[Rate, ...]:
    return parsed(settings.RATE_LIMITS[name]) if name in settings.RATE_LIMITS else ()


def _window(name: str, rate: Rate, visitor: object) -> Window:
    return Window(rate, f"limit.{name}.{rate.most}.{rate.seconds}.{visitor}")


def _count(counters: Iterator[Window]) -> bool:
    return all(window.count() for window in counters)
