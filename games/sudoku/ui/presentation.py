"""Presentation of Sudoku Duel without HTML: the board with its hints, the racks and the piles."""

from __future__ import annotations

from functools import cache, lru_cache

from games.rules import Board, Cell, Pile, Seat, Square, Tile, say
from games.sudoku.model.board import BLOCK_SIZE, SIZE, SQUARES, Grid
from games.sudoku.model.position import SudokuPosition, SudokuView

NUMBER = "number"  # the kind of all tiles


def board(view: SudokuView) -> Board:
    """Return the board.

    For players, empty squares take a tile in the opponent's turn too, so that a move changes only its own cell and the
    hints.
    """
    hinted = view.tile if view.options.has_hints and view.my_turn else ""
    return _board(view.grid, view.viewer is not None and view.result is None, hinted)


@lru_cache(maxsize=1_000)  # both players see the same, but for hints
def _board(grid: Grid, is_playing: bool, hinted: str) -> Board:
    cells = [_cell(grid, square, is_playing, hinted) for square in SQUARES]
    return Board(SIZE, SIZE, tuple(cells), BLOCK_SIZE)


_same_cell = cache(Cell)  # a board shares the cells that did not change with the board before


def _cell(grid: Grid, square: Square, is_playing: bool, hinted: str) -> Cell:
    """Return the cell of a square; if the `hinted` tile ("" for none) is valid there, with its points as hint."""
    if face := grid.at(square):
        return _same_cell(square, face, NUMBER)
    if not is_playing:
        return _same_cell(square)
    hint = str(grid.filled_peers(square)) if hinted and grid.is_valid(square, hinted) else ""
    return _same_cell(square, takes=NUMBER, room=1, hint=hint)


def rack_tiles(view: SudokuView, seat: Seat) -> tuple[Tile, ...] | None:
    """Return the drawn tile of a seat, () if it has none, None if it is hidden from the viewer."""
    tile = view.tiles[seat.index]
    return None if tile is None else tuple(Tile(face, NUMBER) for face in tile)


def public_piles(view: SudokuView) -> tuple[Pile, ...]:
    """Return the count of tiles to draw, and the lost tiles if there are any."""
    pile = Pile(say("Tiles to draw"), view.left, deals=NUMBER)
    return (pile, Pile(say("Lost tiles"), len(view.lost), view.lost, NUMBER)) if view.lost else (pile,)


def sealed_piles(start: SudokuPosition) -> tuple[Pile, ...]:
    """Return all tiles of the match in their shuffled order, given the position before the first move."""
    placed, tiles = tuple(filter(None, start.grid.faces)), (start.tile, *start.bag)
    return (
        Pile(say("Tiles on the board, from the top"), len(placed), placed, NUMBER),
        Pile(say("Tiles in the order drawn"), len(tiles), tiles, NUMBER),
    )
