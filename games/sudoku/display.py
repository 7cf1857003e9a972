"""Sudoku Duel's implementation of `Display`: the `display` object that the catalogue imports."""

from __future__ import annotations

from games.rules import Board, Display, Light, Pile, Placements, Seat, Square, Tile, say
from games.sudoku.model.options import SudokuOptions
from games.sudoku.model.position import SudokuPosition, SudokuView
from games.sudoku.ui import compose, lights, presentation


class SudokuDisplay(Display[SudokuOptions, SudokuPosition, SudokuView, Square]):
    """The display of Sudoku Duel; `Display` documents the methods."""

    guidance = (
        say("Put your tile where its row, column and block don't have the same digit yet."),
        say("You score a point for each tile in that row, column and block, so crowded places score most."),
        say("On a wrong square your tile scores 0 and is lost. The page asks first."),
        say("The match ends when a drawn tile fits nowhere. Most points win."),
    )
    lights_up = say("the row, column and block of a square, with equal digits and conflicts")

    def compose(self, view: SudokuView, placements: Placements) -> Square:
        """Return the square of the one placed tile."""
        return compose.compose(view, placements)

    def highlights(self, view: SudokuView, placed: Placements, square: Square | None = None) -> tuple[Light, ...]:
        """Return the row, the column and the block of the square, equal digits and conflicts."""
        return lights.highlights(view, placed, square)

    def board(self, view: SudokuView) -> Board:
        """Return the board; in a match with hints, valid squares show their points."""
        return presentation.board(view)

    def rack(self, view: SudokuView, seat: Seat) -> tuple[Tile, ...] | None:
        """Return the drawn tile of the seat to move, None if it is hidden; () for the other seat."""
        return presentation.rack_tiles(view, seat)

    def held(self, view: SudokuView, seat: Seat) -> int:
        """Return 1 for the seat to move, 0 for the other, and 0 for both after the match."""
        return int(view.result is None and seat is view.to_move)

    def piles(self, view: SudokuView) -> tuple[Pile, ...]:
        """Return the tiles to draw and the lost tiles."""
        return presentation.public_piles(view)

    def sealed(self, position: SudokuPosition) -> tuple[Pile, ...]:
        """Return the tiles of the initial board, and the bag in the order drawn."""
        return presentation.sealed_piles(position)


display = SudokuDisplay()
