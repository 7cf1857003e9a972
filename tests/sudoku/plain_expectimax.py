"""Exhaustive expectimax over the rules of Sudoku Duel: the oracle for the computer players' endgame search."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from games.rules import SeededRandom, Square
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game

Cache = dict[object, float]


def win_probabilities(position: SudokuPosition) -> dict[Square, float]:
    """Return the win probability of each legal move for the player to move, a draw counting one half."""
    cache: Cache = {}
    return {square: _after(position, square, cache) for square in game.legal_moves(position)}


def _after(position: SudokuPosition, square: Square, cache: Cache) -> float:
    """Return the mean over the next draw: the content of the bag is public, its order is hidden."""
    size = len(position.bag)
    if not size:
        return _value(game.apply(position, square, SeededRandom(b"")), position, cache)
    total = 0.0
    for tile, count in Counter(position.bag).items():
        rest = list(position.bag)
        rest.remove(tile)
        reordered = replace(position, bag=(tile, *sorted(rest)))
        total += count * _value(game.apply(reordered, square, SeededRandom(b"")), position, cache)
    return total / size


def _value(after: SudokuPosition, mover: SudokuPosition, cache: Cache) -> float:
    """Return the win probability of the player who moved to this position."""
    if after.result:
        return {None: 0.5, mover.to_move: 1.0}.get(after.result.winner, 0.0)
    lead = after.scores[0] - after.scores[1]  # it alone decides at the end
    key = after.grid, after.tile, after.bag, lead, after.to_move
    if key not in cache:
        cache[key] = max(_after(after, square, cache) for square in game.legal_moves(after))
    return 1 - cache[key]
