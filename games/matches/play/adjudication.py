"""The end of a match that is still open when its event is over."""

from __future__ import annotations

from core import clock
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play import positions
from games.matches.play.mirrors import boards_of, whole_of
from games.matches.play.services import find_match, void_match
from games.matches.play.updates import end_columns, update_if


def adjudicate(match_id: str) -> Match:
    """End a match by proof, else by its points (`Game.adjudicate`), never by whose turn it is; return it. Idempotent.

    Of a mirror match both boards are ended so, and `whole_of` both is returned. One that cannot be replayed is declared
    void. Raises Match.DoesNotExist.
    """
    match = _end(match_id)
    if match.twin_id is None:
        return match
    _end(match.twin_id)
    return whole_of(*boards_of(match)) or match


def _end(match_id: str) -> Match:
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
