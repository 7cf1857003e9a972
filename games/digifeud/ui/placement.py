"""Single tiles on single squares: what fits where."""

from __future__ import annotations

import re
from collections.abc import Iterable

from games.digifeud.model.arithmetic import SIGNS
from games.digifeud.model.board import on_board, takes_number, takes_symbol
from games.digifeud.model.grid import Grid
from games.digifeud.model.tiles import BLANK, tiles_of
from games.rules import IllegalMove, Square, say

Texts = dict[Square, str]

_DIGIT = re.compile(r"\??[0-9]")
_FITTING = 2


def gather(grid: Grid, laid: Iterable[tuple[Square, str]]) -> Texts:
    """What the laid tiles spell on each square, digits in the order laid; raises IllegalMove for one that does not fit.

    The order in which a number is laid is the order in which it is read, in every direction.
    """
    texts: Texts = {}
    for square, tile in laid:
        _check_square(grid, square)
        if _DIGIT.fullmatch(tile):
            _check_number_square(square, texts.get(square, ""))
        elif tile in SIGNS or tile == "=":
            _check_symbol_square(square, texts.get(square, ""))
        elif tile == BLANK:
            raise IllegalMove(say("Choose the digit that the blank on {square} stands for.", square=str(square)))
        else:
            raise IllegalMove(say("“{tile}” is no tile of this game.", tile=tile[:20]))
        texts[square] = texts.get(square, "") + tile
    return texts


def _check_square(grid: Grid, square: Square) -> None:
    name = str(square)
    if not on_board(square):
        raise IllegalMove(say("The board has no square {square}.", square=name))
    if face := grid.at(square):
        raise IllegalMove(say("{square} is taken: {face} lies there.", square=name, face=SIGNS.get(face, face)))
    if not (takes_number(square) or takes_symbol(square)):
        raise IllegalMove(say("No tile ever lies on {square}.", square=name))


def _check_number_square(square: Square, before: str) -> None:
    if not takes_number(square):
        raise IllegalMove(
            say("{square} lies between two numbers; it takes an operator or the =, no digit.", square=str(square))
        )
    if len(tiles_of(before)) >= _FITTING:
        raise IllegalMove(say("A number has at most two digits; {square} is full.", square=str(square)))


def _check_symbol_square(square: Square, before: str) -> None:
    if not takes_symbol(square):
        raise IllegalMove(say("{square} takes a number; signs go between two numbers.", square=str(square)))
    if before:
        raise IllegalMove(say("{square} has room for one sign only.", square=str(square)))
