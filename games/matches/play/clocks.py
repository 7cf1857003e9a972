"""The clocks of a match: the deadline and the clock columns of its row, computed by its time control."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypedDict

from accounts.models import User
from games.matches.models import Match, Vacation
from games.matches.play import positions
from games.matches.time.control import FIRST_MOVE, GATHERING, GRACE, LiveControl, TimeControl
from games.matches.time.schedule import NOTHING, NightHours, RestSchedule, Span
from games.rules import PlayedMove, Seat


class ClockColumns(TypedDict, total=False):
    """The columns of a match that its clocks change."""

    deadline_at: datetime
    clock_since: datetime
    first_left: timedelta
    second_left: timedelta
    first_away_since: datetime | None
    second_away_since: datetime | None


@dataclass(frozen=True)
class RunningClock:
    """The clock of the player to move in a live match: what it held when the turn began, and when that was."""

    control: LiveControl
    left: timedelta
    since: datetime
    first: bool  # whether it is the player's first move: the clock stands, and the limit is `FIRST_MOVE`

    @property
    def runs_out(self) -> datetime:
        """When the clock on the page shows zero."""
        return self.since + (FIRST_MOVE if self.first else self.left)

    @property
    def deadline(self) -> datetime:
        """When the player loses without a move: `GRACE` later, to allow for network latency."""
        return self.runs_out + GRACE

    def after_move(self, now: datetime) -> timedelta:
        """Return the time left on the clock after a move at this moment; a first move leaves it unchanged."""
        return self.left if self.first else self.control.after_move(self.left, max(now - self.since, NOTHING))


def night_of(player: User) -> NightHours | None:
    """Return when the player sleeps; None where that is not set."""
    if player.night_begins is None or player.night_ends is None:
        return None
    return NightHours(player.night_begins, player.night_ends, player.zone)


def rest_schedule(player: User, now: datetime) -> RestSchedule:
    """Return when the player's correspondence clocks rest from now on: at night, and on planned vacation.

    Automatic vacation is not part of it: it moves the deadline of a match only where that would be missed
    (`spend_vacation`).
    """
    planned = Vacation.objects.filter(player=player, ends_at__gt=now, planned=True)
    return RestSchedule(night_of(player), tuple(planned.values_list("begins_at", "ends_at")))


def rest_schedules(players: Collection[int], now: datetime) -> dict[int, RestSchedule]:
    """Return `rest_schedule` of several players by primary key, read in two queries for all."""
    if not players:
        return {}
    vacations: dict[int, list[Span]] = defaultdict(list)
    planned = Vacation.objects.filter(player__in=players, ends_at__gt=now, planned=True)
    for player, begins_at, ends_at in planned.values_list("player", "begins_at", "ends_at"):
        vacations[player].append((begins_at, ends_at))
    sleepers = User.objects.filter(pk__in=players).only("night_begins", "night_ends", "time_zone", "last_zone")
    return {player.pk: RestSchedule(night_of(player), tuple(vacations[player.pk])) for player in sleepers}


def running_clock(match: Match, turns: tuple[PlayedMove, ...] | None = None) -> RunningClock | None:
    """Return the clock of the player to move in a live match; None otherwise, and before both players have arrived.

    `turns` are those made so far, where they are at hand.
    """
    seat, control = Seat(match.to_move), match.time_control
    left = match.left(seat)
    if not isinstance(control, LiveControl) or left is None or match.clock_since is None:
        return None
    first = not has_moved(positions.replay(match).turns if turns is None else turns, seat)
    return RunningClock(control, left, match.clock_since, first=first)


def has_moved(turns: Iterable[PlayedMove], seat: Seat) -> bool:
    """Return whether one of the turns is this seat's."""
    return any(turn.seat is seat for turn in turns)


def set_clocks(match: Match, now: datetime, gathering: timedelta = GATHERING) -> None:
    """Set the clocks of a new match that is not saved yet; computer players count as arrived.

    Live, the players have the time `gathering` to arrive.
    """
    control = match.time_control
    if isinstance(control, LiveControl):
        match.first_left = match.second_left = control.initial
        for seat in Seat:
            match.set_away_since(seat, None if match.player(seat).is_computer else now)
        match.deadline_at = now + gathering
    else:
        match.deadline_at = _turn_deadline(control, match.player(Seat(match.to_move)), now)


def when_both_arrived(now: datetime) -> ClockColumns:
    """Return the columns of a live match that begins now."""
    return {"clock_since": now, "deadline_at": now + FIRST_MOVE + GRACE}


def after_move(
    match: Match, turns: tuple[PlayedMove, ...], to_move: Seat, now: datetime, schedule: RestSchedule
) -> ClockColumns:
    """Return the columns after the last of these turns, made at `now`.

    `to_move` is next, and in correspondence the clock of that player rests by `schedule`.
    """
    clock = running_clock(match, turns[:-1])
    if clock is None:
        return {"deadline_at": schedule.runs_out(now, match.time_control.turn_limit(None))}
    mover = Seat(match.to_move)
    left = clock.after_move(now)
    next_left = left if to_move is mover else match.left(to_move)
    if next_left is None:
        next_left = clock.control.initial
    following = RunningClock(clock.control, next_left, now, first=not has_moved(turns, to_move))
    columns: ClockColumns = {"clock_since": now, "deadline_at": following.deadline}
    if mover is Seat.FIRST:
        return {**columns, "first_left": left, "first_away_since": None}
    return {**columns, "second_left": left, "second_away_since": None}


def _turn_deadline(control: TimeControl, player: User, now: datetime) -> datetime:
    """Return the deadline of a correspondence turn that starts now."""
    schedule = rest_schedule(player, now) if control.rests else RestSchedule()
    return schedule.runs_out(now, control.turn_limit(None))
