"""The board: its squares and lines, the premium squares, and the grid of tiles on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import pairwise

from games.rules import Square

SIZE = 13
LINE_LENGTH = 5
CENTRE = Square(7, 7)
SQUARES = tuple(Square(row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))


class Direction(Enum):
    """A reading direction; every match allows the first two."""

    RIGHT = "r"
    DOWN = "d"
    LEFT = "l"
    UP = "u"


STEPS = {Direction.RIGHT: (0, 1), Direction.DOWN: (1, 0), Direction.LEFT: (0, -1), Direction.UP: (-1, 0)}


@dataclass(frozen=True)
class Line:
    """Five squares in reading order that can take a calculation: number, operator, number, =, outcome.

    `indices` are the indices of the squares into `Grid.faces`.
    """

    direction: Direction
    squares: tuple[Square, ...]
    indices: tuple[int, ...]


@lru_cache(maxsize=1024)
def squares_from(start: Square, direction: Direction) -> tuple[Square, ...]:
    """Return the five squares of a line from `start`; some may be off the board."""
    down, right = STEPS[direction]
    return tuple(start.step(down * distance, right * distance) for distance in range(LINE_LENGTH))


def is_on_board(square: Square) -> bool:
    """Return whether the board has this square."""
    return 1 <= square.row <= SIZE and 1 <= square.column <= SIZE


def is_number_square(square: Square) -> bool:
    """Return whether the square takes numbers: odd row and odd column.

    The first calculation has a number on the centre, every later one uses a number of an earlier one, and the numbers
    of a calculation are two squares apart.
    """
    return square.row % 2 == 1 and square.column % 2 == 1


def is_symbol_square(square: Square) -> bool:
    """Return whether the square takes operators and =: it lies between two number squares."""
    return (square.row + square.column) % 2 == 1


def index_of(square: Square) -> int:
    """Return the square's index into `Grid.faces`: row by row from the top left corner, starting at 0."""
    return (square.row - 1) * SIZE + square.column - 1


@cache
def lines_in(directions: tuple[Direction, ...]) -> tuple[Line, ...]:
    """Return every line of the board that is read in one of these directions, in the order of the directions."""
    return tuple(line for direction in directions for line in _lines(direction))


def _lines(direction: Direction) -> Iterator[Line]:
    for start in filter(is_number_square, SQUARES):
        squares = squares_from(start, direction)
        if is_on_board(squares[-1]):
            yield Line(direction, squares, tuple(map(index_of, squares)))


RED, BLUE = "red", "blue"
OPERAND_MULTIPLIERS = {RED: 2, BLUE: 1, "": 0}
OUTCOME_MULTIPLIERS = {RED: 2, BLUE: 1, "": 1}


def _colour(square: Square) -> str:
    return RED if {square.row, square.column} & {1, SIZE} else BLUE


# House layout: every second number square is a premium square, red on the border and blue inside.
PREMIUM_SQUARES = {
    square: _colour(square) for square in SQUARES if is_number_square(square) and (square.row + square.column) % 4 == 2
}


def multipliers(squares: Sequence[Square], faces: Sequence[str]) -> tuple[int, int, int]:
    """Return the factors by which the two operands and the outcome on these three number squares count.

    `faces` are the faces before the turn. A premium square counts only in the turn that covers it, so one that has a
    face already is an ordinary square.
    """
    first, second, outcome = (
        "" if face else PREMIUM_SQUARES.get(square, "") for square, face in zip(squares, faces, strict=True)
    )
    return OPERAND_MULTIPLIERS[first], OPERAND_MULTIPLIERS[second], OUTCOME_MULTIPLIERS[outcome]


@dataclass(frozen=True)
class Grid:
    """The tiles on the board.

    `faces` has the face on every square, row by row ("" for an empty square). `blanks` lists the digits that blank
    tiles stand for.
    """

    faces: tuple[str, ...] = ("",) * SIZE**2
    blanks: tuple[str, ...] = ()

    def at(self, square: Square) -> str:
        """Return the face on the square: a number, an operator, "=" or ""."""
        return self.faces[index_of(square)]

    @property
    def is_empty(self) -> bool:
        """Whether no calculation has been played yet."""
        return not any(self.faces)

    def with_placed(self, placed: Mapping[Square, str]) -> Grid:
        """Return the grid with these texts placed on empty squares; `?` precedes a digit played with a blank."""
        faces, blanks = list(self.faces), list(self.blanks)
        for square, text in placed.items():
            faces[index_of(square)] = text.replace("?", "")
            blanks += (after for before, after in pairwise(text) if before == "?")
        return Grid(tuple(faces), tuple(blanks))


EMPTY_GRID = Grid()
