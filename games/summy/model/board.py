"""What lies on the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from games.rules import Square
from games.summy.model.geometry import CENTRE, SIZE, Direction, along, on_board
from games.summy.model.moves import Sum
from games.summy.model.pieces import EQUALS

EMPTY, GREY = ".", "#"
NOT_PIECES = EMPTY + GREY


@dataclass(frozen=True)
class Grid:
    """The rows from the top, one character a square: a piece, `.` for nothing, `#` for a grey piece."""

    rows: tuple[str, ...] = (EMPTY * SIZE,) * SIZE

    def at(self, square: Square) -> str:
        """What lies there; off the board it is as closed as under a grey piece."""
        return self.rows[square.row - 1][square.column - 1] if on_board(square) else GREY

    def has_piece(self, square: Square) -> bool:
        """Whether a piece of a sum lies there."""
        return self.at(square) not in NOT_PIECES

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns from the left, each read downwards."""
        return _columns(self.rows)

    def stretch(self, square: Square, direction: Direction) -> Sum:
        """All that lies on end through this square, whether it is a sum or not."""
        start = square
        while self.has_piece(before := along(start, direction, -1)):
            start = before
        text = ""
        while self.has_piece(here := along(start, direction, len(text))):
            text += self.at(here)
        return Sum(start, direction, text)

    def adding(self, laid: Mapping[Square, str]) -> Grid:
        """The grid with more on it."""
        rows = list(self.rows)
        for (row, column), face in laid.items():
            line = rows[row - 1]
            rows[row - 1] = line[: column - 1] + face + line[column:]
        return Grid(tuple(rows))


@lru_cache(maxsize=1 << 10)
def _columns(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map("".join, zip(*rows, strict=True)))


START = Grid().adding({CENTRE: EQUALS})
