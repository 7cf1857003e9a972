"""Matches that are lost without a move: by resignation or on time; before the first move they are cancelled."""

from __future__ import annotations

from datetime import datetime

from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play import positions
from games.matches.play.starts import absent_seat, to_blame
from games.matches.play.updates import MatchColumns, end_columns, update_if
from games.rules import Seat


def forfeit(match: Match, seat: Seat, ending: Ending, now: datetime) -> Match | None:
    """End the match as lost by this seat, or cancel it before its first move, and return it; None if it has changed."""
    try:
        position = positions.replay(match).position
        no_one_came = ending is Ending.TIME and match.is_gathering and absent_seat(match) is None
        actual = Ending.ABORTED if match.may_be_cancelled or no_one_came else ending
        with positions.stored_match():
            changes = end_columns(actual.applied(match.game, position, seat.other), actual, now)
    except RulesGone:
        if ending is not Ending.RESIGNED:
            raise
        changes = _resignation_without_rules(match, seat, now)
    if not match.ply:
        changes["counts"] = changes["scores"] = False
        changes["called_off_by"] = to_blame(match, seat, ending)
    return update_if(match, changes=changes)


def _resignation_without_rules(match: Match, seat: Seat, now: datetime) -> MatchColumns:
    """Return the columns of a resignation without the rules: the points stay as stored, and no rating changes."""
    return {
        "draw_offered_by": None,
        "deadline_at": None,
        "finished_at": now,
        "counts": False,
        "scores": False,
        "ending": Ending.ABORTED if match.may_be_cancelled else Ending.RESIGNED,
        "winner": None if match.may_be_cancelled else seat.other,
    }
