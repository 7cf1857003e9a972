"""Positions of Summy drawn as text, and short helpers to play them.

A picture has the column letters on its first line and a row number before each row; a dot is an empty square,
# a grey piece. The = on the centre is added to every picture::

    standing('''
            j  k  l  m  n
        13  2  x  3  =  6
    ''', hand="9460+-=1")
"""

from __future__ import annotations

from dataclasses import replace

from games.rules import Seat, Square, parse_picture
from games.summy.model.board import EVERYTHING, START, Grid, SummyOptions
from games.summy.model.position import SummyPosition
from games.summy.rules import game
from tests.game_helpers import GameHelpers

FULL_HAND = "0123+-x="


_helpers = GameHelpers[SummyPosition](game)
judge = _helpers.judge
points = _helpers.points
play = _helpers.play
refusal = _helpers.refusal
not_read = _helpers.not_read
laid = _helpers.laid


def grid(picture: str) -> Grid:
    """Return the grid of the picture, with the = on the centre."""
    return START.with_pieces(parse_picture(picture)) if picture.strip() else START


def standing(
    picture: str = "",
    *,
    hand: str = FULL_HAND,
    other: str = FULL_HAND,
    stock: str = "",
    scores: tuple[int, int] = (0, 0),
    finished: Seat | None = None,
    calculations: str = EVERYTHING,
) -> SummyPosition:
    """Return a position with the first player to move, holding `hand`; the second player holds `other`."""
    return SummyPosition(
        options=SummyOptions(calculations=calculations),
        grid=replace(grid(picture), arithmetic=calculations),
        hands=(tuple(hand), tuple(other)),
        stock=tuple(stock),
        scores=scores,
        finished=finished,
    )


def greys(position: SummyPosition) -> set[str]:
    """Return the squares closed by grey pieces."""
    faces = (
        (row, column, face) for row, line in enumerate(position.grid.rows, 1) for column, face in enumerate(line, 1)
    )
    return {str(Square(row, column)) for row, column, face in faces if face == "#"}
