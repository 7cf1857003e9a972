"""The board: its squares, the two directions in which sums are read, and the grid of what lies on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from games.rules import Handicap, Options, Square, option, say

Pieces = tuple[str, ...]

DIGITS = "0123456789"
OPERATORS = "+-x:"
EQUALS = "="
ORDER = DIGITS + OPERATORS + EQUALS
HAND_SIZE = 8
FINAL_HAND_SIZE = 4  # a player with at most this many pieces after a turn has made the last move
MULTISET_KEYS = {piece: 1 << 4 * place for place, piece in enumerate(ORDER)}  # see `multiset_key`
_POINTS = {piece: int(piece) if piece in DIGITS else 0 for piece in ORDER}


class Arithmetic(NamedTuple):
    """What is calculated in a match: the pieces, the highest number, and the tables of multiplication.

    With `highest`, no number, and no result on the way to the outcome, is above it or below 0. With `tables`, one
    factor of a product is at most this number, and the other at most `LONGEST_TABLE`.
    """

    operators: str
    each: tuple[int, int, int]  # pieces of each digit, of each operator, and of =
    more_ones: int = 0
    highest: int = 0  # 0: any
    tables: int = 0  # 0: all

    @property
    def pieces(self) -> Pieces:
        """Every piece of a match, the = on the centre included."""
        return _pieces(self)

    @property
    def keys(self) -> str:
        """The faces of the pieces, as on a keypad."""
        return f"1234567890{self.operators}{EQUALS}"

    def has_product(self, first: int, second: int) -> bool:
        """Return whether the tables have this product."""
        least, most = sorted((first, second))
        return not self.tables or (least <= self.tables and most <= LONGEST_TABLE)


@cache
def _pieces(arithmetic: Arithmetic) -> Pieces:
    digits, signs, equals = arithmetic.each
    counts = {**dict.fromkeys(DIGITS, digits), **dict.fromkeys(arithmetic.operators, signs), EQUALS: equals}
    counts["1"] += arithmetic.more_ones
    return tuple(piece for piece, count in counts.items() for _ in range(count))


LONGEST_TABLE = 10  # where the tables are limited, they end with ten times
EVERYTHING = "all"
# By the option, the easiest first. House rule: those who learn to count have fewer pieces, so that a match fits into a
# lesson, and more of the 1, with which most numbers up to 20 begin.
ARITHMETICS = {
    "+-20": Arithmetic("+-", (5, 9, 13), more_ones=3, highest=20),
    "+-x5": Arithmetic("+-x", (5, 6, 13), highest=100, tables=5),
    "+-x": Arithmetic("+-x", (5, 6, 13), highest=100, tables=10),
    EVERYTHING: Arithmetic(OPERATORS, (8, 7, 19)),
}


def ordered(pieces: Iterable[str]) -> Pieces:
    """Return the pieces in the order of notation: digits, then `+ - x : =`."""
    return tuple(sorted(pieces, key=ORDER.index))


def points_of(pieces: Iterable[str]) -> int:
    """Return the sum of the digits among these pieces."""
    return sum(map(_POINTS.__getitem__, pieces))


def multiset_key(pieces: Iterable[str]) -> int:
    """Return an integer that identifies the multiset of these pieces: a packed histogram with 4 bits for each kind.

    It is unique while no kind has more than 15 pieces, as in any sum of up to nine. Keys are additive: the key of two
    sequences joined is the sum of their keys.
    """
    return sum(map(MULTISET_KEYS.__getitem__, pieces))


def selections(hand: Pieces) -> Iterator[Pieces]:
    """Yield every distinct non-empty sub-multiset of the hand, lazily, each in the order of notation."""
    counts = sorted(Counter(hand).items(), key=lambda item: ORDER.index(item[0]))
    for numbers in product(*(range(count + 1) for _piece, count in counts)):
        if any(numbers):
            yield tuple(piece for (piece, _), number in zip(counts, numbers, strict=True) for _ in range(number))


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
    """The board as its rows from the top, one character a square: a piece, `.` for empty, `#` for a grey piece.

    Which of its runs are sums depends on the `arithmetic`, a key of `ARITHMETICS`.
    """

    rows: tuple[str, ...] = (EMPTY * SIZE,) * SIZE
    arithmetic: str = EVERYTHING

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
        return Grid(tuple(rows), self.arithmetic)


@lru_cache(maxsize=1 << 10)
def _columns(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map("".join, zip(*rows, strict=True)))


START = Grid().with_pieces({CENTRE: EQUALS})


@dataclass(frozen=True)
class SummyOptions(Options):
    """What is calculated."""

    sums = "calculations"
    handicaps = Handicap(
        "start",
        most=200,
        curve=(
            (1024, 0),
            (1119, 18),
            (1274, 34),
            (1391, 53),
            (1557, 76),
            (1727, 110),
            (1881, 131),
            (2026, 153),
        ),
    )

    calculations: str = option(
        say("Calculations"),
        {
            "+-20": say("Plus and minus up to 20"),
            "+-x5": say("Plus, minus and the tables up to 5"),
            "+-x": say("Plus, minus and all tables"),
            EVERYTHING: say("All four operations"),
        },
        EVERYTHING,
    )

    @property
    def arithmetic(self) -> Arithmetic:
        """What is calculated, and with which pieces."""
        return ARITHMETICS[self.calculations]
