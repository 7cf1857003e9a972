"""The clocks of a match as one immutable value, whatever its time control; every change returns a new one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

from core.clock import daily_hours
from games.matches.time.control import DAY, FIRST_MOVE, GATHERING, GRACE, HOUR, NOTHING, TimeControl
from games.rules import Seat

LONGEST_NIGHT = timedelta(hours=10)
VACATION_DAYS = 30  # for each player in a calendar year

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


T = TypeVar("T")
_DOWNTIME = re.compile(r"(\d+):(\d+) ")


class Pair(NamedTuple, Generic[T]):
    """One value for each seat."""

    first: T
    second: T

    def of(self, seat: Seat) -> T:
        """Return the value of this seat."""
        return self[seat.index]

    def put(self, seat: Seat, value: T) -> Pair[T]:
        """Return the pair with the value of this seat replaced."""
        return Pair(*seat.put(self, value))


@dataclass(frozen=True)
class Downtime:
    """A time when the site was down during a match: after which move, and how long."""

    ply: int
    seconds: int

    @staticmethod
    def all_in(text: str) -> list[Downtime]:
        """Return the downtimes that a match has stored, in order: "12:94 " means 94 seconds after move 12."""
        return [Downtime(int(ply), int(seconds)) for ply, seconds in _DOWNTIME.findall(text)]


NO_CLOCKS: Pair[timedelta | None] = Pair(None, None)
BOTH_PRESENT: Pair[datetime | None] = Pair(None, None)
NO_VACATION = Pair(NOTHING, NOTHING)


@dataclass(frozen=True)
class Clock:
    """The clocks of both players: whose turn it is, since when, and when that player loses without a move.

    A clock stands still during its player's first move in a live match, which is limited by `FIRST_MOVE` instead.
    Methods that depend on it get `moved`: for each seat, whether it has made a move. `rests` says when the clock of the
    player to move next rests.
    """

    control: TimeControl
    to_move: Seat
    deadline: datetime | None  # of the player to move; live, before both have arrived, of the match; None after its end
    since: datetime | None  # when the turn began, moved by downtimes of the site; live, None until both have arrived
    left: Pair[timedelta | None] = NO_CLOCKS  # on each live clock when it last stopped, or in each reserve
    away_since: Pair[datetime | None] = BOTH_PRESENT  # live: since when each player is absent; None while present
    vacation_spent: Pair[timedelta] = NO_VACATION  # correspondence: automatic vacation taken for this match

    @classmethod
    def started(
        cls,
        control: TimeControl,
        to_move: Seat,
        now: datetime,
        away_since: Pair[datetime | None],
        *,
        gathering: timedelta = GATHERING,
        rests: RestSchedule = NEVER_RESTS,
    ) -> Clock:
        """Return the clocks of a new match. Live, the players who are away have the time `gathering` to arrive."""
        if control.is_live:
            return cls(control, to_move, now + gathering, None, Pair(control.full, control.full), away_since)
        deadline = rests.runs_out(now, control.turn_limit(control.full))
        return cls(control, to_move, deadline, now, Pair(control.full, control.full))

    def begun(self, now: datetime) -> Clock:
        """Return the clocks of a live match, in which both players are present and the first turn begins now."""
        return replace(self, since=now, deadline=now + FIRST_MOVE + GRACE, away_since=BOTH_PRESENT)

    def present(self, seat: Seat) -> Clock:
        """Return the clocks with the player of this seat present."""
        return replace(self, away_since=self.away_since.put(seat, None))

    def runs_out(self, moved: Pair[bool]) -> datetime | None:
        """Return when the live clock of the player to move shows zero; None where none runs."""
        if not self.control.is_live or self.since is None:
            return None
        if not moved.of(self.to_move):
            return self.since + FIRST_MOVE
        return self.since + self.control.turn_limit(self.left.of(self.to_move))

    def has_run_out(self, now: datetime) -> bool:
        """Return whether the player to move has lost on time, unless more time can be given."""
        return self.deadline is not None and self.deadline <= now

    def after_move(
        self,
        now: datetime,
        to_move: Seat,
        moved: Pair[bool],
        rests: RestSchedule = NEVER_RESTS,
        movers_rests: RestSchedule = NEVER_RESTS,
    ) -> Clock:
        """Return the clocks after a move at `now`; `to_move` is next, and `moved` is as before the move.

        The mover of a live match is present, and loses `GRACE` later than the clock shows, for network latency. A
        reserve holds no more than the time until the mover's deadline, without the rests of `movers_rests`: so what was
        added to that, such as a gift of the opponent or a downtime, is used up before it.
        """
        left = self.left.of(self.to_move)
        if not self.control.is_live or self.since is None or left is None:
            reserves = self.stopped(now, movers_rests).left
            deadline = rests.runs_out(now, self.control.turn_limit(reserves.of(to_move)))
            return replace(self, to_move=to_move, since=now, left=reserves, deadline=deadline)
        if moved.of(self.to_move):
            left = self.control.after_move(left, max(now - self.since, NOTHING))
        present, left_of = self.away_since.put(self.to_move, None), self.left.put(self.to_move, left)
        after = replace(self, to_move=to_move, since=now, away_since=present, left=left_of)
        zero = after.runs_out(moved.put(self.to_move, True))
        return replace(after, deadline=zero and zero + GRACE)

    def stopped(self, now: datetime, movers_rests: RestSchedule = NEVER_RESTS) -> Clock:
        """Return the clocks of correspondence without a deadline, as the mover has decided; see `after_move`."""
        left = self.left.of(self.to_move)
        if left is not None and self.deadline:
            left = min(left, movers_rests.running(now, self.deadline))
        return replace(self, deadline=None, left=self.left.put(self.to_move, left))

    def with_gift(self, rests: RestSchedule = NEVER_RESTS) -> Clock:
        """Return the clocks with more time for the player to move, as much as the opponent may give at once."""
        gift = self.control.gift
        left = self.left.of(self.to_move) if self.control.is_live else None
        deadline = self.deadline and rests.runs_out(self.deadline, gift)
        return replace(
            self, deadline=deadline, left=self.left if left is None else self.left.put(self.to_move, left + gift)
        )

    def on_vacation(self, until: datetime, spent: timedelta) -> Clock:
        """Return the clocks with the deadline at the end of a rest, of which `spent` counts as automatic vacation."""
        spent += self.vacation_spent.of(self.to_move)
        return replace(self, deadline=until, vacation_spent=self.vacation_spent.put(self.to_move, spent))


@dataclass(frozen=True)
class ClockFace:
    """One player's clock: what it shows, and when it runs out; None while it is stopped."""

    left: timedelta
    runs_out: datetime | None


