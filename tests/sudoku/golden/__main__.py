"""Plays the golden matches anew and writes their files."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.rules import Square
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game
from tests.golden import Script, make
from tests.sudoku.golden import FOLDER


def _right(position: SudokuPosition, moves: Sequence[str], chance: random.Random) -> str:
    """Any right square."""
    return chance.choice([text for text in moves if position.grid.fits(Square.parse(text), position.tile)])


def _best(position: SudokuPosition, moves: Sequence[str], _chance: random.Random) -> str:
    """The square that brings most."""
    return max(moves, key=lambda text: game.judge(position, game.decode(text)).points)


def _careless(_position: SudokuPosition, moves: Sequence[str], chance: random.Random) -> str:
    """Any square."""
    return chance.choice(moves)


def _spoiling(position: SudokuPosition, moves: Sequence[str], chance: random.Random) -> str:
    """A wrong square, if there is one."""
    wrong = [text for text in moves if game.judge(position, game.decode(text)).warning]
    return chance.choice(wrong or moves)


make(
    game,
    FOLDER,
    {
        "right-squares": Script(_right),
        "best-squares": Script(_best, {"hints": "yes"}),
        "careless": Script(_careless),
        "every-tile-drawn": Script(_spoiling),
        "resigned": Script(_best, {"hints": "yes"}, forfeit="resigned"),
        "time": Script(_careless, forfeit="time"),
    },
)
