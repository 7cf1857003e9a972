"""An upper bound on what each player can still gain on the other, by what all know."""

from __future__ import annotations

from games.rules import Seat
from games.sudoku.model.board import PEERS
from games.sudoku.model.position import SudokuView


def bounds(view: SudokuView) -> tuple[int, int]:
    """Return for each seat the most points that it can still make.

    The players take turns, each with one tile, until the bag is empty. A tile scores the filled squares around it: no
    more than the best empty square has now and the tiles laid before it, and no more than all of them.
    """
    if view.result:
        return 0, 0
    empty = list(view.grid.empty_squares)
    best = max((view.grid.filled_peers(square) for square in empty), default=0)
    turns = [min(best + laid, len(PEERS[0])) for laid in range(view.left + 1)]

    def bound(seat: Seat) -> int:
        own = turns[0 if seat is view.to_move else 1 :: 2]
        return sum(sorted(own, reverse=True)[: len(empty)])

    return bound(Seat.FIRST), bound(Seat.SECOND)