class WaitCase(Enum):
    """What happens to a live match unless a player acts."""

    GATHERING = "gathering"  # cancelled, if the players have not both arrived in time
    FIRST = "first"  # cancelled, if it gets no first move in time
    SECOND = "second"  # lost by the player to move, if that player's first move is not made in time
    LOSING = "losing"  # lost by the player to move, who has left
    WAITING = "waiting"  # nothing: the absent player is not to move


@dataclass(frozen=True)
class WaitNotice:
    """A notice about players whom a live match waits for.

    `case` is the value of a `WaitCase`; `names` are those of the absent players but the viewer; `until` is when the
    case takes effect, None if nothing follows.
    """

    case: str
    names: tuple[str, ...]
    until: datetime | None


def clock_face(clock: Clock, seat: Seat, now: datetime, moved: Pair[bool]) -> ClockFace | None:
    """Return the clock of this seat in a running match; None in correspondence. `moved` is as in `Clock`."""
    left, runs_out = clock.left.of(seat), clock.runs_out(moved)
    if left is None:
        return None
    if runs_out is None or seat is not clock.to_move or not moved.of(seat):
        return ClockFace(left, None)
    return ClockFace(max(runs_out - now, NOTHING), runs_out)


def wait_notice(clock: Clock, viewer: Seat | None, names: tuple[str, str], moved: Pair[bool]) -> WaitNotice | None:
    """Return the notice about absent players or a first move that is due in a running live match, else None.

    `names` are those of the players by seat; `moved` is as in `Clock`.
    """
    away = [seat for seat in Seat if seat is not viewer and clock.away_since.of(seat)]
    absent = tuple(names[seat.index] for seat in away)
    runs_out = clock.runs_out(moved)
    if runs_out is None:
        return WaitNotice(WaitCase.GATHERING.value, absent, clock.deadline)
    if not moved.of(clock.to_move):
        return WaitNotice((WaitCase.SECOND if any(moved) else WaitCase.FIRST).value, absent, runs_out)
    if not away:
        return None
    if clock.to_move in away:
        return WaitNotice(WaitCase.LOSING.value, absent, runs_out)
    return WaitNotice(WaitCase.WAITING.value, absent, None)
