"""Positions of Digifeud drawn as text, and short words to play with them.

A picture has the column letters on its first line and a row number before each row; a dot is an empty square::

    standing('''
           e  f  g  h  i
        7  5  +  8  =  13
    ''', rack="9460")
"""

from __future__ import annotations

import pytest

from games.digifeud.grid import Grid
from games.digifeud.options import DigifeudOptions
from games.digifeud.position import DigifeudPosition
from games.digifeud.rules import game
from games.digifeud.tiles import Tiles
from games.rules import BadNotation, Dice, IllegalMove, Seat, Square, Turn

FULL_RACK = "01234567"
NO_CHANCE = Dice(b"no move of Digifeud draws from it")


def grid(picture: str) -> Grid:
    """The board of the picture; `?9` is a 9 laid from a blank."""
    if not picture.strip():
        return Grid()
    letters, *rows = (line.split() for line in picture.strip().splitlines())
    drawn = {
        Square.parse(f"{letter}{row}"): face
        for row, *faces in rows
        for letter, face in zip(letters, faces, strict=True)
        if face != "."
    }
    return Grid().adding(drawn)


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
    """A position with the first player to move, who holds `rack` and `signs`; the second holds `other`."""
    return DigifeudPosition(
        options=DigifeudOptions(directions, operators),
        grid=grid(picture),
        racks=(Tiles(tuple(rack), tuple(signs)), Tiles(tuple(other), tuple("+-x"))),
        bag=Tiles(tuple(bag), tuple("+" * len(bag))),
        scores=scores,
        passed=passed,
    )


def judge(position: DigifeudPosition, text: str) -> Turn:
    """What the move in notation would do."""
    return game.judge(position, game.decode(text))


def points(position: DigifeudPosition, text: str) -> int:
    """What the move in notation scores."""
    return judge(position, text).points


def play(position: DigifeudPosition, *texts: str) -> DigifeudPosition:
    """The position after these moves in notation."""
    for text in texts:
        position = game.apply(position, game.decode(text), NO_CHANCE)
    return position


def refusal(position: DigifeudPosition, text: str) -> str:
    """Why the move in notation is illegal."""
    with pytest.raises(IllegalMove) as refused:
        judge(position, text)
    return str(refused.value.reason)


def not_read(text: str) -> str:
    """Why the text is no notation."""
    with pytest.raises(BadNotation) as refused:
        game.decode(text)
    return str(refused.value.reason)


def laid(position: DigifeudPosition, tiles: str) -> str:
    """The notation that the laid tiles come to, such as `e7:5 f7:+`, or the sentence that says what is missing."""
    entries = [entry.split(":") for entry in tiles.split()]
    view = game.view(position, Seat.FIRST)
    try:
        return game.encode(game.compose(view, [(Square.parse(square), tile) for square, tile in entries]))
    except IllegalMove as refused:
        return str(refused.reason)
