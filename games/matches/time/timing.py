"""Time control as plain values: when a clock runs out, what a move costs, and when a match is over at the latest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

GATHERING = timedelta(minutes=3)  # for both players of a live match to come to the board
FIRST_MOVE = timedelta(minutes=1)  # for each player's first move in a live match; it costs nothing of the clock
GRACE = timedelta(seconds=1)  # for the line: a move that comes so late has still come in time
LONGEST_NIGHT = timedelta(hours=10)
DAYS_OFF = 30  # for each player in a calendar year
MOST_EXCUSED = timedelta(hours=48)  # of automatic vacation, for each player in a match
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
NOTHING = timedelta(0)

Span = tuple[datetime, datetime]


@dataclass(frozen=True)
class Night:
    """The hours, each from 0 to 23, between which somebody sleeps every night, by the clocks of where they live."""

    begins: int
    ends: int
    zone: tzinfo

    def of(self, day: date) -> Span:
        """The night that begins on this day; the hour that a change of the clocks repeats belongs to it whole."""
        morning = day if self.begins < self.ends else day + DAY
        begin = datetime.combine(day, time(self.begins), self.zone)
        end = datetime.combine(morning, time(self.ends, fold=1), self.zone)
        return begin.astimezone(UTC), end.astimezone(UTC)

    def since(self, moment: datetime) -> Iterator[Span]:
        """The nights that end after this moment, in their order and without end."""
        day = moment.astimezone(self.zone).date() - 2 * DAY
        while True:
            night = self.of(day)
            if night[1] > moment:
                yield night
            day += DAY


@dataclass(frozen=True)
class Rest:
    """When the clock of one player rests over days: every night, and in these spans of planned days off."""

    night: Night | None = None
    off: tuple[Span, ...] = ()

    def wakes_at(self, moment: datetime) -> datetime:
        """The first moment from this one on at which the clock does not rest."""
        while later := max((end for begin, end in self._around(moment) if begin <= moment < end), default=None):
            moment = later
        return moment

    def running(self, begin: datetime, end: datetime) -> timedelta:
        """How long the clock runs between the two moments."""
        ran = NOTHING
        while (begin := self.wakes_at(begin)) < end:
            stop = min(end, self._sleeps_at(begin))
            ran += stop - begin
            begin = stop
        return ran

    def runs_out(self, begin: datetime, allowed: timedelta) -> datetime:
        """The moment at which a clock that holds so much and starts now has run down; never while it rests."""
        begin = self.wakes_at(begin)
        while (stop := self._sleeps_at(begin)) - begin <= allowed:
            allowed -= stop - begin
            begin = self.wakes_at(stop)
        return begin + allowed

    def _around(self, moment: datetime) -> Iterator[Span]:
        """The nights and days off that may hold this moment."""
        yield from self.off
        if self.night:
            yield next(self.night.since(moment))

    def _sleeps_at(self, moment: datetime) -> datetime:
        """When the rest after this moment begins."""
        begins = [begin for begin, _end in self.off if begin > moment]
        if self.night:
            begins.append(next(begin for begin, _end in self.night.since(moment) if begin > moment))
        return min(begins, default=datetime.max.replace(tzinfo=UTC))


def postponed(deadline: datetime, off: Span, rest: Rest) -> datetime:
    """The deadline once this span, not yet part of `rest`, is spent resting as well: what is left then waits."""
    begin, end = off
    if deadline < begin:
        return deadline
    left = rest.running(begin, deadline)
    return Rest(rest.night, (*rest.off, off)).runs_out(end, left)


def brought_forward(deadline: datetime, off: Span, rest: Rest) -> datetime:
    """The deadline once this span, not part of `rest` any more, is not spent resting after all."""
    begin, end = off
    if deadline < begin:
        return deadline
    left = rest.running(end, deadline) if deadline > end else NOTHING
    return rest.runs_out(begin, left)


@dataclass(frozen=True)
class Live:
    """The clock of the player to move in a live match: what it holds, and since when it is that player's turn."""

    left: timedelta
    increment: timedelta
    since: datetime
    first: bool  # the player has not moved before: the clock stands, but the move must come soon

    @property
    def runs_out(self) -> datetime:
        """When it is too late by the clock on the page."""
        return self.since + (FIRST_MOVE if self.first else self.left)

    @property
    def deadline(self) -> datetime:
        """When the match is over without a move: the grace for the line is given."""
        return self.runs_out + GRACE

    def after_move(self, now: datetime) -> timedelta:
        """What the clock holds after a move at this moment; a first move costs and brings nothing."""
        if self.first:
            return self.left
        return max(self.left - max(now - self.since, NOTHING), NOTHING) + self.increment


def latest_end_live(began: datetime, pace: timedelta, increment: timedelta, moves: int) -> datetime:
    """When a live match of at most so many moves is over at the latest, from when it was agreed on."""
    return began + GATHERING + 2 * (FIRST_MOVE + pace) + moves * (increment + GRACE)


def latest_end_over_days(began: datetime, pace: timedelta, moves: int, *, rests: bool) -> datetime:
    """When a match over days of at most so many moves is over at the latest, if every move takes all its time.

    Where clocks rest, both players sleep as long as one may and take all days off of every year that it touches.
    """
    if not rests:
        return began + moves * pace
    nights = pace // (DAY - LONGEST_NIGHT) + 1
    played = moves * (pace + nights * LONGEST_NIGHT) + 2 * DAY  # spare hours for the days when clocks are changed
    years = 1
    while (end := began + played + years * 2 * DAYS_OFF * DAY).year - began.year >= years:
        years = end.year - began.year + 1
    return end


def hours_in_year(off: Span, year: int) -> int:
    """How many whole hours of this span lie in the calendar year (UTC)."""
    begin = max(off[0], datetime(year, 1, 1, tzinfo=UTC))
    end = min(off[1], datetime(year + 1, 1, 1, tzinfo=UTC))
    return max(0, -((begin - end) // HOUR))
