"""Positions of Digifeud drawn as text, and helpers to play moves in them.

A picture has the column letters in its first line and a row number at the start of each row; a dot is an empty square::

    standing('''
           e  f  g  h  i
        7  5  +  8  =  13
    ''', rack="9460")
"""

from __future__ import annotations

from games.digifeud.ai.state import FastState
from games.digifeud.model.board import EMPTY_GRID, DigifeudOptions, Grid, Tiles
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import parse_picture
from tests.game_helpers import GameHelpers

FULL_RACK = "01234567"


_helpers = GameHelpers[DigifeudPosition](game)
judge = _helpers.judge
points = _helpers.points
play = _helpers.play
refusal = _helpers.refusal
not_read = _helpers.not_read
laid = _helpers.laid


def grid(picture: str) -> Grid:
    """Return the grid of the picture; `?9` is a 9 played with a blank."""
    return EMPTY_GRID.with_placed(parse_picture(picture)) if picture.strip() else EMPTY_GRID


def standing(
    picture: str = "",
    *,
    rack: str = FULL_RACK,
    signs: str = "+-x/",
    other: str = FULL_RACK,
    bag: str = "",
    directions: str = "2",
    operators: str = "+-x/",
    scores: tuple[int, int] = (0, 0),
    passed: tuple[bool, bool] = (False, False),
) -> DigifeudPosition:
    """Return a position with the first player to move, who holds `rack` and `signs`; the second holds `other`."""
    return DigifeudPosition(
        options=DigifeudOptions(directions, operators),
        grid=grid(picture),
        racks=(Tiles(tuple(rack), tuple(signs)), Tiles(tuple(other), tuple("+-x"))),
        bag=Tiles(tuple(bag), tuple("+" * len(bag))),
        scores=scores,
        passed=passed,
    )


def fast_state(position: DigifeudPosition) -> FastState:
    """Return the search state of the position, with both racks and the bags."""
    return FastState.from_view(game.view(position, position.to_move)).with_tiles_of(position)
