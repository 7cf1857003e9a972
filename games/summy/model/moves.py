"""The two kinds of move, and runs of pieces on the board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.rules import Square
from games.summy.model.board import EMPTY, Direction, Grid, offset
from games.summy.model.equations import format_sum
from games.summy.model.pieces import Pieces, points_of

Placed = dict[Square, str]  # the new pieces of one turn, by square


@dataclass(frozen=True)
class Sum:
    """A run of pieces on a line, old and new ones, which need not be a true sum; as a move, the sum of the turn."""

    start: Square
    direction: Direction
    text: str

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """Its squares in reading order; some may lie off the board."""
        return tuple(offset(self.start, self.direction, steps) for steps in range(len(self.text)))

    @property
    def ends(self) -> tuple[Square, Square]:
        """The squares before and after it, which may lie off the board."""
        return offset(self.start, self.direction, -1), offset(self.start, self.direction, len(self.text))

    @property
    def points(self) -> int:
        """The sum of its digits."""
        return points_of(self.text)

    def __str__(self) -> str:
        return format_sum(self.text)


@dataclass(frozen=True)
class Swap:
    """An exchange of these pieces, in the order of notation."""

    pieces: Pieces


Move = Sum | Swap


def run_through(grid: Grid, square: Square, direction: Direction) -> Sum:
    """Return the maximal run of adjacent pieces through this square, whether it is a true sum or not."""
    start = square
    while grid.has_piece(before := offset(start, direction, -1)):
        start = before
    text = ""
    while grid.has_piece(here := offset(start, direction, len(text))):
        text += grid.at(here)
    return Sum(start, direction, text)


def placed_by(grid: Grid, move: Sum) -> Placed:
    """Return the pieces of the sum that are not on the board yet, by square."""
    pairs = zip(move.squares, move.text, strict=True)
    return {square: piece for square, piece in pairs if not grid.has_piece(square)}


def pieces_used(grid: Grid, move: Sum) -> Pieces:
    """Return the pieces that a legal sum takes from the hand; faster than `placed_by`, for search."""
    row, column = move.start
    across = move.direction is Direction.RIGHT
    line, begin = (grid.rows[row - 1], column - 1) if across else (grid.columns[column - 1], row - 1)
    return tuple(piece for piece, cell in zip(move.text, line[begin:], strict=False) if cell == EMPTY)
