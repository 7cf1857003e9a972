"""State transitions: the position after a legal move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.rules import PlayedMove, Square, subtract
from games.summy.model.board import EMPTY, GREY, Grid
from games.summy.model.game_over import after_turn
from games.summy.model.moves import Sum, Swap, placed_by
from games.summy.model.pieces import HAND_SIZE, Pieces, draw
from games.summy.model.position import SummyPosition
from games.summy.model.scoring import crossing_sums


def apply_sum(position: SummyPosition, turn: PlayedMove, move: Sum) -> SummyPosition:
    """Return the position after a legal sum: pieces and greys placed, hand refilled, points added, end checked."""
    rest = subtract(position.hand, placed_by(position.grid, move).values())
    hand, stock = draw(rest, position.stock, HAND_SIZE - len(rest))
    return _next(replace(position, grid=grid_after(position.grid, move), stock=stock), turn, hand)


def apply_swap(position: SummyPosition, turn: PlayedMove, move: Swap) -> SummyPosition:
    """Return the position after a legal exchange: the pieces leave the game, as many are drawn as the stock has."""
    exchanged = position.exchanged[turn.seat.index] + move.pieces
    hand, stock = draw(subtract(position.hand, move.pieces), position.stock, len(move.pieces))
    return _next(replace(position, exchanged=turn.seat.put(position.exchanged, exchanged), stock=stock), turn, hand)


def grid_after(grid: Grid, move: Sum) -> Grid:
    """Return the grid with this sum and with the grey pieces at the ends of all sums that it completes."""
    placed = placed_by(grid, move)
    after = grid.with_pieces(placed)
    return after.with_pieces(_greys(after, (move, *crossing_sums(after, placed, move.direction))))


def _greys(grid: Grid, sums: Iterable[Sum]) -> dict[Square, str]:
    """Return the grey pieces for the empty squares before and after these sums."""
    return {square: GREY for sum_ in sums for square in sum_.ends if grid.at(square) == EMPTY}


def _next(position: SummyPosition, turn: PlayedMove, hand: Pieces) -> SummyPosition:
    """Return the position with the mover's new hand and points, and the opponent to move or the match over."""
    after = replace(
        position,
        to_move=turn.seat.other,
        scores=turn.seat.put(position.scores, position.scores[turn.seat.index] + turn.points),
        last=turn,
        face_down=(),
        hands=turn.seat.put(position.hands, hand),
    )
    return after_turn(after, turn.seat)
