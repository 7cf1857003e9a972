"""The end of a match that is still open when its event is over."""

from __future__ import annotations

from core import clock
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play import positions
from games.matches.play.services import find_match, void_match
from games.matches.play.updates import end_columns, update_if


def adjudicate(match_id: str) -> Match:
    """End a match by proof, else by its points (`Game.adjudicate`), never by whose turn it is; return it. Idempotent.

    One that cannot be replayed is declared void. Raises Match.DoesNotExist.
    """
    match = find_match(match_id)
    while not match.finished_at:
        try:
            position = positions.replay(match).position
            with positions.stored_match():
                end = Ending.JUDGED.applied(match.game, position, None)
        except RulesGone:
            return void_match(match_id)
        if after := update_if(match, changes=end_columns(end, Ending.JUDGED, clock.now())):
            return after
        match = find_match(match_id)  # a move came first
    return match
