"""The geometry of the board: squares, and the two directions in which sums are read."""

from __future__ import annotations

from enum import Enum

from games.rules import Square

SIZE = 25
CENTRE = Square(13, 13)
SQUARES = tuple(Square(row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))


class Direction(Enum):
    """A direction in which a sum is read."""

    RIGHT = "r"
    DOWN = "d"

    @property
    def other(self) -> Direction:
        """The direction that crosses this one."""
        return Direction.DOWN if self is Direction.RIGHT else Direction.RIGHT


def along(start: Square, direction: Direction, far: int) -> Square:
    """The square so many steps on (or back, below 0); it may lie off the board."""
    return start.step(0, far) if direction is Direction.RIGHT else start.step(far, 0)


def on_board(square: Square) -> bool:
    """Whether the board has this square."""
    return 1 <= square.row <= SIZE and 1 <= square.column <= SIZE
