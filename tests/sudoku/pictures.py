"""Positions of Sudoku duel drawn as text, and short words to play with them.

A picture has nine rows of nine signs, a dot for an empty square; spaces and bars between them are for the eye.
Rows that are left out at the end are empty::

    standing('''
        . 2 . | . . . | . . .
        3 . . | . . . | . . .
    ''', tile="5")
"""

from __future__ import annotations

from games.rules import Square
from games.sudoku.model.grid import Grid
from games.sudoku.model.options import SudokuOptions
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game
from tests.verbs import Verbs

_verbs = Verbs[SudokuPosition](game)
judge = _verbs.judge
points = _verbs.points
play = _verbs.play
refusal = _verbs.refusal
not_read = _verbs.not_read
laid = _verbs.laid


def grid(picture: str) -> Grid:
    """The board of the picture."""
    faces = ["" if sign == "." else sign for sign in picture if sign in ".123456789"]
    return Grid(tuple(faces + [""] * (81 - len(faces))))


def standing(
    picture: str = "",
    *,
    tile: str = "4",
    bag: str = "987654321",
    scores: tuple[int, int] = (0, 0),
    hints: str = "no",
) -> SudokuPosition:
    """A position with the first player to move, who has drawn `tile`; the others lie in the bag in this order."""
    return SudokuPosition(
        options=SudokuOptions(hints), grid=grid(picture), tiles=(tile, ""), bag=tuple(bag), scores=scores
    )


def at(position: SudokuPosition, name: str) -> str:
    """What lies on this square."""
    return position.grid.at(Square.parse(name))
