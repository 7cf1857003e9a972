"""The clocks of a match as one immutable value, whatever its time control; every change returns a new one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Generic, NamedTuple, TypeVar

from games.matches.time.control import FIRST_MOVE, GATHERING, GRACE, TimeControl
from games.matches.time.schedule import NEVER_RESTS, NOTHING, RestSchedule
from games.rules import Seat

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
    left: Pair[timedelta | None] = NO_CLOCKS  # live: on each clock when it last stopped
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
        return cls(control, to_move, rests.runs_out(now, control.turn_limit(None)), now)

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

    def after_move(self, now: datetime, to_move: Seat, moved: Pair[bool], rests: RestSchedule = NEVER_RESTS) -> Clock:
        """Return the clocks after a move at `now`; `to_move` is next, and `moved` is as before the move.

        The mover of a live match is present, and loses `GRACE` later than the clock shows, for network latency.
        """
        after = replace(self, to_move=to_move, since=now)
        left = self.left.of(self.to_move)
        if not self.control.is_live or self.since is None or left is None:
            return replace(after, deadline=rests.runs_out(now, self.control.turn_limit(None)))
        if moved.of(self.to_move):
            left = self.control.after_move(left, max(now - self.since, NOTHING))
        after = replace(after.present(self.to_move), left=self.left.put(self.to_move, left))
        zero = after.runs_out(moved.put(self.to_move, True))
        return replace(after, deadline=zero and zero + GRACE)

    def with_gift(self, rests: RestSchedule = NEVER_RESTS) -> Clock:
        """Return the clocks with more time for the player to move, as much as the opponent may give at once."""
        gift, left = self.control.gift, self.left.of(self.to_move)
        deadline = self.deadline and rests.runs_out(self.deadline, gift)
        return replace(
            self, deadline=deadline, left=self.left if left is None else self.left.put(self.to_move, left + gift)
        )

    def on_vacation(self, until: datetime, spent: timedelta) -> Clock:
        """Return the clocks with the deadline at the end of a rest, of which `spent` counts as automatic vacation."""
        spent += self.vacation_spent.of(self.to_move)
        return replace(self, deadline=until, vacation_spent=self.vacation_spent.put(self.to_move, spent))
