"""Lists the points of every empty square for one tile, counted with bits: bit n is the place n of the board."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules import Square
from games.sudoku.board import NEIGHBOURS, SQUARES
from games.sudoku.grid import Grid

MASKS = tuple(sum(1 << other for other in others) for others in NEIGHBOURS)


def points(grid: Grid, tile: str) -> Iterator[tuple[Square, int]]:
    """Each empty square with the points that the tile brings there: 0 where an equal digit stands in its way."""
    filled = equal = 0
    for number, face in enumerate(grid.faces):
        if face:
            filled |= 1 << number
            equal |= (face == tile) << number
    for number, face in enumerate(grid.faces):
        if not face:
            mask = MASKS[number]
            yield SQUARES[number], 0 if mask & equal else (mask & filled).bit_count()
