"""Transitions between positions: the initial deal, a judged move with the next draw, the end of the match."""

from __future__ import annotations

from dataclasses import replace

from games.rules import PlayedMove, Result, Seat, SeededRandom, Sentence, Square, say
from games.sudoku.model.board import BLOCK_SIZE, DIGITS, EMPTY, SIZE, Grid
from games.sudoku.model.options import SudokuOptions
from games.sudoku.model.position import SudokuPosition

TILES_TO_DRAW = DIGITS * (SIZE - 1)
BLOCKS = tuple(range(BLOCK_SIZE))  # the blocks of a band, and the rows of a block


def initial_position(options: SudokuOptions, rng: SeededRandom) -> SudokuPosition:
    """Return the position before the first move: nine tiles on the board, the bag shuffled, one tile drawn."""
    grid = initial_grid(rng)
    tile, *bag = rng.shuffled(TILES_TO_DRAW)
    return SudokuPosition(options=options, grid=grid, tiles=(tile, ""), bag=tuple(bag), face_down=(Seat.SECOND,))


def initial_grid(rng: SeededRandom) -> Grid:
    """Return a uniformly random grid of nine tiles: the digits 1 to 9, one per row, column and block.

    Each band (three blocks side by side) assigns its three rows to its three blocks in one of six ways, each stack
    (three blocks one below the other) its columns likewise: every one of the 6**6 patterns arises exactly once. The
    digits are then shuffled over the nine squares, block by block.
    """
    rows = [rng.shuffled(BLOCKS) for _ in BLOCKS]
    columns = [rng.shuffled(BLOCKS) for _ in BLOCKS]
    digits = iter(rng.shuffled(DIGITS))
    grid = EMPTY
    for band in BLOCKS:
        for stack in BLOCKS:
            row = band * BLOCK_SIZE + rows[band][stack] + 1
            column = stack * BLOCK_SIZE + columns[stack][band] + 1
            grid = grid.with_tile(Square(row, column), next(digits))
    return grid


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
        return _finish(position, say("Every tile was drawn."))
    tile, *bag = position.bag
    after = replace(position, tiles=position.to_move.put(position.tiles, tile), bag=tuple(bag))
    if after.grid.has_valid_square(tile):
        return after
    return _finish(after, say("The next tile drawn, {tile}, fits on no square.", tile=tile))


def _finish(position: SudokuPosition, reason: Sentence) -> SudokuPosition:
    first, second = position.scores
    winner = None if first == second else Seat.FIRST if first > second else Seat.SECOND
    return replace(position, result=Result(winner, reason))
