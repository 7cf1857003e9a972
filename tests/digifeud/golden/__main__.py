"""The program that replays the golden matches and writes their files."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from tests.digifeud.golden import FOLDER
from tests.golden import Script, make


def _best(position: DigifeudPosition, moves: Sequence[str], _rng: random.Random) -> str:
    """Return the move with the most points."""
    return max(moves, key=lambda text: game.judge(position, game.decode(text)).points)


def _random(_position: DigifeudPosition, moves: Sequence[str], rng: random.Random) -> str:
    """Return a random calculation, or the pass if there is none."""
    return rng.choice(moves[1:] or moves)


def _blanks(_position: DigifeudPosition, moves: Sequence[str], rng: random.Random) -> str:
    """Return a random calculation with a blank if there is one."""
    return rng.choice([text for text in moves if "?" in text] or moves[1:] or moves)


def _lazy(_position: DigifeudPosition, moves: Sequence[str], rng: random.Random) -> str:
    """Return the pass one time in three, otherwise a random move."""
    return "pass" if rng.randrange(3) == 0 else rng.choice(moves)


make(
    game,
    FOLDER,
    {
        "usual": Script(_random),
        "best-moves": Script(_best),
        "plus-and-minus": Script(_random, {"operators": "+-"}),
        "four-directions": Script(_best, {"directions": "4", "operators": "+-x/"}),
        "blanks": Script(_blanks, {"directions": "4"}),
        "passes": Script(_lazy, {"operators": "+-x/"}),
        "resigned": Script(_best, forfeit="resigned", after=7),
        "time": Script(_random, {"directions": "4", "operators": "+-"}, forfeit="time", after=7),
    },
)
