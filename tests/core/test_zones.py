"""Local times as moments: hours that clocks skip or repeat, in all zones, from 2026 to 2036."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.clock import UNKNOWN, daily_hours, day, instant, midnight
from tests.sizes import examples
from tests.zone_changes import offset_at, places

# The changes of a zone are found when it is first drawn, which may count as slow.
SLOW = [HealthCheck.too_slow]
MANY = settings(
    max_examples=examples(150, 4_000), deadline=None, derandomize=True, database=None, suppress_health_check=SLOW
)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
ROOT = Path(__file__).resolve().parent.parent.parent

clocks = st.builds(time, st.integers(0, 23), st.sampled_from([0, 0, 15, 30, 45]))


def wall(moment: datetime, zone: tzinfo) -> datetime:
    """Return what clocks show at this moment."""
    return moment.astimezone(zone).replace(tzinfo=None)


def by_the_minute(day: date, clock: time, zone: tzinfo, *, last: bool) -> datetime:
    """Return the first or last minute at which clocks show this time; if they skip it, the first with a later one."""
    shown = datetime.combine(day, clock)
    around = shown.replace(tzinfo=UTC) - (shown.replace(tzinfo=zone).utcoffset() or timedelta())
    minutes = [around + number * MINUTE for number in range(-200, 201)]
    if runs := [minute for minute in minutes if wall(minute, zone) == shown]:
        return max(runs) if last else min(runs)
    return min(minute for minute in minutes if wall(minute, zone) > shown)


@pytest.mark.parametrize(
    ("zone", "day", "clock", "first", "last"),
    [
        ("Europe/Amsterdam", "2027-03-27", "02:00", "2027-03-27T01:00", "2027-03-27T01:00"),
        ("Europe/Amsterdam", "2027-03-28", "02:00", "2027-03-28T01:00", "2027-03-28T01:00"),  # skipped
        ("Europe/Amsterdam", "2027-03-28", "02:59", "2027-03-28T01:00", "2027-03-28T01:00"),
        ("Europe/Amsterdam", "2027-03-28", "03:00", "2027-03-28T01:00", "2027-03-28T01:00"),
        ("Europe/Amsterdam", "2026-10-25", "02:30", "2026-10-25T00:30", "2026-10-25T01:30"),  # comes twice
        ("Europe/Amsterdam", "2026-10-25", "03:00", "2026-10-25T02:00", "2026-10-25T02:00"),
        ("Antarctica/Troll", "2027-03-28", "02:00", "2027-03-28T01:00", "2027-03-28T01:00"),  # two hours are skipped
        ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:30", "2026-10-03T15:30"),  # half an hour is
        ("America/Havana", "2027-03-14", "00:00", "2027-03-14T05:00", "2027-03-14T05:00"),  # midnight is
        ("America/Havana", "2026-11-01", "00:00", "2026-11-01T04:00", "2026-11-01T05:00"),  # midnight comes twice
    ],
)
def test_a_time_that_clocks_skip_or_repeat(zone: str, day: str, clock: str, first: str, last: str) -> None:
    asked = date.fromisoformat(day), time.fromisoformat(clock), ZoneInfo(zone)
    assert instant(*asked).isoformat(timespec="minutes") == f"{first}+00:00"
    assert instant(*asked, last=True).isoformat(timespec="minutes") == f"{last}+00:00"


@MANY
@given(place=places(), clock=clocks, last=st.booleans())
def test_every_time_is_where_the_clocks_come_to_it(place: tuple[ZoneInfo, date], clock: time, last: bool) -> None:
    zone, day = place
    assert instant(day, clock, zone, last=last) == by_the_minute(day, clock, zone, last=last)


@MANY
@given(place=places(), begins=clocks, ends=clocks)
def test_hours_of_a_day_are_as_long_as_clocks_say(place: tuple[ZoneInfo, date], begins: time, ends: time) -> None:
    zone, day = place
    begin, end = daily_hours(day, begins, ends, zone)
    said = datetime.combine(day, ends) - datetime.combine(day, begins)
    said = said if begins < ends else said + DAY
    forward = offset_at(end, zone) - offset_at(begin - MINUTE, zone)
    assert end >= begin
    assert end - begin >= said - max(forward, timedelta())
    assert wall(begin, zone) >= datetime.combine(day, begins) > wall(begin - MINUTE, zone)
    assert wall(end - MINUTE, zone).date() <= day + DAY


@MANY
@given(place=places())
def test_days_follow_each_other(place: tuple[ZoneInfo, date]) -> None:
    zone, day = place
    begin, end = midnight(day, zone), midnight(day + DAY, zone)
    assert wall(begin, zone).date() == wall(end - MINUTE, zone).date() == day
    assert wall(begin - MINUTE, zone).date() == day - DAY


def test_only_one_function_turns_a_local_time_into_a_moment() -> None:
    other_ways = re.compile(r"make_aware|fold=|datetime\.combine\((?!.*, UTC\))|tzinfo=(?!UTC|None)")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for folder in ("accounts", "core", "games", "numgames")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if other_ways.search(line) and path != ROOT / "core" / "clock.py"
    ]
    assert found == []


@pytest.mark.django_db
def test_a_recent_day_is_told_by_its_distance_where_the_zone_is_not_known() -> None:
    """Elsewhere it may be another day; after a month the date says more."""
    night = datetime.now(UTC).replace(hour=1) - 3 * DAY
    with timezone.override(UNKNOWN):
        assert re.fullmatch("[23]\\sdays ago", day(night))
        assert day(night - 60 * DAY) == f"{night - 60 * DAY:%-d\N{NO-BREAK SPACE}%b\N{NO-BREAK SPACE}%Y}"
    with timezone.override(ZoneInfo("America/Lima")):
        assert day(night) == f"{night - DAY:%-d\N{NO-BREAK SPACE}%b\N{NO-BREAK SPACE}%Y}"
