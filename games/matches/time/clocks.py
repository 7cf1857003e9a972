"""The clocks of a match: its row put as the values that `timing` reckons with, and the columns that come out."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from accounts.models import User
from games.matches import positions
from games.matches.models import Match, Vacation
from games.matches.terms import MatchTerms
from games.matches.time.timing import (
    FIRST_MOVE,
    GATHERING,
    GRACE,
    Live,
    Night,
    Rest,
    latest_end_live,
    latest_end_over_days,
)
from games.rules import PlayedMove, Seat

Columns = dict[str, object]


def column(seat: Seat, name: str) -> str:
    """The name of this seat's own column, such as `first_left`."""
    return f"{seat.name.lower()}_{name}"


def night_of(player: User) -> Night | None:
    """When the player sleeps; None for whoever has not said."""
    if player.night_begins is None or player.night_ends is None:
        return None
    return Night(player.night_begins, player.night_ends, player.zone)


def rest_of(player: User, now: datetime) -> Rest:
    """When the player's clocks over days rest from now on: at night, and on planned days off.

    Automatic vacation is no such rest: it moves the deadline of a match only where that would be lost (`excuse`).
    """
    planned = Vacation.objects.filter(player=player, ends_at__gt=now, planned=True)
    leaves = planned.values_list("begins_at", "ends_at")
    return Rest(night_of(player), tuple(leaves))


def clock_of(match: Match) -> Live | None:
    """The clock of the player to move in a live match; None over days, and before both are there."""
    seat = Seat(match.to_move)
    left = match.left(seat)
    if match.increment is None or left is None or match.clock_since is None:
        return None
    return Live(left, match.increment, match.clock_since, first=not has_moved(positions.replay(match).turns, seat))


def has_moved(turns: Iterable[PlayedMove], seat: Seat) -> bool:
    """Whether one of the turns is this seat's."""
    return any(turn.seat is seat for turn in turns)


def at_the_start(match: Match, now: datetime) -> Columns:
    """The columns of the clocks of a match that is agreed on now; a computer player is at its board."""
    if match.is_live:
        both = dict.fromkeys(("first_left", "second_left"), match.pace)
        away = {column(seat, "gone_at"): None if match.player(seat).is_computer else now for seat in Seat}
        return {**both, **away, "deadline_at": now + GATHERING}
    return {"deadline_at": _over_days(match, match.player(Seat(match.to_move)), now)}


def when_both_are_there(match: Match, now: datetime) -> Columns:
    """The columns when a live match begins."""
    return {"clock_since": now, "deadline_at": now + FIRST_MOVE + GRACE}


def after_move(match: Match, turns: tuple[PlayedMove, ...], to_move: Seat, now: datetime) -> Columns:
    """The columns after the last of these turns, when `to_move` is next."""
    clock = clock_of(match)
    if clock is None:
        return {"deadline_at": _over_days(match, match.player(to_move), now)}
    mover = Seat(match.to_move)
    holds = {seat: match.left(seat) or match.pace for seat in Seat} | {mover: clock.after_move(now)}
    following = Live(holds[to_move], clock.increment, now, first=not has_moved(turns, to_move))
    return {
        "clock_since": now,
        "deadline_at": following.deadline,
        column(mover, "left"): holds[mover],
        column(mover, "gone_at"): None,
    }


def latest_end(match: Match) -> datetime | None:
    """When the match is over at the latest; None where its game may go on without end."""
    moves = match.game.longest(match.options)
    if moves is None:
        return None
    if match.increment is not None:
        return latest_end_live(match.started_at, match.pace, match.increment, moves)
    return latest_end_over_days(match.started_at, match.pace, moves, rests=match.rests)


def _over_days(agreement: MatchTerms, player: User, now: datetime) -> datetime:
    rest = rest_of(player, now) if agreement.rests else Rest()
    return rest.runs_out(now, agreement.pace)
