"""The two kinds of move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.digifeud.model.board import Direction, Grid, squares_from
from games.digifeud.model.equations import expression, plain_digits
from games.rules import Square


@dataclass(frozen=True)
class Pass:
    """A move that places no tile."""


class Calculation(NamedTuple):
    """A calculation that begins on the square `start`; `?` precedes a digit played with a blank.

    Numbers that are on the board already are part of it.
    """

    start: Square
    direction: Direction
    first: str
    operator: str
    second: str
    outcome: str

    @property
    def squares(self) -> tuple[Square, ...]:
        """The five squares in reading order; some may be off the board."""
        return squares_from(self.start, self.direction)

    @property
    def texts(self) -> tuple[str, ...]:
        """The text on each of the squares, in reading order."""
        return (self.first, self.operator, self.second, "=", self.outcome)

    @property
    def equation(self) -> str:
        """The calculation with typographic signs: `5 × 8 = 40`."""
        return f"{expression(self.first, self.operator, self.second)} = {plain_digits(self.outcome)}"

    def placed_on(self, grid: Grid) -> dict[Square, str]:
        """Return the texts that this move adds to the grid, by square."""
        return {square: text for square, text in zip(self.squares, self.texts, strict=True) if not grid.at(square)}


Move = Calculation | Pass
