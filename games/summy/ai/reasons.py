"""Why the best move of a turn of Summy is better than the one played: points now, and the opponent's answers."""

from __future__ import annotations

from games.rules import SeededRandom
from games.rules.reasons import Why, by_points, deals_of, features_of
from games.summy.model.moves import Move
from games.summy.model.position import SummyView
from games.summy.rules import game

LEAST = 3  # points that are a reason


def explain(view: SummyView, played: Move, best: Move, rng: SeededRandom) -> Why | None:
    """Return the surest reason why `best` is better than `played`; None if none is sure."""
    deals = deals_of(game, view, rng)
    one, other = (features_of(game, deals, move) for move in (played, best))
    return by_points(one, other, LEAST)
