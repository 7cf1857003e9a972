"""What lies on the board, and what the sudoku rule says to one more tile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.rules import Square
from games.sudoku.model.board import NEIGHBOURS, SIZE, SQUARES, place


@dataclass(frozen=True)
class Grid:
    """The digits on all squares, row by row; "" for an empty square."""

    faces: tuple[str, ...] = ("",) * SIZE**2

    def at(self, square: Square) -> str:
        """What lies there."""
        return self.faces[place(square)]

    @property
    def empty_squares(self) -> Iterator[Square]:
        """The squares where nothing lies, row by row."""
        return (square for square, face in zip(SQUARES, self.faces, strict=True) if not face)

    def adding(self, square: Square, tile: str) -> Grid:
        """The grid with one more tile."""
        faces = list(self.faces)
        faces[place(square)] = tile
        return Grid(tuple(faces))

    def fits(self, square: Square, tile: str) -> bool:
        """Whether no equal digit lies in the row, column and block."""
        return all(self.faces[other] != tile for other in NEIGHBOURS[place(square)])

    def takes(self, tile: str) -> bool:
        """Whether any empty square fits the tile."""
        return any(self.fits(square, tile) for square in self.empty_squares)

    def neighbours(self, square: Square) -> int:
        """How many tiles lie in the row, column and block, each counted once: the points of a right tile."""
        return sum(1 for other in NEIGHBOURS[place(square)] if self.faces[other])


EMPTY = Grid()
