"""The start of a match: nine tiles laid by chance, the others shuffled, the first one drawn."""

from __future__ import annotations

from games.rules import Seat, SeededRandom, Square
from games.sudoku.model.board import BLOCK, DIGITS, SIZE
from games.sudoku.model.grid import EMPTY, Grid
from games.sudoku.model.options import SudokuOptions
from games.sudoku.model.position import SudokuPosition

REST = DIGITS * (SIZE - 1)
BAND = tuple(range(BLOCK))


def set_up(options: SudokuOptions, rng: SeededRandom) -> SudokuPosition:
    """Nine tiles on the board, and the first player's tile drawn from the shuffled others."""
    grid = lay_start(rng)
    tile, *bag = rng.shuffled(REST)
    return SudokuPosition(options=options, grid=grid, tiles=(tile, ""), bag=tuple(bag), face_down=(Seat.SECOND,))


def lay_start(rng: SeededRandom) -> Grid:
    """The digits 1 to 9, one in every row, column and block, each such start equally likely.

    Three rows of blocks share out their rows among their three blocks (six ways each), three columns of
    blocks their columns likewise: that gives every one of the 6**6 patterns once. Then the digits are
    shuffled over the nine squares, block by block.
    """
    rows = [rng.shuffled(BAND) for _ in BAND]
    columns = [rng.shuffled(BAND) for _ in BAND]
    digits = iter(rng.shuffled(DIGITS))
    grid = EMPTY
    for down in BAND:
        for right in BAND:
            square = Square(down * BLOCK + rows[down][right] + 1, right * BLOCK + columns[right][down] + 1)
            grid = grid.adding(square, next(digits))
    return grid
