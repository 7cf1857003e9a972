"""Sudoku Duel positions parsed from text diagrams, and helpers that play moves in notation.

A diagram has nine rows of nine symbols, a dot for an empty square; spaces, bars and dashes are ignored.
Missing rows at the end are empty::

    standing('''
        . 2 . | . . . | . . .
        3 . . | . . . | . . .
    ''', tile="5")
"""

from __future__ import annotations

from games.rules import Square
from games.sudoku.model.board import Grid, SudokuOptions
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game
from tests.game_helpers import GameHelpers

_helpers = GameHelpers[SudokuPosition](game)
judge = _helpers.judge
points = _helpers.points
play = _helpers.play
refusal = _helpers.refusal
not_read = _helpers.not_read
laid = _helpers.laid


def grid(diagram: str) -> Grid:
    """Return the grid of a diagram."""
    faces = ["" if symbol == "." else symbol for symbol in diagram if symbol in ".123456789"]
    return Grid(tuple(faces + [""] * (81 - len(faces))))


def standing(
    diagram: str = "",
    *,
    tile: str = "4",
    bag: str = "987654321",
    scores: tuple[int, int] = (0, 0),
    hints: str = "no",
) -> SudokuPosition:
    """Return a position in which the first player is to move and has drawn `tile`; `bag` is in drawing order."""
    return SudokuPosition(
        options=SudokuOptions(hints), grid=grid(diagram), tiles=(tile, ""), bag=tuple(bag), scores=scores
    )


def at(position: SudokuPosition, name: str) -> str:
    """Return the digit on the named square."""
    return position.grid.at(Square.parse(name))
