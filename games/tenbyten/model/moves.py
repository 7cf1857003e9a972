"""A move: a chip on a square, and the lines of ten that it captures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.rules import Square
from games.tenbyten.model.board import STEPS


@dataclass(frozen=True)
class Line:
    """Squares in a row, a column or a diagonal, from the end that is named first to the other.

    Raises ValueError unless the ends lie in one line, the upper or left one first.
    """

    first: Square
    last: Square

    def __post_init__(self) -> None:
        if self.way not in STEPS:
            raise ValueError(f"{self.first}:{self.last} is no line")

    @property
    def way(self) -> tuple[int, int]:
        """The step from one square to the next; it is none of `STEPS` where there is no such step."""
        down, right = self.last.row - self.first.row, self.last.column - self.first.column
        far = max(abs(down), abs(right), 1)
        return (down // far, right // far) if down % far == right % far == 0 else (0, 0)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """All its squares in order."""
        (down, right), far = self.way, max(self.last.row - self.first.row, self.last.column - self.first.column)
        return tuple(self.first.step(down * step, right * step) for step in range(far + 1))

    @property
    def order(self) -> tuple[int, Square]:
        """Where it comes among others: rows, columns, falling diagonals, rising diagonals, each from the top left."""
        return STEPS.index(self.way), self.first

    def __str__(self) -> str:
        return f"{self.first}:{self.last}"


@dataclass(frozen=True)
class Move:
    """A chip of the hand on an empty square, and the lines captured with it.

    The lines share only that chip, so the order in which they are taken changes nothing; they stand in the
    order of `Line.order`.
    """

    chip: str
    square: Square
    lines: tuple[Line, ...] = ()

    @property
    def captured(self) -> tuple[Square, ...]:
        """The squares that it empties: those of all lines but its own."""
        return tuple(square for line in self.lines for square in line.squares if square != self.square)
