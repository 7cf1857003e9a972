"""First moves, for stories about matches that count: before the first move a match can only be cancelled."""

from __future__ import annotations

from itertools import islice

from accounts.models import User
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.services import find_match, play_move, resign
from games.rules import Seat


def first_move(match: Match) -> Match:
    """Return the match after its first move, played now if necessary; a move with tiles if possible."""
    match = find_match(match.pk)
    if match.ply or match.finished_at:
        return match
    position = positions.replay(match).position
    texts = [match.game.encode(move) for move in islice(match.game.legal_moves(position), 2)]
    return play_move(match.pk, match.player(Seat(match.to_move)), 1, texts[-1])


def given_up(match: Match, player: User) -> Match:
    """Resign the match for this player after its first move, and return it."""
    return resign(first_move(match).pk, player)
