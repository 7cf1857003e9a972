"""The state of a match, the initial deal, and one viewer's view of a position."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Position, Seat, SeededRandom, Square, View
from games.sudoku.model.board import BLOCK_SIZE, DIGITS, EMPTY, SIZE, Grid
from games.sudoku.model.options import SudokuOptions

TILES_TO_DRAW = DIGITS * (SIZE - 1)  # one tile of each digit is on the board from the start
BLOCKS = tuple(range(BLOCK_SIZE))  # indices of the blocks in a band or stack, and of the rows or columns in a block


@dataclass(frozen=True, kw_only=True)
class SudokuPosition(Position):
    """The full state, hidden information included.

    `tiles` has the drawn tile of the player to move and "" for the other player; "" for both once no tile is left.
    `bag` has the tiles to draw in their shuffled order, `lost` the tiles of invalid placements in the order played.
    """

    options: SudokuOptions
    grid: Grid
    tiles: tuple[str, str]
    bag: tuple[str, ...]
    lost: tuple[str, ...] = ()

    @property
    def tile(self) -> str:
        """Return the drawn tile of the player to move."""
        return self.tiles[self.to_move.index]


@dataclass(frozen=True, kw_only=True)
class SudokuView(View):
    """The state as one viewer knows it: a hidden tile is None, `left` counts the tiles in the bag."""

    options: SudokuOptions
    grid: Grid
    tiles: tuple[str | None, str | None]
    left: int
    lost: tuple[str, ...]

    @property
    def tile(self) -> str:
        """Return the viewer's drawn tile; "" while the opponent moves, and for a spectator."""
        return (self.viewer and self.tiles[self.viewer.index]) or ""


def initial_position(options: SudokuOptions, rng: SeededRandom) -> SudokuPosition:
    """Return the position before the first move: nine tiles on the board, the bag shuffled, one tile drawn."""
    grid = initial_grid(rng)
    tile, *bag = rng.shuffled(TILES_TO_DRAW)
    return SudokuPosition(options=options, grid=grid, tiles=(tile, ""), bag=tuple(bag), face_down=(Seat.SECOND,))


def initial_grid(rng: SeededRandom) -> Grid:
    """Return a uniformly random grid of nine tiles: the digits 1 to 9, one in each row, column and block.

    Each band (three blocks side by side) assigns its three rows to its blocks in one of six ways, and each stack (three
    blocks one below the other) its columns. The 6**6 combinations are exactly the possible sets of nine squares, each
    once. The digits are then shuffled over these squares, block by block.
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


def view_of(position: SudokuPosition, viewer: Seat | None) -> SudokuView:
    """Return the view of a seat or a spectator (None); a finished match hides no drawn tile."""

    def visible_tile(seat: Seat) -> str | None:
        return position.tiles[seat.index] if position.shows(seat, viewer) else None

    return SudokuView(
        viewer=viewer,
        options=position.options,
        to_move=position.to_move,
        scores=position.scores,
        last=position.last,
        result=position.result,
        face_down=position.face_down,
        grid=position.grid,
        tiles=(visible_tile(Seat.FIRST), visible_tile(Seat.SECOND)),
        left=len(position.bag),
        lost=position.lost,
    )
