"""Judging a calculation: its legality and its score."""

from __future__ import annotations

from games.digifeud.model.board import PREMIUM_SQUARES, RED, Grid, is_number_square, is_on_board, multipliers
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
from games.rules import IllegalMove, Part, Sentence, Square, say


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


def parts(grid: Grid, move: Calculation) -> tuple[Part, ...]:
    """Return the summands of the points of a legal calculation: each number that counts, in reading order."""
    numbers = move.squares[0::2]
    rows = zip(numbers, (move.first, move.second, move.outcome), _multipliers(grid, numbers), strict=True)
    return tuple(
        Part(_counted(grid, square, number, outcome=square == numbers[-1]), value(number) * times, square)
        for square, number, times in rows
        if times
    )


def _counted(grid: Grid, square: Square, number: str, *, outcome: bool) -> Sentence:
    """Return the description of a number that counts."""
    colour = "" if grid.at(square) else PREMIUM_SQUARES.get(square, "")
    if outcome:
        if colour == RED:
            return say("2 × {number} for the answer on red", number=number)
        return say("{number} for the answer", number=number)
    if colour == RED:
        return say("2 × {number} on red", number=number)
    return say("{number} on blue", number=number)


def _check_line(grid: Grid, start: Square, squares: tuple[Square, ...]) -> None:
    """Raise IllegalMove unless a calculation may be placed on these squares; see `legality`."""
    if not all(map(is_on_board, squares)):
        raise IllegalMove(say("From {square} the calculation runs off the board.", square=str(start)))
    if not is_number_square(start):
        if grid.is_empty:
            check_centre(squares)
        raise IllegalMove(say("{square} can't take a number.", square=str(start)))
    check_symbol_squares(grid, squares)
    check_connection(grid, squares)


def _score(grid: Grid, move: Calculation, numbers: tuple[Square, ...]) -> int:
    first, second, outcome = _multipliers(grid, numbers)
    return value(move.first) * first + value(move.second) * second + value(move.outcome) * outcome


def _multipliers(grid: Grid, numbers: tuple[Square, ...]) -> tuple[int, int, int]:
    return multipliers(numbers, list(map(grid.at, numbers)))
