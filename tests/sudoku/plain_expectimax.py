"""The chance to win a Sudoku duel, by trying every square for every tile through the rules themselves."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from games.rules import SeededRandom, Square
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game

Known = dict[object, float]


def chances(position: SudokuPosition) -> dict[Square, float]:
    """Of each empty square: how likely the player to move wins with it, a draw being one half."""
    known: Known = {}
    return {square: _after(position, square, known) for square in game.legal_moves(position)}


def _after(position: SudokuPosition, square: Square, known: Known) -> float:
    """The mean over the tiles that may come next; what lies in the bag is known, its order is not."""
    many = len(position.bag)
    if not many:
        return _chance(game.apply(position, square, SeededRandom(b"")), position, known)
    total = 0.0
    for tile, count in Counter(position.bag).items():
        rest = list(position.bag)
        rest.remove(tile)
        next_one = replace(position, bag=(tile, *sorted(rest)))
        total += count * _chance(game.apply(next_one, square, SeededRandom(b"")), position, known)
    return total / many


def _chance(after: SudokuPosition, mover: SudokuPosition, known: Known) -> float:
    """How likely the player wins who moved to this position."""
    if after.result:
        return {None: 0.5, mover.to_move: 1.0}.get(after.result.winner, 0.0)
    key = after.grid, after.tile, after.bag, after.scores, after.to_move
    if key not in known:
        known[key] = max(_after(after, square, known) for square in game.legal_moves(after))
    return 1 - known[key]
