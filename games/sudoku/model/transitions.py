"""Carries out a turn that was judged, draws the next tile, and sees when the match is over."""

from __future__ import annotations

from dataclasses import replace

from games.rules import PlayedMove, Result, Seat, Sentence, Square, say
from games.sudoku.model.position import SudokuPosition


def lay(position: SudokuPosition, square: Square, turn: PlayedMove) -> SudokuPosition:
    """The position after the turn: the tile on its square, or out of the game if the square was wrong."""
    tile = position.tile
    wrong = turn.warning is not None
    return _draw(
        replace(
            position,
            to_move=turn.seat.other,
            scores=turn.seat.put(position.scores, position.scores[turn.seat.index] + turn.points),
            last=turn,
            face_down=(),
            grid=position.grid if wrong else position.grid.adding(square, tile),
            tiles=("", ""),
            lost=(*position.lost, tile) if wrong else position.lost,
        )
    )


def _draw(position: SudokuPosition) -> SudokuPosition:
    """The player to move draws the next tile; the match ends if there is none, or if it fits nowhere."""
    if not position.bag:
        return _finish(position, say("Every tile was drawn."))
    tile, *bag = position.bag
    after = replace(position, tiles=position.to_move.put(position.tiles, tile), bag=tuple(bag))
    if after.grid.takes(tile):
        return after
    return _finish(after, say("The next tile drawn, {tile}, fits on no square.", tile=tile))


def _finish(position: SudokuPosition, reason: Sentence) -> SudokuPosition:
    first, second = position.scores
    winner = None if first == second else Seat.FIRST if first > second else Seat.SECOND
    return replace(position, result=Result(winner, reason))
