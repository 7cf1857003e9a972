"""Counts the points of every empty square for one tile, with bits: bit n is the place n of the board."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules import Square
from games.sudoku.model.board import NEIGHBOURS, SQUARES
from games.sudoku.model.grid import Grid

MASKS = tuple(sum(1 << other for other in others) for others in NEIGHBOURS)


def counted(grid: Grid, tile: str) -> Iterator[tuple[Square, int, bool]]:
    """Each empty square, how many tiles lie around it, and whether this tile is right there."""
    filled = equal = 0
    for number, face in enumerate(grid.faces):
        if face:
            filled |= 1 << number
            equal |= (face == tile) << number
    for number, face in enumerate(grid.faces):
        if not face:
            mask = MASKS[number]
            yield SQUARES[number], (mask & filled).bit_count(), not mask & equal


def points(grid: Grid, tile: str) -> Iterator[tuple[Square, int]]:
    """Each empty square with the points that the tile brings there, 0 where it is wrong."""
    return ((square, around if right else 0) for square, around, right in counted(grid, tile))


def right(grid: Grid, tile: str) -> list[tuple[int, Square]]:
    """The squares where the tile is right, after the points it brings there, the most first."""
    found = [(-around, square) for square, around, right in counted(grid, tile) if right]
    return [(-less, square) for less, square in sorted(found)]
