"""Moves: a chip on a square, and the lines it captures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.rules import Square
from games.tenbyten.model.board import DIRECTIONS


@dataclass(frozen=True)
class Line:
    """A run of squares in a row, column or diagonal, given by its two ends.

    Raises ValueError unless the ends lie in one line with the upper or left one first.
    """

    first: Square
    last: Square

    def __post_init__(self) -> None:
        if self.direction not in DIRECTIONS:
            raise ValueError(f"{self.first}:{self.last} is no line")

    @property
    def direction(self) -> tuple[int, int]:
        """Return the step from one square to the next; none of `DIRECTIONS` if the ends make no valid line."""
        down, right = self.last.row - self.first.row, self.last.column - self.first.column
        steps = max(abs(down), abs(right), 1)
        return (down // steps, right // steps) if down % steps == right % steps == 0 else (0, 0)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """Return all squares of the line in order."""
        (down, right) = self.direction
        steps = max(self.last.row - self.first.row, self.last.column - self.first.column)
        return tuple(self.first.step(down * step, right * step) for step in range(steps + 1))

    @property
    def sort_key(self) -> tuple[int, Square]:
        """Return the key of the canonical order of lines: by direction, then by first square in row-major order."""
        return DIRECTIONS.index(self.direction), self.first

    def __str__(self) -> str:
        return f"{self.first}:{self.last}"


@dataclass(frozen=True)
class Move:
    """A chip of the hand on an empty square, and the lines captured with it in the order of `Line.sort_key`.

    Captured lines share only the placed chip, so their order has no effect.
    """

    chip: str
    square: Square
    lines: tuple[Line, ...] = ()

    @property
    def captured(self) -> tuple[Square, ...]:
        """Return the squares that the move empties: those of all lines but its own."""
        return tuple(square for line in self.lines for square in line.squares if square != self.square)
