"""Reads the calculation on one line, as far as it lies there."""

from __future__ import annotations

from collections.abc import Iterator

from games.digifeud.model.arithmetic import plain_digits, spell, work_out
from games.digifeud.model.board import Line
from games.digifeud.model.grid import Grid
from games.digifeud.model.legality import check_outcome
from games.digifeud.model.moves import Calculation
from games.digifeud.ui.placement import Texts
from games.rules import IllegalMove, Sentence, listed, say


def read(grid: Grid, line: Line, texts: Texts) -> Calculation:
    """The calculation of old numbers and laid tiles on this line; raises IllegalMove until it is complete."""
    move = Calculation(line.squares[0], line.direction, *_parts(grid, line, texts))
    if move.first and move.operator and move.second:
        _check_found(line, move)
    if missing := list(_missing(line, move, has_equals=line.squares[3] in texts)):
        raise IllegalMove(say("Still missing: {pieces}.", pieces=listed(*missing)))
    return move


def _parts(grid: Grid, line: Line, texts: Texts) -> tuple[str, str, str, str]:
    first, operator, second, _equals, outcome = (grid.at(square) or texts.get(square, "") for square in line.squares)
    return first, operator, second, outcome


def _check_found(line: Line, move: Calculation) -> None:
    """Raises IllegalMove where no outcome is possible, or another lies there than the one that comes out."""
    found, given = str(work_out(move.first, move.operator, move.second)), plain_digits(move.outcome)
    if given and given != found and found.startswith(given):
        raise IllegalMove(
            say(
                "{sum} is {found}: lay a {digit} on {square} too.",
                sum=spell(move.first, move.operator, move.second),
                found=found,
                digit=found.removeprefix(given),
                square=str(line.squares[-1]),
            )
        )
    if given:
        check_outcome(move.first, move.operator, move.second, given)


def _missing(line: Line, move: Calculation, *, has_equals: bool) -> Iterator[Sentence]:
    first, operator, second, equals, outcome = map(str, line.squares)
    if not move.first:
        yield say("a number on {square}", square=first)
    if not move.operator:
        yield say("an operator on {square}", square=operator)
    if not move.second:
        yield say("a number on {square}", square=second)
    if not has_equals:
        yield say("the = on {square}", square=equals)
    if not move.outcome:
        yield _missing_outcome(move, outcome)


def _missing_outcome(move: Calculation, square: str) -> Sentence:
    if not (move.first and move.operator and move.second):
        return say("the outcome on {square}", square=square)
    found = work_out(move.first, move.operator, move.second)
    return say("the outcome {number} on {square}", number=found, square=square)
