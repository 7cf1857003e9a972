"""The board: geometry, coloured squares, and the grid of chips."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules import Square
from games.tenbyten.model.chips import Chips

SIZE = 5
CENTRE = Square(3, 3)
SQUARES = tuple(Square(row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))
RED, BLUE = "red", "blue"
COLOURS = dict.fromkeys([Square(1, 1), Square(1, 5), CENTRE, Square(5, 1), Square(5, 5)], BLUE) | dict.fromkeys(
    [Square(2, 2), Square(2, 4), Square(4, 2), Square(4, 4)], RED
)
MARKS = {RED: "↩", BLUE: "+1", "": ""}
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # rows, columns, falling and rising diagonals


def on_board(square: Square) -> bool:
    """Return whether the square lies on the board."""
    return 1 <= square.row <= SIZE and 1 <= square.column <= SIZE


def index_of(square: Square) -> int:
    """Return the row-major index of a square, 0 for the top left corner."""
    return (square.row - 1) * SIZE + square.column - 1


@dataclass(frozen=True)
class Grid:
    """The chips on all squares in row-major order; "" for an empty square."""

    faces: Chips = ("",) * SIZE**2

    def at(self, square: Square) -> str:
        """Return the chip on a square, "" if it is empty or off the board."""
        return self.faces[index_of(square)] if on_board(square) else ""

    def with_chip(self, square: Square, chip: str) -> Grid:
        """Return the grid with one more chip."""
        return Grid(tuple(chip if other == square else face for other, face in zip(SQUARES, self.faces, strict=True)))

    def without(self, squares: Iterable[Square]) -> Grid:
        """Return the grid with these squares emptied."""
        emptied = frozenset(squares)
        return Grid(tuple("" if other in emptied else face for other, face in zip(SQUARES, self.faces, strict=True)))


EMPTY = Grid()
