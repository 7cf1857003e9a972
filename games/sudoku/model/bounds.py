"""Upper bounds on the growth of a player's lead, given what all know; used to tell that a match is decided."""

from __future__ import annotations

from games.rules import Seat
from games.sudoku.model.board import PEERS
from games.sudoku.model.position import SudokuView


def bounds(view: SudokuView) -> tuple[int, int]:
    """Return for each seat an upper bound on the points that it can still score.

    The players take turns, each with one tile, until the bag is empty. A tile scores the filled peers of its square: at
    most as many as the best empty square has now plus the tiles placed since then, and at most all of them.
    """
    if view.result:
        return 0, 0
    empty = list(view.grid.empty_squares)
    best = max((view.grid.filled_peers(square) for square in empty), default=0)
    most_by_turn = [min(best + placed, len(PEERS[0])) for placed in range(view.left + 1)]

    def bound(seat: Seat) -> int:
        own = most_by_turn[0 if seat is view.to_move else 1 :: 2]
        return sum(sorted(own, reverse=True)[: len(empty)])

    return bound(Seat.FIRST), bound(Seat.SECOND)
