"""Courtesies between the players of a match: more time for the player to move, and a nudge."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from accounts.services import blocked_between
from core import clock
from games.matches.errors import Blocked, MatchOver, NotWaiting, NudgedAlready
from games.matches.hooks import match_nudged
from games.matches.models import Match
from games.matches.play.clocks import rest_schedule, running_clock
from games.matches.play.downtime import turn_began
from games.matches.play.services import find_match, seat_in
from games.matches.play.updates import MatchColumns, update_if
from games.matches.time.schedule import RestSchedule
from games.rules import Seat

MORE_DAYS = timedelta(days=1)  # given in a correspondence match, on top of nights and vacation
MORE_SECONDS = timedelta(seconds=15)  # given in a live match
NUDGE_PAUSE = timedelta(days=1)  # from the opponent's turn to a nudge, and between two nudges


def may_give_time(match: Match, seat: Seat) -> bool:
    """Return whether this seat may give the opponent more time now: once in each turn of the opponent.

    In a live match, not before both players have made their first move, which is untimed. Raises RulesGone.
    """
    return _waits(match, seat) and offers_time(match, seat)


def offers_time(match: Match, seat: Seat) -> bool:
    """Return the same as `may_give_time` for any turn: on the player's own turn the page hides the button."""
    if not _runs_against_a_person(match, seat) or match.time_given_ply == match.ply:
        return False
    if not match.is_live:
        return True
    running = running_clock(match) if match.ply > 1 else None
    return running is not None and not running.first


def give_time(match_id: str, player: User) -> Match:
    """Give the opponent of this player `MORE_DAYS`, or in a live match `MORE_SECONDS`, on their turn; return the match.

    Idempotent within a turn. Raises Refused and Match.DoesNotExist.
    """
    while True:
        match, seat = _find(match_id, player)
        if match.time_given_ply == match.ply and match.to_move == seat.other:
            return match
        deadline = match.deadline_at
        if not may_give_time(match, seat) or deadline is None or deadline <= clock.now():
            raise NotWaiting
        expected: MatchColumns = {"ply": match.ply, "finished_at": None, "deadline_at": deadline}
        if after := update_if(match, expected=expected, changes=_more_time(match, seat.other, deadline)):
            return after


def may_nudge(match: Match, seat: Seat) -> bool:
    """Return whether this seat may nudge the opponent now: once a day, in correspondence."""
    return not match.is_live and _waits(match, seat) and clock.now() >= _nudge_from(match)


def nudge(match_id: str, player: User) -> Match:
    """Nudge the opponent of this player on their turn in a correspondence match; return the match.

    Raises Refused, such as NudgedAlready within `NUDGE_PAUSE`, and Match.DoesNotExist.
    """
    while True:
        match, seat = _find(match_id, player)
        now = clock.now()
        if match.is_live or not _waits(match, seat):
            raise NotWaiting
        if now < _nudge_from(match):
            raise NudgedAlready(_nudge_from(match), now)
        if blocked_between(match.first, match.second):
            raise Blocked
        expected: MatchColumns = {"ply": match.ply, "finished_at": None, "nudged_at": match.nudged_at}
        with transaction.atomic():
            if after := update_if(match, expected=expected, changes={"nudged_at": now}):
                match_nudged.enqueue(after)
                return after


def was_nudged(match: Match) -> bool:
    """Return whether the player to move was nudged in this turn."""
    return match.nudged_at is not None and match.nudged_at >= match.moved_at


def _waits(match: Match, seat: Seat) -> bool:
    """Return whether the opponent of this seat is a person and to move."""
    return match.to_move == seat.other and _runs_against_a_person(match, seat)


def _runs_against_a_person(match: Match, seat: Seat) -> bool:
    return match.finished_at is None and not match.is_gathering and not match.player(seat.other).is_computer


def _nudge_from(match: Match) -> datetime:
    return max(turn_began(match), match.nudged_at or match.moved_at) + NUDGE_PAUSE


def _more_time(match: Match, seat: Seat, deadline: datetime) -> MatchColumns:
    """Return the columns that give this seat, which is to move, more time."""
    left = match.left(seat)
    if left is None:
        schedule = rest_schedule(match.player(seat), deadline) if match.time_control.rests else RestSchedule()
        return {"deadline_at": schedule.runs_out(deadline, MORE_DAYS), "time_given_ply": match.ply}
    changes: MatchColumns = {"deadline_at": deadline + MORE_SECONDS, "time_given_ply": match.ply}
    if seat is Seat.FIRST:
        return {**changes, "first_left": left + MORE_SECONDS}
    return {**changes, "second_left": left + MORE_SECONDS}


def _find(match_id: str, player: User) -> tuple[Match, Seat]:
    match = find_match(match_id)
    seat = seat_in(match, player)
    if match.finished_at:
        raise MatchOver
    return match, seat
