"""Presentation of Sudoku duel: board, rack, piles and hints."""

from __future__ import annotations

from functools import cache

from games.rules import Board, Cell, Pile, Seat, Square, Tile, say
from games.sudoku.model.board import BLOCK_SIZE, SIZE, SQUARES
from games.sudoku.model.position import SudokuPosition, SudokuView

NUMBER = "number"  # the kind of all tiles


def board(view: SudokuView) -> Board:
    """Return the board.

    To players an empty square accepts a tile in the opponent's turn too, so that a move changes no cell but its own.
    """
    return Board(SIZE, SIZE, tuple(_cell(view, square) for square in SQUARES), BLOCK_SIZE)


_same_cell = cache(Cell)  # a board shares the cells that did not change with the board before


def _cell(view: SudokuView, square: Square) -> Cell:
    if face := view.grid.at(square):
        return _same_cell(square, face, NUMBER)
    if not view.viewer or view.result:
        return _same_cell(square)
    return _same_cell(square, takes=NUMBER, room=1, hint=_hint(view, square))


def _hint(view: SudokuView, square: Square) -> str:
    """Return the points of a valid square in a match with hints, else ""."""
    if view.options.has_hints and view.my_turn and view.tile and view.grid.is_valid(square, view.tile):
        return str(view.grid.filled_peers(square))
    return ""


def rack_tiles(view: SudokuView, seat: Seat) -> tuple[Tile, ...] | None:
    """Return the drawn tile of a seat, () if it has none, None if it is hidden from the viewer."""
    tile = view.tiles[seat.index]
    return None if tile is None else tuple(Tile(face, NUMBER) for face in tile)


def public_piles(view: SudokuView) -> tuple[Pile, ...]:
    """Return the count of tiles to draw, and the lost tiles if there are any."""
    left = Pile(say("Tiles to draw"), view.left)
    return (left, Pile(say("Lost tiles"), len(view.lost), view.lost, NUMBER)) if view.lost else (left,)


def sealed_piles(start: SudokuPosition) -> tuple[Pile, ...]:
    """Return all tiles of a match in their sealed order, given its initial position."""
    placed, drawn = tuple(filter(None, start.grid.faces)), (start.tile, *start.bag)
    return (
        Pile(say("Tiles on the board, from the top"), len(placed), placed, NUMBER),
        Pile(say("Tiles in the order drawn"), len(drawn), drawn, NUMBER),
    )
