"""Positions of Summy drawn as text, and short words to play with them.

A picture has the column letters on its first line and a row number before each row; a dot is an empty
square, # a grey piece. The = on the centre lies there by itself, unless a match has gone on elsewhere::

    standing('''
            j  k  l  m  n
        13  2  x  3  =  6
    ''', hand="9460+-=1")
"""

from __future__ import annotations

import pytest

from games.rules import BadNotation, Dice, IllegalMove, Seat, Square, Turn
from games.summy.grid import START, Grid
from games.summy.options import SummyOptions
from games.summy.position import SummyPosition
from games.summy.rules import game

FULL_HAND = "0123+-x="
NO_CHANCE = Dice(b"no move of Summy draws from it")


def grid(picture: str) -> Grid:
    """The board of the picture, and the = on the centre."""
    if not picture.strip():
        return START
    letters, *rows = (line.split() for line in picture.strip().splitlines())
    drawn = {
        Square.parse(f"{letter}{row}"): face
        for row, *faces in rows
        for letter, face in zip(letters, faces, strict=True)
        if face != "."
    }
    return START.adding(drawn)


def standing(
    picture: str = "",
    *,
    hand: str = FULL_HAND,
    other: str = FULL_HAND,
    stock: str = "",
    scores: tuple[int, int] = (0, 0),
    done: Seat | None = None,
) -> SummyPosition:
    """A position with the first player to move, who holds `hand`; the second holds `other`."""
    return SummyPosition(
        options=SummyOptions(),
        grid=grid(picture),
        hands=(tuple(hand), tuple(other)),
        stock=tuple(stock),
        scores=scores,
        done=done,
    )


def judge(position: SummyPosition, text: str) -> Turn:
    """What the move in notation would do."""
    return game.judge(position, game.decode(text))


def points(position: SummyPosition, text: str) -> int:
    """What the move in notation scores."""
    return judge(position, text).points


def play(position: SummyPosition, *texts: str) -> SummyPosition:
    """The position after these moves in notation."""
    for text in texts:
        position = game.apply(position, game.decode(text), NO_CHANCE)
    return position


def greys(position: SummyPosition) -> set[str]:
    """The squares that are closed."""
    faces = (
        (row, column, face) for row, line in enumerate(position.grid.rows, 1) for column, face in enumerate(line, 1)
    )
    return {str(Square(row, column)) for row, column, face in faces if face == "#"}


def refusal(position: SummyPosition, text: str) -> str:
    """Why the move in notation is illegal."""
    with pytest.raises(IllegalMove) as refused:
        judge(position, text)
    return str(refused.value.reason)


def not_read(text: str) -> str:
    """Why the text is no notation."""
    with pytest.raises(BadNotation) as refused:
        game.decode(text)
    return str(refused.value.reason)


def laid(position: SummyPosition, tiles: str) -> str:
    """The notation that laid pieces such as `2@j13 x@k13` come to, or the sentence that says what is missing."""
    entries = [entry.split("@") for entry in tiles.split()]
    view = game.view(position, Seat.FIRST)
    try:
        return game.encode(game.compose(view, [(Square.parse(square), piece) for piece, square in entries]))
    except IllegalMove as refused:
        return str(refused.reason)
