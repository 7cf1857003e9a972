"""State transitions: the position after a judged move, the next draw, and the end of the match."""

from __future__ import annotations

from dataclasses import replace

from games.rules import PlayedMove, Result, Seat, Sentence, Square, say
from games.sudoku.model.position import SudokuPosition


def apply_move(position: SudokuPosition, square: Square, turn: PlayedMove) -> SudokuPosition:
    """Return the position after a judged move: the tile on its square, or lost if the placement is invalid."""
    tile = position.tile
    invalid = turn.warning is not None
    return _draw_next_tile(
        replace(
            position,
            to_move=turn.seat.other,
            scores=turn.seat.put(position.scores, position.scores[turn.seat.index] + turn.points),
            last=turn,
            face_down=(),
            grid=position.grid if invalid else position.grid.with_tile(square, tile),
            tiles=("", ""),
            lost=(*position.lost, tile) if invalid else position.lost,
        )
    )


def _draw_next_tile(position: SudokuPosition) -> SudokuPosition:
    """Draw for the player to move; end the match if the bag is empty or the drawn tile has no valid square."""
    if not position.bag:
        return _finish(position, say("All tiles have been drawn."))
    tile, *bag = position.bag
    after = replace(position, tiles=position.to_move.put(position.tiles, tile), bag=tuple(bag))
    if after.grid.has_valid_square(tile):
        return after
    return _finish(after, say("The next tile, {tile}, fits nowhere.", tile=tile))


def _finish(position: SudokuPosition, reason: Sentence) -> SudokuPosition:
    first, second = position.scores
    winner = None if first == second else Seat.FIRST if first > second else Seat.SECOND
    return replace(position, result=Result(winner, reason))
