"""The geometry of the board: five squares in a line, and the direction in which they are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache

from games.rules import Square

SIZE = 13
LENGTH = 5
CENTRE = Square(7, 7)
SQUARES = tuple(Square(row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))


class Direction(Enum):
    """A direction in which a calculation is read; the first two are always allowed."""

    RIGHT = "r"
    DOWN = "d"
    LEFT = "l"
    UP = "u"


STEPS = {Direction.RIGHT: (0, 1), Direction.DOWN: (1, 0), Direction.LEFT: (0, -1), Direction.UP: (-1, 0)}


@dataclass(frozen=True)
class Line:
    """Five squares in the order in which they are read: number, operator, number, =, outcome.

    `places` are the same squares counted from 0 at the top left corner, row by row.
    """

    direction: Direction
    squares: tuple[Square, ...]
    places: tuple[int, ...]


@lru_cache(maxsize=1024)
def squares_from(start: Square, direction: Direction) -> tuple[Square, ...]:
    """Five squares from this one on; some may lie off the board."""
    down, right = STEPS[direction]
    return tuple(start.step(down * far, right * far) for far in range(LENGTH))


def on_board(square: Square) -> bool:
    """Whether the board has this square."""
    return 1 <= square.row <= SIZE and 1 <= square.column <= SIZE


def takes_number(square: Square) -> bool:
    """Whether numbers lie there: on odd rows and odd columns, counted from the centre all calculations grow from."""
    return square.row % 2 == 1 and square.column % 2 == 1


def takes_symbol(square: Square) -> bool:
    """Whether operators and = lie there: between two numbers."""
    return (square.row + square.column) % 2 == 1


def place(square: Square) -> int:
    """The square counted from 0 at the top left corner, row by row."""
    return (square.row - 1) * SIZE + square.column - 1


@cache
def lines(directions: tuple[Direction, ...]) -> tuple[Line, ...]:
    """Every line that a calculation may take when it is read in one of these directions."""
    return tuple(line for direction in directions for line in _lines(direction))


def _lines(direction: Direction) -> Iterator[Line]:
    for start in filter(takes_number, SQUARES):
        squares = squares_from(start, direction)
        if on_board(squares[-1]):
            yield Line(direction, squares, tuple(map(place, squares)))
