"""Draws by agreement: offered by one player, accepted or declined by the other, in games that allow it."""

from __future__ import annotations

from accounts.models import User
from core import clock
from games.matches.errors import MatchOver, NoDrawOffer, NoDraws
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play import positions
from games.matches.play.services import find_match, seat_in
from games.matches.play.updates import MatchColumns, end_columns, update_if
from games.rules import Seat

FEWEST_MOVES = 2  # of both players together, before a draw may be offered


def may_offer_draw(match: Match) -> bool:
    """Return whether a draw may be offered or answered now: once a turn, by either player; raises RulesGone."""
    if match.draw_offered_by is None and match.draw_offered_ply == match.ply:
        return False  # the offer of this turn was declined or withdrawn
    computer = match.first.is_computer or match.second.is_computer
    return match.game.draws_by_agreement and not match.finished_at and match.ply >= FEWEST_MOVES and not computer


def offer_draw(match_id: str, player: User) -> Match:
    """Offer the opponent a draw, or accept the one that the opponent offers; return the match as it then stands.

    The offer stands until the opponent accepts, declines or moves; there is no other one in the same turn. Idempotent.
    Raises Refused and Match.DoesNotExist.
    """
    match, seat = _find(match_id, player, over=Ending.AGREED)
    while match.draw_offered_by is None and not match.finished_at:
        if not may_offer_draw(match):
            raise NoDraws
        if after := update_if(match, expected=_as_it_is(match), changes=_offer(match, seat)):
            return after
        match, seat = _find(match_id, player, over=Ending.AGREED)  # a move, the end or the opponent's offer came first
    return accept_draw(match_id, player) if match.draw_offered_by == seat.other else match


def accept_draw(match_id: str, player: User) -> Match:
    """End the match as a draw, which the opponent has offered, and return it. Idempotent.

    Raises Refused, such as NoDrawOffer where the offer has lapsed, and Match.DoesNotExist.
    """
    match, seat = _find(match_id, player, over=Ending.AGREED)
    while not match.finished_at:
        if match.draw_offered_by != seat.other:
            raise NoDrawOffer
        with positions.stored_match():
            end = match.game.agree_draw(positions.replay(match).position)
        changes = end_columns(end, Ending.AGREED, clock.now())
        if after := update_if(match, expected=_as_it_is(match), changes=changes):
            return after
        match, seat = _find(match_id, player, over=Ending.AGREED)
    return match


def decline_draw(match_id: str, player: User) -> Match:
    """Decline the draw that the opponent offers, or withdraw the player's own offer; return the match. Idempotent.

    Raises Refused and Match.DoesNotExist.
    """
    match, _seat = _find(match_id, player)
    while match.draw_offered_by:
        if after := update_if(match, expected=_as_it_is(match), changes={"draw_offered_by": None}):
            return after
        match, _seat = _find(match_id, player)
    return match


def _find(match_id: str, player: User, over: Ending | None = None) -> tuple[Match, Seat]:
    """Return the match and the player's seat; raises NotPlaying, and MatchOver unless it ended that way."""
    match = find_match(match_id)
    seat = seat_in(match, player)
    if match.finished_at and match.ended is not over:
        raise MatchOver
    return match, seat


def _offer(match: Match, seat: Seat) -> MatchColumns:
    return {"draw_offered_by": seat, "draw_offered_ply": match.ply}


def _as_it_is(match: Match) -> MatchColumns:
    """Return the expected values of `update_if`: a move, the end or another answer makes it fail."""
    return {"ply": match.ply, "finished_at": None, "draw_offered_by": match.draw_offered_by}
