"""Carries out a move that was judged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.rules import PlayedMove, Square
from games.summy.model.board import EMPTY, GREY, Grid
from games.summy.model.game_over import finish
from games.summy.model.moves import Sum, Swap
from games.summy.model.pieces import HAND, LAST, Pieces, take, top_up
from games.summy.model.position import SummyPosition
from games.summy.model.scoring import crossing_sums, laid_by


def lay(position: SummyPosition, turn: PlayedMove, move: Sum) -> SummyPosition:
    """The position after a sum: pieces laid, greys set, the hand refilled to eight, points counted, perhaps the end."""
    kept = take(position.hand, laid_by(position.grid, move).values())
    hand, stock = top_up(kept, position.stock, HAND - len(kept))
    return _next(replace(position, grid=board_after(position.grid, move), stock=stock), turn, hand)


def exchange(position: SummyPosition, turn: PlayedMove, move: Swap) -> SummyPosition:
    """The position after an exchange: the pieces leave the game, as many come from the stock as it has."""
    gone = position.gone[turn.seat.index] + move.pieces
    hand, stock = top_up(take(position.hand, move.pieces), position.stock, len(move.pieces))
    return _next(replace(position, gone=turn.seat.put(position.gone, gone), stock=stock), turn, hand)


def board_after(grid: Grid, move: Sum) -> Grid:
    """The board with this sum on it, and with the grey pieces of all sums that it makes."""
    laid = laid_by(grid, move)
    after = grid.adding(laid)
    return after.adding(greys(after, (move, *crossing_sums(after, laid, move.direction))))


def greys(grid: Grid, sums: Iterable[Sum]) -> dict[Square, str]:
    """The grey pieces before and after these sums, where the board goes on."""
    return {square: GREY for found in sums for square in found.ends if grid.at(square) == EMPTY}


def _next(position: SummyPosition, turn: PlayedMove, hand: Pieces) -> SummyPosition:
    after = replace(
        position,
        to_move=turn.seat.other,
        scores=turn.seat.put(position.scores, position.scores[turn.seat.index] + turn.points),
        last=turn,
        face_down=(),
        hands=turn.seat.put(position.hands, hand),
    )
    if position.done:
        return finish(after)
    return replace(after, done=turn.seat) if len(hand) <= LAST else after
