"""Judging a calculation: its legality and its score."""

from __future__ import annotations

from games.digifeud.model.board import Grid, is_number_square, is_on_board, multipliers
from games.digifeud.model.equations import value
from games.digifeud.model.legality import (
    check_centre,
    check_connection,
    check_direction,
    check_number,
    check_operator,
    check_outcome,
    check_rack,
    check_symbol_squares,
    number_tiles,
)
from games.digifeud.model.moves import Calculation
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.tiles import Tiles
from games.rules import IllegalMove, say


def judge(options: DigifeudOptions, grid: Grid, rack: Tiles, move: Calculation) -> int:
    """Return the score of the calculation; raise IllegalMove if it breaks a rule."""
    check_direction(options, move.direction)
    check_operator(options, move.operator)
    _check_line(grid, move)
    for square, text in zip(move.squares[0::2], move.texts[0::2], strict=True):
        check_number(grid, square, text, outcome=square == move.squares[-1])
    check_outcome(move.first, move.operator, move.second, move.outcome)
    check_rack(rack, number_tiles(grid, move.squares, move.texts), [move.operator])
    return _score(grid, move)


def _check_line(grid: Grid, move: Calculation) -> None:
    if not all(map(is_on_board, move.squares)):
        raise IllegalMove(say("From {square} the calculation runs off the board.", square=str(move.start)))
    if not is_number_square(move.start):
        if grid.is_empty:
            check_centre(move.squares)
        raise IllegalMove(say("No number can lie on {square}.", square=str(move.start)))
    check_symbol_squares(grid, move.squares)
    check_connection(grid, move.squares)


def _score(grid: Grid, move: Calculation) -> int:
    squares = move.squares[0::2]
    first, second, outcome = multipliers(squares, [grid.at(square) for square in squares])
    return value(move.first) * first + value(move.second) * second + value(move.outcome) * outcome
