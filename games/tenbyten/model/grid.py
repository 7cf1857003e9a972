"""What lies on the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules import Square
from games.tenbyten.model.board import SIZE, SQUARES, on_board, place
from games.tenbyten.model.chips import Chips


@dataclass(frozen=True)
class Grid:
    """The chips on all squares, row by row; "" for an empty square."""

    faces: Chips = ("",) * SIZE**2

    def at(self, square: Square) -> str:
        """What lies there; nothing lies off the board."""
        return self.faces[place(square)] if on_board(square) else ""

    @property
    def empty_squares(self) -> tuple[Square, ...]:
        """The squares where nothing lies, row by row."""
        return tuple(square for square, face in zip(SQUARES, self.faces, strict=True) if not face)

    def adding(self, square: Square, chip: str) -> Grid:
        """The grid with one more chip."""
        return Grid(tuple(chip if other == square else face for other, face in zip(SQUARES, self.faces, strict=True)))

    def clearing(self, squares: Iterable[Square]) -> Grid:
        """The grid without the chips on these squares."""
        gone = frozenset(squares)
        return Grid(tuple("" if other in gone else face for other, face in zip(SQUARES, self.faces, strict=True)))


EMPTY = Grid()
