"""Positions of a Sudoku Duel, the initial deal, and views of a position without its hidden information."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Position, Seat, SeededRandom, Square, View
from games.sudoku.model.board import BLOCK_SIZE, DIGITS, EMPTY, SIZE, Grid
from games.sudoku.model.options import SudokuOptions

TILES_TO_DRAW = DIGITS * (SIZE - 1)
BLOCKS = tuple(range(BLOCK_SIZE))  # the blocks of a band, and the rows of a block


@dataclass(frozen=True, kw_only=True)
class SudokuPosition(Position):
    """The full state, hidden information included.

    `tiles` holds the drawn tile of the player to move and "" for the other; "" for both once no tile is left.
    `bag` holds the tiles to draw in their sealed order. `lost` holds the tiles of invalid placements in the order
    played.
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
