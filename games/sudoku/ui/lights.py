"""Highlighted squares: the row, column and block of a square, equal digits and conflicts."""

from __future__ import annotations

from games.rules import Light, Placements, Reason, Square
from games.sudoku.model.board import PEERS, SQUARES, index_of, on_board
from games.sudoku.model.position import SudokuView


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
