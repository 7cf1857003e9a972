"""The site's time and the reader's: one clock for all processes, and local times.

The site's time is the database's clock, carried forward by a monotonic clock. A process that has not measured the
database's clock goes by the machine's; commands measure it when they first ask (`manage.py`).
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC as UTC_ZONE
from datetime import date, datetime, timedelta, tzinfo
from datetime import time as time_of_day
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, ngettext_lazy

Ticks = Callable[[], float]
ZONE_COOKIES = ("__Host-zone", "zone")  # static/js/zone.js sets the first with https, the second without
ZONES = frozenset(available_timezones()) - {"Factory", "localtime"}  # the two depend on the server
UTC = "UTC"
UNKNOWN: tzinfo = UTC_ZONE  # the zone of a reader whose zone is not known; one who chose UTC has ZoneInfo("UTC")

MINUTE, MONTH = timedelta(minutes=1), timedelta(days=30)
UNITS = (  # what is ahead, and what is past
    (
        timedelta(days=1),
        ngettext_lazy("in %(count)d day", "in %(count)d days", "count"),
        ngettext_lazy("%(count)d day ago", "%(count)d days ago", "count"),
    ),
    (
        timedelta(hours=1),
        ngettext_lazy("in %(count)d hour", "in %(count)d hours", "count"),
        ngettext_lazy("%(count)d hour ago", "%(count)d hours ago", "count"),
    ),
    (
        MINUTE,
        ngettext_lazy("in %(count)d minute", "in %(count)d minutes", "count"),
        ngettext_lazy("%(count)d minute ago", "%(count)d minutes ago", "count"),
    ),
)


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
        self.measure: Callable[[], None] | None = None  # looks for an anchor, once, when the time is first asked for

    def now(self) -> datetime:
        """Return the site's time."""
        if self.measure and self.anchor is None:
            measure, self.measure = self.measure, None
            measure()
        anchor = self.anchor
        if anchor is None:
            return machine_now()
        return anchor.moment + timedelta(seconds=self.monotonic() - anchor.ticked)


def machine_now() -> datetime:
    """Return the time by the clock of this machine, as files have it."""
    return timezone.now()


shared = SiteTime()


def now() -> datetime:
    """Return the site's time in this process."""
    return shared.now()


def milliseconds() -> int:
    """Return the site's time as browsers count it: milliseconds since 1970 began in UTC."""
    return round(now().timestamp() * 1000)


def known_zone(name: str) -> str:
    """Return the name if it is a known time zone, else an empty string."""
    return name if name in ZONES else ""


def browser_zone(cookies: Mapping[str, str]) -> str:
    """Return the zone in the browser's cookie; empty if there is none or it is unknown."""
    return known_zone(next((cookies[name] for name in ZONE_COOKIES if name in cookies), ""))


def zone_of(user: object, cookies: Mapping[str, str]) -> tzinfo:
    """Return the zone that pages are shown in: the player's setting, else the browser's, else the last known one.

    If none is known, which is so on the first page of a visitor, it is `UNKNOWN`.
    """
    chosen, last = (known_zone(getattr(user, name, "")) for name in ("time_zone", "last_zone"))
    name = chosen or browser_zone(cookies) or last
    return ZoneInfo(name) if name else UNKNOWN


def moment(value: datetime, zone: tzinfo | None = None) -> str:
    """Return date and time in the reader's zone and language, followed by UTC if the zone is not known.

    A caller may give the zone that is active, where it is at hand.
    """
    minute = value.replace(second=0, microsecond=0)
    return _moment(get_language(), zone or timezone.get_current_timezone(), minute)


@lru_cache(maxsize=4_000)
def _moment(language: str | None, zone: tzinfo, minute: datetime) -> str:
    return date_format(timezone.localtime(minute, zone), "DATETIME_FORMAT") + _suffix()


def when(value: datetime, zone: tzinfo | None = None) -> str:
    """Return date and time for a page; how far away it is where the reader's zone is not known."""
    return relative(value, zone) or moment(value, zone)


def relative(value: datetime, zone: tzinfo | None = None) -> str:
    """Return how long ago or in how long it is, in the largest unit that fits twice; empty where the zone is known."""
    if (zone or timezone.get_current_timezone()) is not UNKNOWN:
        return ""
    away = value - now()
    for unit, ahead, ago in UNITS:
        count = abs(away) // unit
        if count >= (1 if unit == MINUTE else 2):
            return (ahead if away > timedelta() else ago) % {"count": count}
    return gettext("now")


def day(value: datetime, style: str = "SHORT_DATE_FORMAT") -> str:
    """Return the date for a page; of the last month how long ago it is, where the reader's zone is not known."""
    is_recent = abs(now() - value) < MONTH
    return (is_recent and relative(value)) or date_format(timezone.localtime(value), style)


def hour(value: datetime) -> str:
    """Return the time of day, formatted in the same way."""
    return date_format(timezone.localtime(value), "H:i") + _suffix()


def instant(day: date, clock: time_of_day, zone: tzinfo, *, last: bool = False) -> datetime:
    """Return the moment, in UTC, at which local clocks first show this time of the day.

    The only way from a local time to a moment: it decides what a time means that comes twice or never. One that comes
    twice, when clocks go back, is its first run, or with `last` its last. One that clocks skip is the moment at which
    they go forward.
    """
    earlier, later = (datetime.combine(day, clock, zone).replace(fold=fold).astimezone(UTC_ZONE) for fold in (0, 1))
    if earlier <= later:
        return later if last else earlier
    # In a gap `fold` is the offset before or after it (PEP 495), so that the change lies between the two moments.
    offset = earlier.astimezone(zone).utcoffset()
    seconds = range(int((earlier - later).total_seconds()))
    passed = bisect_left(
        seconds, True, key=lambda second: (later + timedelta(seconds=second)).astimezone(zone).utcoffset() == offset
    )
    return later + timedelta(seconds=passed)


def daily_hours(day: date, begins: time_of_day, ends: time_of_day, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return from when to when the hours last, in UTC, that begin on this day; they may span midnight.

    They include both runs of a time that comes twice. The span is empty where clocks skip all of them.
    """
    last_day = day if begins < ends else day + timedelta(days=1)
    return instant(day, begins, zone), instant(last_day, ends, zone, last=True)


def midnight(day: date, zone: tzinfo) -> datetime:
    """Return the moment, in UTC, at which the day begins and the day before ends, so that neighbours do not overlap."""
    return instant(day, time_of_day(), zone)


def _suffix() -> str:
    return f"\N{NO-BREAK SPACE}{UTC}" if timezone.get_current_timezone_name() == UTC else ""
