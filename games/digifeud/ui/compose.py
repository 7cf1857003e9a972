"""Reads a calculation from tiles that lie on the board, and says what is still missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.digifeud.model.arithmetic import SIGNS
from games.digifeud.model.board import Direction, Line, lines
from games.digifeud.model.legality import (
    check_direction,
    check_held,
    check_join,
    check_number,
    check_symbols,
)
from games.digifeud.model.moves import Calculation
from games.digifeud.model.position import DigifeudView
from games.digifeud.model.tiles import tiles_of
from games.digifeud.ui.parsing import read
from games.digifeud.ui.placement import Texts, gather
from games.rules import IllegalMove, Laid, Sentence, say


def compose(view: DigifeudView, laid: Laid) -> Calculation:
    """The calculation that the tiles make with what lies there; raises IllegalMove and says what is missing."""
    if view.result:
        raise IllegalMove(say("The match is over."))
    if view.rack is None:
        raise IllegalMove(say("Only the two players lay tiles."))
    texts = gather(view.grid, laid)
    signs = [text for text in texts.values() if text in SIGNS]
    numbers = [tile for text in texts.values() for tile in tiles_of(text)]
    check_held(view.rack, numbers, signs)
    _check_signs(signs, list(texts.values()))
    found = _lines(view, texts)
    if len(found) > 1:
        raise IllegalMove(_which(found, texts))
    return read(view.grid, found[0], texts)


def _check_signs(signs: list[str], texts: list[str]) -> None:
    if not texts:
        raise IllegalMove(say("Lay a number, an operator, a number, the = and the outcome in one row or column."))
    if len(signs) > 1:
        raise IllegalMove(say("A calculation has one operator; here lie {count}.", count=len(signs)))
    if texts.count("=") > 1:
        raise IllegalMove(say("A calculation has one =; here lie {count}.", count=texts.count("=")))


def _lines(view: DigifeudView, texts: Texts) -> list[Line]:
    """The lines on which the tiles may become a calculation; raises IllegalMove where there is none."""
    grid = view.grid
    found = [line for line in lines(tuple(Direction)) if texts.keys() <= set(line.squares)]
    if not found:
        raise IllegalMove(_scattered(texts))
    found = [line for line in found if _in_order(line, texts)]
    if any(text in SIGNS for text in texts.values()) and "=" in texts.values():
        found = _keep(found, lambda line: check_direction(view.options, line.direction))
    else:
        found = [line for line in found if line.direction in view.options.ways]
        if not found:
            raise IllegalMove(say("There is no room for a calculation in the direction in which it is read."))
    found = _keep(found, lambda line: check_symbols(grid, line.squares))
    found = _keep(found, lambda line: check_join(grid, line.squares))
    return _keep(found, lambda line: _check_lengths(view, line, texts))


def _keep(found: Iterable[Line], check: Callable[[Line], None]) -> list[Line]:
    """The lines that pass the check; where none does, the first refusal is raised."""
    kept, refusals = [], []
    for line in found:
        try:
            check(line)
            kept.append(line)
        except IllegalMove as refusal:
            refusals.append(refusal)
    if not kept:
        raise refusals[0]
    return kept


def _scattered(texts: Texts) -> Sentence:
    if len({square.row for square in texts}) > 1 and len({square.column for square in texts}) > 1:
        return say("The tiles of one turn lie in one row or in one column.")
    return say("A calculation takes five squares in a row: number, operator, number, =, outcome.")


def _in_order(line: Line, texts: Texts) -> bool:
    """Whether the operator and the =, as far as they lie there, come second and fourth."""
    _first, operator, _second, equals, _outcome = line.squares
    return texts.get(operator) != "=" and texts.get(equals, "=") == "="


def _check_lengths(view: DigifeudView, line: Line, texts: Texts) -> None:
    for square in line.squares[0::2]:
        if square in texts:
            check_number(view.grid, square, texts[square], outcome=square == line.squares[-1])


def _which(found: list[Line], texts: Texts) -> Sentence:
    """What to lay next so that it becomes clear which line is meant."""
    if "=" in texts.values():
        one, other = (str(line.squares[1]) for line in found)
        return say("Lay the operator on {one} or on {other}.", one=one, other=other)
    if any(text in SIGNS for text in texts.values()):
        one, other = (str(line.squares[3]) for line in found)
        return say("Lay the = on {one} or on {other}.", one=one, other=other)
    return say("Go on with an operator and the =: number, operator, number, =, outcome.")
