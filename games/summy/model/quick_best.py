"""The sum that a player of average patience sees on the board: found in a millisecond or two."""

from __future__ import annotations

from games.rules import Square
from games.summy.model.best_sum import Seen, glance
from games.summy.model.board import Grid
from games.summy.model.equations import is_sum
from games.summy.model.geometry import SIZE, Direction
from games.summy.model.moves import Sum
from games.summy.model.pieces import Pieces, ordered
from games.summy.model.scoring import laid_by


def glimpse(grid: Grid, hand: Pieces) -> Sum | None:
    """The sum that this hand sees on the board: the one with the most points on its own line, crossing ones apart."""
    lines = grid.rows + grid.columns
    number, seen = glance(ordered(hand)).best(lines)
    return found_at(grid, number, seen) if seen.text else None


def found_at(grid: Grid, number: int, seen: Seen) -> Sum:
    """The sum on this line, from 0 (the rows first), in its proper notation."""
    if number < SIZE:
        return Sum(Square(number + 1, seen.place), Direction.RIGHT, seen.text)
    found = Sum(Square(seen.place, number - SIZE + 1), Direction.DOWN, seen.text)
    laid = laid_by(grid, found)
    if len(laid) == 1:  # where it makes a sum to the right as well, that one names the move
        across = grid.adding(laid).stretch(next(iter(laid)), Direction.RIGHT)
        return across if is_sum(across.text) else found
    return found
