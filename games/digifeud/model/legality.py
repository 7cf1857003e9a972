"""Legality checks: each raises IllegalMove with a sentence for the player if a calculation breaks its rule."""

from __future__ import annotations

from collections.abc import Sequence

from games.digifeud.model.board import CENTRE, Direction, Grid
from games.digifeud.model.equations import OPERATOR_SIGNS, checked_outcome, expression, plain_digits, value
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.tiles import BLANK, Tiles, tiles_of
from games.rules import IllegalMove, Square, missing, say


def check_operator(options: DigifeudOptions, operator: str) -> None:
    """Raise IllegalMove for an operator that the match options exclude."""
    if operator not in options.operators:
        raise IllegalMove(say("This match is played without {operator}.", operator=OPERATOR_SIGNS[operator]))


def check_direction(options: DigifeudOptions, direction: Direction) -> None:
    """Raise IllegalMove for a reading direction that the match options exclude."""
    if direction not in options.reading_directions:
        raise IllegalMove(say("The answer must come last, read from left to right or from top to bottom."))


def check_symbol_squares(grid: Grid, squares: Sequence[Square]) -> None:
    """Raise IllegalMove unless the squares of the operator and the = are empty."""
    for square in squares[1::2]:
        if face := grid.at(square):
            raise IllegalMove(
                say(
                    "{square} already has {face}, but you place the operator and the = in the same turn.",
                    square=str(square),
                    face=OPERATOR_SIGNS.get(face, face),
                )
            )


def check_connection(grid: Grid, squares: Sequence[Square]) -> None:
    """Raise IllegalMove unless the line has a number on the board, or the centre for the first calculation."""
    if grid.is_empty:
        check_centre(squares)
    elif not any(map(grid.at, squares[0::2])):
        raise IllegalMove(say("At least one number of the calculation must already be on the board."))


def check_centre(squares: Sequence[Square]) -> None:
    """Raise IllegalMove unless a first calculation on these squares has a number on the centre."""
    centre = str(CENTRE)
    if CENTRE in squares[1::2]:
        raise IllegalMove(
            say("The centre, {square}, takes a number of the first calculation, not a sign.", square=centre)
        )
    if CENTRE not in squares:
        raise IllegalMove(say("The first calculation needs a number on the centre, {square}.", square=centre))


def check_number(grid: Grid, square: Square, text: str, *, outcome: bool) -> None:
    """Raise IllegalMove unless the number is on the square already or may be placed there.

    A new operand has one digit, a new outcome one or two without a leading 0.
    """
    digits = plain_digits(text)
    if old := grid.at(square):
        if text != old:
            raise IllegalMove(say("{square} already has {old}, and that never changes.", square=str(square), old=old))
    elif len(digits) > 1 and not outcome:
        raise IllegalMove(say("{number} is too long: a new number before the = has one digit.", number=digits))
    elif len(digits) > 1 and digits[0] == "0":
        raise IllegalMove(say("{number} begins with a 0.", number=digits))


def check_outcome(first: str, operator: str, second: str, outcome: str) -> None:
    """Raise IllegalMove unless the equation is true."""
    answer = checked_outcome(first, operator, second)
    if answer != value(outcome):
        sum_, digits = expression(first, operator, second), plain_digits(outcome)
        raise IllegalMove(say("{sum} is {found}, not {given}.", sum=sum_, found=answer, given=digits))


def check_rack(rack: Tiles, numbers: Sequence[str], operators: Sequence[str]) -> None:
    """Raise IllegalMove unless the rack holds all these tiles."""
    for held, needed in ((rack.numbers, numbers), (rack.operators, operators)):
        for tile in missing(held, needed):
            raise _missing_tile(tile, held.count(tile), spare_blanks=held.count(BLANK) - list(needed).count(BLANK))


def number_tiles(grid: Grid, squares: Sequence[Square], texts: Sequence[str]) -> list[str]:
    """Return the number tiles that a calculation takes from the rack: those for squares that are still empty."""
    return [
        tile
        for square, text in zip(squares[0::2], texts[0::2], strict=True)
        if not grid.at(square)
        for tile in tiles_of(text)
    ]


def _missing_tile(tile: str, count: int, *, spare_blanks: int) -> IllegalMove:
    """Return the error for a tile of which the rack has only `count`, and that a spare blank could replace."""
    if tile == BLANK:
        return IllegalMove(say("You don't have enough blanks."))
    face = OPERATOR_SIGNS.get(tile, tile)
    if tile not in OPERATOR_SIGNS and spare_blanks > 0:
        return IllegalMove(
            say("You don't have enough {tile} tiles. Write ?{tile} to place a blank as {tile}.", tile=face)
        )
    if count:
        return IllegalMove(say("You don't have enough {tile} tiles: you have {held}.", held=count, tile=face))
    return IllegalMove(say("Your rack has no {tile}.", tile=face))
