"""Why the best move of a turn of Sudoku Duel is better than the one played: lost tiles, points, the next tile."""

from __future__ import annotations

from dataclasses import replace

from games.rules import SeededRandom, Square
from games.rules.reasons import Features, Why, by_points, deals_of, features_of, why
from games.sudoku.model.position import SudokuView
from games.sudoku.rules import game

LEAST = 2  # points that are a reason


def explain(view: SudokuView, played: Square, best: Square, rng: SeededRandom, number: int) -> Why | None:
    """Return the surest reason why `best` is better than `played` in so many deals; None if none is sure."""
    deals = deals_of(game, view, rng, number)
    one, other = (features_of(game, deals, move) for move in (played, best))
    if one.turn.warning and not one.turn.points and other.turn.points:
        return why("wrong", points=other.turn.points)
    return by_points(_with_answers(one), _with_answers(other), LEAST)


def _with_answers(features: Features) -> Features:
    """Return the features of a move that ends the match with some draws only: there the answer is worth nothing."""
    return replace(features, ends=features.ends and not any(features.answers))
