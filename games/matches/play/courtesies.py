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
from games.matches.play import positions
from games.matches.play.services import find_match, seat_in
from games.matches.play.updates import MatchColumns, clock_changes, update_if
from games.matches.play.vacation import rest_schedule
from games.matches.time.schedule import NEVER_RESTS
from games.rules import Seat

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
    return match.ply > 1 and positions.have_moved(positions.replay(match).turns).of(Seat(match.to_move))


def give_time(match_id: str, player: User) -> Match:
    """Give the opponent of this player more time on their turn, the `gift` of the time control; return the match.

    Idempotent within a turn. Raises Refused and Match.DoesNotExist.
    """
    while True:
        match, seat = _find(match_id, player)
        if match.time_given_ply == match.ply and match.to_move == seat.other:
            return match
        clocks, now = match.clock, clock.now()
        if not may_give_time(match, seat) or clocks.deadline is None or clocks.has_run_out(now):
            raise NotWaiting
        rests = clocks.control.rests
        schedule = rest_schedule(match.player(seat.other), clocks.deadline) if rests else NEVER_RESTS
        changes: MatchColumns = {**clock_changes(match, clocks.with_gift(schedule)), "time_given_ply": match.ply}
        expected: MatchColumns = {"ply": match.ply, "finished_at": None, "deadline_at": clocks.deadline}
        if after := update_if(match, expected=expected, changes=changes):
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
    return max(match.clock.since or match.moved_at, match.nudged_at or match.moved_at) + NUDGE_PAUSE


def _find(match_id: str, player: User) -> tuple[Match, Seat]:
    match = find_match(match_id)
    seat = seat_in(match, player)
    if match.finished_at:
        raise MatchOver
    return match, seat
