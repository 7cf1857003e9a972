"""The board: its squares, the two directions in which sums are read, and the grid of what lies on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import product

from games.rules import Options, Square

Pieces = tuple[str, ...]

DIGITS = "0123456789"
OPERATORS = "+-x:"
EQUALS = "="
ORDER = DIGITS + OPERATORS + EQUALS
HAND_SIZE = 8
FINAL_HAND_SIZE = 4  # a player with at most this many pieces after a turn has made the last move
COUNTS = {**dict.fromkeys(DIGITS, 8), **dict.fromkeys(OPERATORS, 7), EQUALS: 19}
FULL_SET: Pieces = tuple(piece for piece, count in COUNTS.items() for _ in range(count))
MULTISET_KEYS = {piece: 1 << 4 * place for place, piece in enumerate(ORDER)}  # see `multiset_key`
_POINTS = {piece: int(piece) if piece in DIGITS else 0 for piece in ORDER}


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


@dataclass(frozen=True)
class SummyOptions(Options):
    """The options of Summy, which has no choices."""
