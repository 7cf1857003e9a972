"""The two kinds of move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.rules import Square
from games.summy.model.equations import spell
from games.summy.model.geometry import Direction, along
from games.summy.model.pieces import Pieces, points_of


@dataclass(frozen=True)
class Sum:
    """A stretch of pieces from its first square on, old and new ones; as a move, the sum of the turn."""

    start: Square
    direction: Direction
    text: str

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """Its squares in reading order; some may lie off the board."""
        return tuple(along(self.start, self.direction, far) for far in range(len(self.text)))

    @property
    def ends(self) -> tuple[Square, Square]:
        """The squares before and after it, which may lie off the board."""
        return along(self.start, self.direction, -1), along(self.start, self.direction, len(self.text))

    @property
    def points(self) -> int:
        """The sum of its digits."""
        return points_of(self.text)

    def __str__(self) -> str:
        return spell(self.text)


@dataclass(frozen=True)
class Swap:
    """An exchange of these pieces, in the order of notation."""

    pieces: Pieces


Move = Sum | Swap
