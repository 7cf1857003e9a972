"""Zones and days for property tests: most often days on which the clocks of the zone change."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from core.clock import ZONES

DAY = timedelta(days=1)
FIRST, LAST = date(2026, 1, 1), date(2036, 12, 31)
STEP = 10  # days: no zone changes its clocks twice within so few

zones = st.sampled_from(sorted(ZONES)).map(ZoneInfo)


@cache
def changes(zone: ZoneInfo) -> tuple[date, ...]:
    """Return the days at or after whose noon (UTC) the clocks of the zone change before the next noon."""
    found: list[date] = []
    for number in range(0, (LAST - FIRST).days, STEP):
        days = [FIRST + (number + further) * DAY for further in range(STEP + 1)]
        if offset_at(noon(days[0]), zone) != offset_at(noon(days[-1]), zone):
            found += [day for day in days[:-1] if offset_at(noon(day), zone) != offset_at(noon(day + DAY), zone)]
    return tuple(found)


def noon(day: date) -> datetime:
    """Return noon of this day in UTC."""
    return datetime.combine(day, time(12), UTC)


def offset_at(moment: datetime, zone: tzinfo) -> timedelta:
    """Return how far the zone's clocks are ahead of UTC at this moment."""
    offset = moment.astimezone(zone).utcoffset()
    assert offset is not None
    return offset


@st.composite
def places(draw: st.DrawFn) -> tuple[ZoneInfo, date]:
    """Return a zone and a day: any day, or most often one on which its clocks change, or a neighbour of it."""
    zone = draw(zones)
    anywhere = st.dates(FIRST, LAST)
    if not changes(zone):
        return zone, draw(anywhere)
    near = st.builds(lambda day, by: day + by * DAY, st.sampled_from(changes(zone)), st.integers(-1, 1))
    return zone, draw(st.one_of(near, near, anywhere))
