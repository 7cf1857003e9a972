"""The site's time, the same in all processes: the database's clock, carried forward by a monotonic clock.

A process that has not measured the database's clock goes by the machine's.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

Ticks = Callable[[], float]


def ticks() -> float:
    """Return monotonic seconds, which include those of a suspended machine where its system counts them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


@dataclass(frozen=True)
class Anchor:
    """A moment of the site's time, the reading of the monotonic clock at it, and the database's clock."""

    moment: datetime
    ticked: float
    database: datetime

    @property
    def offset(self) -> timedelta:
        """How far the database's clock is ahead of the site's time."""
        return self.database - self.moment


class SiteTime:
    """A clock that no change of the machine's clock moves, once it has an anchor."""

    def __init__(self, monotonic: Ticks = ticks) -> None:
        """Go by the machine's clock until there is an anchor; `monotonic` returns seconds."""
        self.monotonic = monotonic
        self.anchor: Anchor | None = None

    def now(self) -> datetime:
        """Return the site's time."""
        anchor = self.anchor
        if anchor is None:
            return timezone.now()
        return anchor.moment + timedelta(seconds=self.monotonic() - anchor.ticked)


shared = SiteTime()


def now() -> datetime:
    """Return the site's time in this process."""
    return shared.now()


def milliseconds() -> int:
    """Return the site's time as browsers count it: milliseconds since 1970 began in UTC."""
    return round(now().timestamp() * 1000)
