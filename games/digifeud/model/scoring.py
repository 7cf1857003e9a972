"""Judges a calculation: whether it stands, and what it scores."""

from __future__ import annotations

from games.digifeud.model.arithmetic import value
from games.digifeud.model.board import on_board, takes_number
from games.digifeud.model.colours import COLOURS, RED, WORTH
from games.digifeud.model.grid import Grid
from games.digifeud.model.legality import (
    check_centre,
    check_direction,
    check_held,
    check_join,
    check_number,
    check_operator,
    check_outcome,
    check_symbols,
    number_tiles,
)
from games.digifeud.model.moves import Calculation
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.tiles import Tiles
from games.rules import IllegalMove, Square, say


def judge(options: DigifeudOptions, grid: Grid, rack: Tiles, move: Calculation) -> int:
    """The points of the calculation; raises IllegalMove."""
    check_direction(options, move.direction)
    check_operator(options, move.operator)
    _check_place(grid, move)
    for square, text in zip(move.squares[0::2], move.texts[0::2], strict=True):
        check_number(grid, square, text, outcome=square == move.squares[-1])
    check_outcome(move.first, move.operator, move.second, move.outcome)
    check_held(rack, number_tiles(grid, move.squares, move.texts), [move.operator])
    return _points(grid, move)


def _check_place(grid: Grid, move: Calculation) -> None:
    if not all(map(on_board, move.squares)):
        raise IllegalMove(say("From {square} the calculation runs off the board.", square=str(move.start)))
    if not takes_number(move.start):
        if grid.empty:
            check_centre(move.squares)
        raise IllegalMove(say("No number can lie on {square}.", square=str(move.start)))
    check_symbols(grid, move.squares)
    check_join(grid, move.squares)


def _points(grid: Grid, move: Calculation) -> int:
    """The outcome, doubled on a fresh red square, and the operands times what a fresh square under them gives."""
    first, second, outcome = (_fresh_colour(grid, square) for square in move.squares[0::2])
    points = value(move.outcome) * (2 if outcome == RED else 1)
    return points + value(move.first) * WORTH[first] + value(move.second) * WORTH[second]


def _fresh_colour(grid: Grid, square: Square) -> str:
    """The colour that this turn covers; none where the square was covered before."""
    return "" if grid.at(square) else COLOURS.get(square, "")
