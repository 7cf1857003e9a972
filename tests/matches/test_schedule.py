"""Rest schedules without a database: nights, vacations and daylight saving time."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.matches.time.clock import NightHours, RestSchedule, brought_forward, hours_in_year, postponed
from games.matches.time.control import DAY, HOUR
from tests.sizes import examples
from tests.zone_changes import noon, offset_at, places

MINUTE = timedelta(minutes=1)
FEW = settings(max_examples=examples(40, 400), deadline=None, derandomize=True, database=None)
MANY = settings(FEW, max_examples=examples(100, 3_000), suppress_health_check=[HealthCheck.too_slow])
BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)

moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))
spells = st.timedeltas(timedelta(0), timedelta(days=14))
short = st.timedeltas(timedelta(0), timedelta(days=3))
zones = st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"])
nights = st.builds(
    lambda begins, hours, zone: NightHours(begins, (begins + hours) % 24, ZoneInfo(zone)),
    st.integers(0, 23), st.integers(1, 10), zones,
)  # fmt: skip
spans = st.builds(lambda begin, hours: (begin, begin + hours * HOUR), moments, st.integers(1, 500))
rests = st.builds(RestSchedule, st.none() | nights, st.lists(spans, max_size=3).map(tuple))


def berlin(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> datetime:
    """Return a time in the zone of Berlin."""
    return datetime(year, month, day, hour, minute, tzinfo=BERLIN)


def test_without_rest_a_day_is_a_day() -> None:
    assert RestSchedule().runs_out(NOW, DAY) == NOW + DAY


def test_the_clock_rests_from_eleven_to_seven() -> None:
    rest = RestSchedule(NightHours(23, 7, BERLIN))
    assert rest.runs_out(berlin(2026, 11, 21, 22), 2 * HOUR) == berlin(2026, 11, 22, 8)
    assert rest.runs_out(berlin(2026, 11, 22, 3), HOUR) == berlin(2026, 11, 22, 8)
    assert rest.runs_out(berlin(2026, 11, 21, 12), 16 * HOUR) == berlin(2026, 11, 22, 12)


def test_a_clock_that_runs_down_as_the_night_begins_waits_for_the_morning() -> None:
    rest = RestSchedule(NightHours(23, 7, BERLIN))
    assert rest.runs_out(berlin(2026, 11, 21, 22), HOUR) == berlin(2026, 11, 22, 7)


def test_the_night_of_the_long_hour_and_of_the_short_one() -> None:
    rest = RestSchedule(NightHours(23, 7, BERLIN))
    assert rest.running(berlin(2026, 10, 24, 22), berlin(2026, 10, 25, 8)) == 2 * HOUR  # back to winter time: 9 hours
    assert rest.running(berlin(2027, 3, 27, 22), berlin(2027, 3, 28, 8)) == 2 * HOUR  # on to summer time: 7 hours
    autumn, spring = (NightHours(23, 7, BERLIN).of(day) for day in (datetime(2026, 10, 24), datetime(2027, 3, 27)))
    assert (autumn[1] - autumn[0], spring[1] - spring[0]) == (9 * HOUR, 7 * HOUR)


def test_a_night_that_begins_or_ends_in_the_changed_hour() -> None:
    assert [end - begin for begin, end in [NightHours(2, 3, BERLIN).of(datetime(2026, 10, 25))]] == [2 * HOUR]
    assert RestSchedule(NightHours(2, 3, BERLIN)).running(berlin(2027, 3, 28, 0), berlin(2027, 3, 28, 6)) == 5 * HOUR


def test_a_night_that_ends_in_the_hour_that_clocks_skip_ends_as_they_go_forward() -> None:
    night = NightHours(23, 2, BERLIN)
    begin, end = night.of(date(2027, 3, 27))
    assert (begin, end) == (berlin(2027, 3, 27, 23), berlin(2027, 3, 28, 3))
    assert end - begin == 3 * HOUR
    assert RestSchedule(night).runs_out(berlin(2027, 3, 27, 22, 30), HOUR) == berlin(2027, 3, 28, 3, 30)


def test_a_night_that_ends_in_the_hour_that_comes_twice_ends_in_its_last_run() -> None:
    begin, end = NightHours(23, 2, BERLIN).of(date(2026, 10, 24))
    assert end == datetime(2026, 10, 25, 1, tzinfo=UTC)
    assert end - begin == 4 * HOUR


def test_a_night_that_clocks_skip_is_empty() -> None:
    begin, end = NightHours(2, 3, BERLIN).of(date(2027, 3, 28))
    assert begin == end == berlin(2027, 3, 28, 3)


def test_the_same_hours_elsewhere_are_other_hours() -> None:
    here, there = (RestSchedule(NightHours(23, 7, ZoneInfo(zone))) for zone in ("Europe/Berlin", "Asia/Tokyo"))
    start = datetime(2026, 11, 21, 21, tzinfo=UTC)
    assert here.runs_out(start, 2 * HOUR) == datetime(2026, 11, 22, 7, tzinfo=UTC)
    assert there.runs_out(start, 2 * HOUR) == datetime(2026, 11, 22, 0, tzinfo=UTC)  # it is night there until 22:00


def test_vacation_put_the_deadline_off_and_can_be_taken_back() -> None:
    off = (NOW + DAY, NOW + 8 * DAY)
    assert postponed(NOW + 3 * DAY, off, RestSchedule()) == NOW + 10 * DAY
    assert postponed(NOW + 12 * HOUR, off, RestSchedule()) == NOW + 12 * HOUR
    assert brought_forward(NOW + 10 * DAY, off, RestSchedule()) == NOW + 3 * DAY


@FEW
@given(rest=rests, start=moments, allowed=spells)
def test_a_clock_has_run_exactly_its_time_when_it_runs_out(
    rest: RestSchedule, start: datetime, allowed: timedelta
) -> None:
    end = rest.runs_out(start, allowed)
    assert end >= start + allowed
    assert rest.running(start, end) == allowed
    assert rest.resumes_at(end) == end


@FEW
@given(night=nights, off=st.lists(spans, min_size=1, max_size=3), share=st.floats(0, 1))
def test_a_clock_goes_on_when_no_rest_is_left_also_of_those_that_overlap(
    night: NightHours, off: list[tuple[datetime, datetime]], share: float
) -> None:
    begin, end = off[0]
    start = begin + share * (end - begin)
    resumed = RestSchedule(night, tuple(off)).resumes_at(start)
    around = [night.of(resumed.date() + days * DAY) for days in (-2, -1, 0, 1)]
    assert resumed >= start
    assert not any(begin <= resumed < end for begin, end in (*off, *around))


@FEW
@given(rest=rests, start=moments, allowed=spells, more=spells)
def test_who_has_more_time_is_not_later_out_of_it(
    rest: RestSchedule, start: datetime, allowed: timedelta, more: timedelta
) -> None:
    assert rest.runs_out(start, allowed) <= rest.runs_out(start, allowed + more)
    assert rest.runs_out(rest.runs_out(start, allowed), more) == rest.runs_out(start, allowed + more)


@MANY
@given(place=places(), begins=st.integers(0, 23), hours=st.integers(1, 10), since=st.integers(-48, 48), allowed=short)
def test_a_clock_runs_through_every_change_of_summer_time(
    place: tuple[ZoneInfo, date], begins: int, hours: int, since: int, allowed: timedelta
) -> None:
    zone, day = place
    rest = RestSchedule(NightHours(begins, (begins + hours) % 24, zone))
    start = noon(day) + since * HOUR
    end = rest.runs_out(start, allowed)
    assert end <= rest.runs_out(start + HOUR / 2, allowed)
    assert rest.running(start, end) == allowed
    assert rest.resumes_at(end) == end


@MANY
@given(place=places(), begins=st.integers(0, 23), hours=st.integers(1, 10))
def test_nights_follow_each_other(place: tuple[ZoneInfo, date], begins: int, hours: int) -> None:
    zone, day = place
    night = NightHours(begins, (begins + hours) % 24, zone)
    (begin, end), (following, _end) = night.of(day), night.of(day + DAY)
    assert begin <= end < following
    assert end - begin >= hours * HOUR - max(offset_at(end, zone) - offset_at(begin - MINUTE, zone), timedelta())


@FEW
@given(night=st.none() | nights, off=spans, start=moments, allowed=spells)
def test_planned_vacation_count_as_if_they_had_always_been_planned(
    night: NightHours | None, off: tuple[datetime, datetime], start: datetime, allowed: timedelta
) -> None:
    rest, planned = RestSchedule(night), RestSchedule(night, (off,))
    before = rest.runs_out(start, allowed)
    if start <= off[0] < before:
        assert postponed(before, off, rest) == planned.runs_out(start, allowed)
        assert brought_forward(planned.runs_out(start, allowed), off, rest) == before


def test_hours_off_are_counted_in_the_year_they_lie_in() -> None:
    off = (datetime(2026, 12, 31, 20, tzinfo=UTC), datetime(2027, 1, 1, 2, tzinfo=UTC))
    assert [hours_in_year(off, year) for year in (2025, 2026, 2027)] == [0, 4, 2]
