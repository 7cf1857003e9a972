"""Composing a move from the tile placed on the page."""

from __future__ import annotations

from games.rules import IllegalMove, Light, Placements, Reason, Square, say
from games.sudoku.model.board import PEERS, SQUARES, index_of, on_board
from games.sudoku.model.position import SudokuView, check_square


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


def highlights(view: SudokuView, placed: Placements, square: Square | None) -> tuple[Light, ...]:
    """Return the peers of one square, the squares with an equal digit, and those of them that conflict with it.

    The square is the selected one if it holds a digit, else that of the placed tile, else the selected one. Its digit
    is the one on it, else the tile to place. Peers with the same digit are conflicts.
    """
    if square is not None and not on_board(square):
        square = None
    focus = placed[-1][0] if placed and not (square and view.grid.at(square)) else square
    if focus is None or not on_board(focus):
        return ()
    there = view.grid.at(focus)
    digit = there or (placed[-1][1] if placed else view.tile)
    peers = frozenset(SQUARES[peer] for peer in PEERS[index_of(focus)])
    equal = frozenset(other for other in SQUARES if digit and view.grid.at(other) == digit and other != focus)
    lights = (
        Light(Reason.LINE, peers),
        Light(Reason.EQUAL, equal - peers),
        Light(Reason.CONFLICT, equal & peers),
    )
    return tuple(light for light in lights if light.squares)
