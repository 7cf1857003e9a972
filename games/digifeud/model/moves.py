"""The two kinds of move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.digifeud.model.arithmetic import plain_digits, spell
from games.digifeud.model.board import Direction, squares_from
from games.digifeud.model.grid import Grid
from games.rules import Square


@dataclass(frozen=True)
class Pass:
    """Lays nothing."""


class Calculation(NamedTuple):
    """A calculation from the square of its first number on; a `?` stands before a digit laid from a blank."""

    start: Square
    direction: Direction
    first: str
    operator: str
    second: str
    outcome: str

    @property
    def squares(self) -> tuple[Square, ...]:
        """Its five squares in reading order; some may lie off the board."""
        return squares_from(self.start, self.direction)

    @property
    def texts(self) -> tuple[str, ...]:
        """What lies on its squares when it is made, in reading order."""
        return (self.first, self.operator, self.second, "=", self.outcome)

    @property
    def sum(self) -> str:
        """The calculation as people write it: `5 × 8 = 40`."""
        return f"{spell(self.first, self.operator, self.second)} = {plain_digits(self.outcome)}"

    def laid_on(self, grid: Grid) -> dict[Square, str]:
        """What it adds to the board."""
        return {square: text for square, text in zip(self.squares, self.texts, strict=True) if not grid.at(square)}


Move = Calculation | Pass
