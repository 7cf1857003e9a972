"""Rest schedules of correspondence clocks, as plain values: nights, vacations, and when a clock runs out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from core.clock import daily_hours

LONGEST_NIGHT = timedelta(hours=10)
VACATION_DAYS = 30  # for each player in a calendar year
MOST_AUTOMATIC_VACATION = timedelta(hours=48)  # for each player in a match
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
NOTHING = timedelta(0)

Span = tuple[datetime, datetime]


@dataclass(frozen=True)
class NightHours:
    """The full hours, each from 0 to 23, at which a player's night begins and ends, in the player's time zone."""

    begins: int
    ends: int
    zone: tzinfo

    def of(self, day: date) -> Span:
        """Return the night that begins on this day, in UTC; one that the clocks skip is empty."""
        return daily_hours(day, time(self.begins), time(self.ends), self.zone)

    def since(self, moment: datetime) -> Iterator[Span]:
        """Yield the nights that end after this moment, in order; the iterator is infinite."""
        day = moment.astimezone(self.zone).date() - 2 * DAY
        while True:
            night = self.of(day)
            if night[1] > moment:
                yield night
            day += DAY


@dataclass(frozen=True)
class RestSchedule:
    """When the correspondence clocks of one player rest: every night, and during these planned vacations."""

    night: NightHours | None = None
    vacations: tuple[Span, ...] = ()

    def resumes_at(self, moment: datetime) -> datetime:
        """Return this moment if the clock runs then, else the end of its rest."""
        while later := max((end for begin, end in self._around(moment) if begin <= moment < end), default=None):
            moment = later
        return moment

    def running(self, begin: datetime, end: datetime) -> timedelta:
        """Return how long the clock runs between the two moments."""
        ran = NOTHING
        while (begin := self.resumes_at(begin)) < end:
            stop = min(end, self._pauses_at(begin))
            ran += stop - begin
            begin = stop
        return ran

    def runs_out(self, begin: datetime, allowed: timedelta) -> datetime:
        """Return when a clock that starts at `begin` with `allowed` on it has run out; never a moment of rest."""
        begin = self.resumes_at(begin)
        while (stop := self._pauses_at(begin)) - begin <= allowed:
            allowed -= stop - begin
            begin = self.resumes_at(stop)
        return begin + allowed

    def _around(self, moment: datetime) -> Iterator[Span]:
        """Yield all vacations, and the first night that ends after this moment: any rest around it is among them."""
        yield from self.vacations
        if self.night:
            yield next(self.night.since(moment))

    def _pauses_at(self, moment: datetime) -> datetime:
        """Return when the next rest after this moment begins; the greatest datetime if there is none."""
        begins = [begin for begin, _end in self.vacations if begin > moment]
        if self.night:
            begins.append(next(begin for begin, _end in self.night.since(moment) if begin > moment))
        return min(begins, default=datetime.max.replace(tzinfo=UTC))


NEVER_RESTS = RestSchedule()


def postponed(deadline: datetime, vacation: Span, schedule: RestSchedule) -> datetime:
    """Return the deadline when this vacation, which is not part of the schedule, is added to it."""
    begin, end = vacation
    if deadline < begin:
        return deadline
    remainder = schedule.running(begin, deadline)
    return RestSchedule(schedule.night, (*schedule.vacations, vacation)).runs_out(end, remainder)


def brought_forward(deadline: datetime, vacation: Span, schedule: RestSchedule) -> datetime:
    """Return the deadline when this vacation, which is no longer part of the schedule, has been cancelled."""
    begin, end = vacation
    if deadline < begin:
        return deadline
    remainder = schedule.running(end, deadline) if deadline > end else NOTHING
    return schedule.runs_out(begin, remainder)


def hours_in_year(span: Span, year: int) -> int:
    """Return how many hours of this span, rounded up, lie in the calendar year (UTC)."""
    begin = max(span[0], datetime(year, 1, 1, tzinfo=UTC))
    end = min(span[1], datetime(year + 1, 1, 1, tzinfo=UTC))
    return max(0, -((begin - end) // HOUR))
