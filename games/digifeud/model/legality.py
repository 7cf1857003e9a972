"""The ways in which a calculation can break a rule, each with its own sentence."""

from __future__ import annotations

from collections.abc import Sequence

from games.digifeud.model.arithmetic import SIGNS, plain_digits, spell, value, work_out
from games.digifeud.model.board import CENTRE, Direction
from games.digifeud.model.grid import Grid
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.tiles import BLANK, Tiles, lacking, tiles_of
from games.rules import IllegalMove, Square, say


def check_operator(options: DigifeudOptions, operator: str) -> None:
    """Raises IllegalMove for an operator that this match is played without."""
    if operator not in options.operators:
        raise IllegalMove(say("This match is played without {operator}.", operator=SIGNS[operator]))


def check_direction(options: DigifeudOptions, direction: Direction) -> None:
    """Raises IllegalMove for a direction in which this match does not read."""
    if direction not in options.ways:
        raise IllegalMove(
            say("A calculation ends with its outcome, read from left to right or from top to bottom in this match.")
        )


def check_symbols(grid: Grid, squares: Sequence[Square]) -> None:
    """Raises IllegalMove unless the squares of the operator and the = are empty."""
    for square in squares[1::2]:
        if face := grid.at(square):
            raise IllegalMove(
                say(
                    "On {square} lies {face} already, but the operator and the = are laid in the same turn.",
                    square=str(square),
                    face=SIGNS.get(face, face),
                )
            )


def check_join(grid: Grid, squares: Sequence[Square]) -> None:
    """Raises IllegalMove unless the line holds an old number, or the centre for the first calculation."""
    if grid.empty:
        check_centre(squares)
    elif not any(map(grid.at, squares[0::2])):
        raise IllegalMove(say("At least one number of the calculation must lie on the board already."))


def check_centre(squares: Sequence[Square]) -> None:
    """Raises IllegalMove unless a first calculation on these squares has a number on the centre."""
    centre = str(CENTRE)
    if CENTRE in squares[1::2]:
        raise IllegalMove(
            say("On the centre, {square}, lies a number of the first calculation, no sign.", square=centre)
        )
    if CENTRE not in squares:
        raise IllegalMove(say("The first calculation has one of its numbers on the centre, {square}.", square=centre))


def check_number(grid: Grid, square: Square, text: str, *, outcome: bool) -> None:
    """Raises IllegalMove where this number cannot stand there."""
    digits = plain_digits(text)
    if old := grid.at(square):
        if text != old:
            raise IllegalMove(
                say("On {square} lies {old}, and what lies there never changes.", square=str(square), old=old)
            )
    elif len(digits) > 1 and not outcome:
        raise IllegalMove(say("{number} is too long: a number laid before the = has one digit.", number=digits))
    elif len(digits) > 1 and digits[0] == "0":
        raise IllegalMove(say("{number} begins with a 0.", number=digits))


def check_outcome(first: str, operator: str, second: str, outcome: str) -> None:
    """Raises IllegalMove unless the outcome is what comes out."""
    found = work_out(first, operator, second)
    if found != value(outcome):
        sum_, given = spell(first, operator, second), plain_digits(outcome)
        raise IllegalMove(say("{sum} is {found}, not {given}.", sum=sum_, found=found, given=given))


def check_held(rack: Tiles, numbers: Sequence[str], operators: Sequence[str]) -> None:
    """Raises IllegalMove unless the rack holds all these tiles."""
    for held, needed in ((rack.numbers, numbers), (rack.operators, operators)):
        for tile in lacking(held, needed):
            raise _lack(tile, held.count(tile), spare=held.count(BLANK) - list(needed).count(BLANK))


def number_tiles(grid: Grid, squares: Sequence[Square], texts: Sequence[str]) -> list[str]:
    """The number tiles that lie in these texts on squares that are still empty."""
    return [
        tile
        for square, text in zip(squares[0::2], texts[0::2], strict=True)
        if not grid.at(square)
        for tile in tiles_of(text)
    ]


def _lack(tile: str, held: int, *, spare: int) -> IllegalMove:
    if tile == BLANK:
        return IllegalMove(say("There are too few blanks on your rack."))
    face = SIGNS.get(tile, tile)
    if tile not in SIGNS and spare > 0:
        return IllegalMove(
            say("There are too few {tile} tiles on your rack. Write ?{tile} to lay a blank as {tile}.", tile=face)
        )
    if held:
        return IllegalMove(say("There are too few {tile} tiles on your rack: you have {held}.", held=held, tile=face))
    return IllegalMove(say("There is no {tile} on your rack.", tile=face))
