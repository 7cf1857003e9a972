"""What lights up around the square that a player looks at: its row, column and block, equal digits and conflicts."""

from __future__ import annotations

from games.rules import Light, Placements, Reason, Square
from games.sudoku.model.board import PEERS, SQUARES, index_of, on_board
from games.sudoku.model.position import SudokuView


def glow(view: SudokuView, placed: Placements, square: Square | None) -> tuple[Light, ...]:
    """Return the lines of a square and where its digit lies.

    It is the square looked at if it has a digit, else that of the placed tile, else the one looked at. The digit is
    that on the square, or else the tile to lay. Equal ones on the lines of an empty square are conflicts.
    """
    if square is not None and not on_board(square):
        square = None
    chosen = placed[-1][0] if placed and not (square and view.grid.at(square)) else square
    if chosen is None or not on_board(chosen):
        return ()
    there = view.grid.at(chosen)
    digit = there or (placed[-1][1] if placed else view.tile)
    peers = frozenset(SQUARES[peer] for peer in PEERS[index_of(chosen)])
    equal = frozenset(other for other in SQUARES if digit and view.grid.at(other) == digit and other != chosen)
    lights = (
        Light(Reason.LINE, peers),
        Light(Reason.EQUAL, equal - peers),
        Light(Reason.CONFLICT, equal & peers),
    )
    return tuple(light for light in lights if light.squares)
