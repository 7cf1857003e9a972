"""Composing a move from the tile placed on the page."""

from __future__ import annotations

from games.rules import IllegalMove, Placements, Square, say
from games.sudoku.model.position import SudokuView
from games.sudoku.model.scoring import check_square


def compose(view: SudokuView, placements: Placements) -> Square:
    """Return the square of the one placed tile; raises IllegalMove with the reason if the placements are no move."""
    if view.result:
        raise IllegalMove(say("The match is over."))
    if view.viewer is None:
        raise IllegalMove(say("Only the two players can place tiles."))
    if not view.tile:
        raise IllegalMove(say("You draw a tile at the start of your turn."))
    if not placements:
        raise IllegalMove(say("Put the {tile} on an empty square.", tile=view.tile))
    if len(placements) > 1:
        raise IllegalMove(say("You place one tile per turn."))
    ((square, tile),) = placements
    if tile != view.tile:
        raise IllegalMove(say("Your tile is the {tile}.", tile=view.tile))
    check_square(view.grid, square)
    return square
