"""The program that plays the golden matches again and overwrites their files."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.rules import Square
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game
from tests.golden import Script, make
from tests.sudoku.golden import FOLDER


def _valid(position: SudokuPosition, moves: Sequence[str], rng: random.Random) -> str:
    """Choose a random valid square."""
    return rng.choice([text for text in moves if position.grid.is_valid(Square.parse(text), position.tile)])


def _best(position: SudokuPosition, moves: Sequence[str], _rng: random.Random) -> str:
    """Choose a square with the most points."""
    return max(moves, key=lambda text: game.judge(position, game.decode(text)).points)


def _random(_position: SudokuPosition, moves: Sequence[str], rng: random.Random) -> str:
    """Choose a random square."""
    return rng.choice(moves)


def _invalid(position: SudokuPosition, moves: Sequence[str], rng: random.Random) -> str:
    """Choose a random invalid square, or any if all are valid."""
    invalid = [text for text in moves if game.judge(position, game.decode(text)).warning]
    return rng.choice(invalid or moves)


make(
    game,
    FOLDER,
    {
        "right-squares": Script(_valid),
        "best-squares": Script(_best, {"hints": "yes"}),
        "careless": Script(_random),
        "every-tile-drawn": Script(_invalid),
        "resigned": Script(_best, {"hints": "yes"}, forfeit="resigned"),
        "time": Script(_random, forfeit="time"),
    },
)
