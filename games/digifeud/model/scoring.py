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
from games.rules import IllegalMove, Square, say


def judge(options: DigifeudOptions, grid: Grid, rack: Tiles, move: Calculation) -> int:
    """Return the score of the calculation; raise IllegalMove if it breaks a rule."""
    squares, texts = move.squares, move.texts
    check_direction(options, move.direction)
    check_operator(options, move.operator)
    _check_line(grid, move.start, squares)
    for square, text in zip(squares[0::2], texts[0::2], strict=True):
        check_number(grid, square, text, outcome=square == squares[-1])
    check_outcome(move.first, move.operator, move.second, move.outcome)
    check_rack(rack, number_tiles(grid, squares, texts), [move.operator])
    return _score(grid, move, squares[0::2])


def _check_line(grid: Grid, start: Square, squares: tuple[Square, ...]) -> None:
    if not all(map(is_on_board, squares)):
        raise IllegalMove(say("From {square} the calculation runs off the board.", square=str(start)))
    if not is_number_square(start):
        if grid.is_empty:
            check_centre(squares)
        raise IllegalMove(say("No number can lie on {square}.", square=str(start)))
    check_symbol_squares(grid, squares)
    check_connection(grid, squares)


def _score(grid: Grid, move: Calculation, numbers: tuple[Square, ...]) -> int:
    first, second, outcome = multipliers(numbers, list(map(grid.at, numbers)))
    return value(move.first) * first + value(move.second) * second + value(move.outcome) * outcome
