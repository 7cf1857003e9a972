"""How Sudoku duel looks: its squares, the tile to lay, the tiles left and lost."""

from __future__ import annotations

from games.rules import Board, Cell, Pile, Seat, Square, Tile, say
from games.sudoku.model.board import BLOCK, SIZE, SQUARES
from games.sudoku.model.position import SudokuPosition, SudokuView

NUMBER = "number"


def draw(view: SudokuView) -> Board:
    """The board; empty squares take the tile of a player's next turn too, so that only what is laid changes them."""
    return Board(SIZE, SIZE, tuple(_cell(view, square) for square in SQUARES), BLOCK)


def _cell(view: SudokuView, square: Square) -> Cell:
    if face := view.grid.at(square):
        return Cell(square, face, NUMBER)
    if not view.viewer or view.result:
        return Cell(square)
    return Cell(square, takes=NUMBER, room=1, hint=_hint(view, square))


def _hint(view: SudokuView, square: Square) -> str:
    """The points of a right square, where the match has hints."""
    if view.options.hinted and view.my_turn and view.tile and view.grid.fits(square, view.tile):
        return str(view.grid.neighbours(square))
    return ""


def rack_tiles(view: SudokuView, seat: Seat) -> tuple[Tile, ...] | None:
    """The one tile that the seat has drawn, if it has; None where the viewer may not see it."""
    tile = view.tiles[seat.index]
    return None if tile is None else tuple(Tile(face, NUMBER) for face in tile)


def count_piles(view: SudokuView) -> tuple[Pile, ...]:
    """The tiles still to be drawn, and those lost on wrong squares once there are any."""
    left = Pile(say("Tiles to draw"), view.left)
    return (left, Pile(say("Lost tiles"), len(view.lost), view.lost, NUMBER)) if view.lost else (left,)


def open_piles(start: SudokuPosition) -> tuple[Pile, ...]:
    """Every tile of a match in its sealed order, from the position before the first move."""
    lying, drawn = tuple(filter(None, start.grid.faces)), (start.tile, *start.bag)
    return (
        Pile(say("Tiles on the board, from the top"), len(lying), lying, NUMBER),
        Pile(say("Tiles in the order drawn"), len(drawn), drawn, NUMBER),
    )
