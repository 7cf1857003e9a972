"""Claimed wins: the leader ends a match in which the opponent keeps waiting and can no longer catch up."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from core import clock
from games.matches.errors import MatchOver, NotDecided, TooSoon
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play import positions
from games.matches.play.services import find_match, seat_in
from games.matches.play.updates import MatchColumns, end_columns, update_if
from games.rules import Seat, View


def is_decided(match: Match, seat: Seat, view: View | None = None) -> bool:
    """Return whether the opponent, a person, is to move and cannot catch up with this seat, whatever happens.

    The game decides from this seat's view alone; pass `view` where it is at hand. Raises RulesGone.
    """
    opponent = seat.other
    if match.finished_at or match.is_gathering or match.to_move != opponent or match.player(opponent).is_computer:
        return False
    return match.game.is_decided(view or match.game.view(positions.replay(match).position, seat), seat)


def claimable_at(match: Match) -> datetime:
    """Return when the win of a decided match may be claimed: the `patience` of its time control after the turn began.

    The time that the site was down does not count.
    """
    return (match.clock.since or match.moved_at) + match.time_control.patience


def claim_win(match_id: str, player: User) -> Match:
    """End the match as won by this player, and return it. Idempotent.

    Raises Match.DoesNotExist and Refused: NotDecided where the opponent may still catch up or is not to move, TooSoon
    before `claimable_at`.
    """
    while True:
        match = find_match(match_id)
        seat, now = seat_in(match, player), clock.now()
        if match.ended is Ending.CLAIMED and match.winner == seat:
            return match
        if match.finished_at:
            raise MatchOver
        if not is_decided(match, seat):
            raise NotDecided
        if now < claimable_at(match):
            raise TooSoon(claimable_at(match), now)
        with positions.stored_match():
            end = match.game.claim(positions.replay(match).position, seat)
        expected: MatchColumns = {"ply": match.ply, "finished_at": None}  # a move of the opponent's wins the race
        if after := update_if(match, expected=expected, changes=end_columns(end, Ending.CLAIMED, now)):
            return after
