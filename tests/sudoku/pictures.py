"""Positions of Sudoku duel drawn as text, and short words to play with them.

A picture has nine rows of nine signs, a dot for an empty square; spaces and bars between them are for the eye.
Rows that are left out at the end are empty::

    standing('''
        . 2 . | . . . | . . .
        3 . . | . . . | . . .
    ''', tile="5")
"""

from __future__ import annotations

import pytest

from games.rules import BadNotation, Dice, IllegalMove, Seat, Square, Turn
from games.sudoku.grid import Grid
from games.sudoku.options import SudokuOptions
from games.sudoku.position import SudokuPosition
from games.sudoku.rules import game

NO_CHANCE = Dice(b"no move of Sudoku duel draws from it")


def grid(picture: str) -> Grid:
    """The board of the picture."""
    faces = ["" if sign == "." else sign for sign in picture if sign in ".123456789"]
    return Grid(tuple(faces + [""] * (81 - len(faces))))


def standing(
    picture: str = "",
    *,
    tile: str = "4",
    bag: str = "987654321",
    scores: tuple[int, int] = (0, 0),
    hints: str = "no",
) -> SudokuPosition:
    """A position with the first player to move, who has drawn `tile`; the others lie in the bag in this order."""
    return SudokuPosition(
        options=SudokuOptions(hints), grid=grid(picture), tiles=(tile, ""), bag=tuple(bag), scores=scores
    )


def judge(position: SudokuPosition, text: str) -> Turn:
    """What the move in notation would do."""
    return game.judge(position, game.decode(text))


def points(position: SudokuPosition, text: str) -> int:
    """What the move in notation scores."""
    return judge(position, text).points


def play(position: SudokuPosition, *texts: str) -> SudokuPosition:
    """The position after these moves in notation."""
    for text in texts:
        position = game.apply(position, game.decode(text), NO_CHANCE)
    return position


def at(position: SudokuPosition, name: str) -> str:
    """What lies on this square."""
    return position.grid.at(Square.parse(name))


def refusal(position: SudokuPosition, text: str) -> str:
    """Why the move in notation is illegal."""
    with pytest.raises(IllegalMove) as refused:
        judge(position, text)
    return str(refused.value.reason)


def not_read(text: str) -> str:
    """Why the text is no notation."""
    with pytest.raises(BadNotation) as refused:
        game.decode(text)
    return str(refused.value.reason)


def laid(position: SudokuPosition, tiles: str, viewer: Seat | None = Seat.FIRST) -> str:
    """The notation that the laid tiles come to, such as `d4:5`, or the sentence that says what is missing."""
    entries = [entry.split(":") for entry in tiles.split()]
    try:
        return game.encode(
            game.compose(game.view(position, viewer), [(Square.parse(square), face) for square, face in entries])
        )
    except IllegalMove as refused:
        return str(refused.reason)
