"""The board: its squares, the two directions in which sums are read, and the grid of what lies on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from games.rules import Square
from games.summy.model.pieces import EQUALS

SIZE = 25
CENTRE = Square(13, 13)
SQUARES = tuple(Square(row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))

EMPTY, GREY = ".", "#"
NOT_PIECES = EMPTY + GREY


class Direction(Enum):
    """A direction in which a sum is read."""

    RIGHT = "r"
    DOWN = "d"

    @property
    def other(self) -> Direction:
        """The direction that crosses this one."""
        return Direction.DOWN if self is Direction.RIGHT else Direction.RIGHT


def offset(start: Square, direction: Direction, steps: int) -> Square:
    """Return the square `steps` further on, or back if negative; it may lie off the board."""
    return start.step(0, steps) if direction is Direction.RIGHT else start.step(steps, 0)


def on_board(square: Square) -> bool:
    """Return whether the square is on the board."""
    return 1 <= square.row <= SIZE and 1 <= square.column <= SIZE


@dataclass(frozen=True)
class Grid:
    """The board as its rows from the top, one character a square: a piece, `.` for empty, `#` for a grey piece."""

    rows: tuple[str, ...] = (EMPTY * SIZE,) * SIZE

    def at(self, square: Square) -> str:
        """Return the character on the square; a square off the board counts as grey, since it ends a line too."""
        return self.rows[square.row - 1][square.column - 1] if on_board(square) else GREY

    def has_piece(self, square: Square) -> bool:
        """Return whether a piece of a sum lies on the square."""
        return self.at(square) not in NOT_PIECES

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns from the left, each read downwards."""
        return _columns(self.rows)

    @property
    def pieces(self) -> tuple[str, ...]:
        """All pieces on the board, row by row, without the grey ones."""
        return tuple(piece for row in self.rows for piece in row if piece not in NOT_PIECES)

    def with_pieces(self, placed: Mapping[Square, str]) -> Grid:
        """Return the grid with these pieces, grey ones included, placed on it."""
        rows = list(self.rows)
        for (row, column), piece in placed.items():
            line = rows[row - 1]
            rows[row - 1] = line[: column - 1] + piece + line[column:]
        return Grid(tuple(rows))


@lru_cache(maxsize=1 << 10)
def _columns(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map("".join, zip(*rows, strict=True)))


START = Grid().with_pieces({CENTRE: EQUALS})
