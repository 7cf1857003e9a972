"""The program that writes the files of the golden matches."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.rules import PlayedMove
from games.summy.model.position import SummyPosition
from games.summy.rules import game
from tests.golden import Script, make
from tests.summy.golden import FOLDER


def _best(position: SummyPosition, moves: Sequence[str], _chance: random.Random) -> str:
    """Return the move with the most points."""
    return max(moves, key=lambda text: _turn(position, text).points)


def _random(_position: SummyPosition, moves: Sequence[str], chance: random.Random) -> str:
    """Return a random sum; an exchange if there is none."""
    return chance.choice([text for text in moves if not text.startswith("swap")] or list(moves))


def _longest(_position: SummyPosition, moves: Sequence[str], _chance: random.Random) -> str:
    """Return the sum with the most pieces."""
    return max(moves, key=lambda text: 0 if text.startswith("swap") else len(text.split()[1]))


def _crossing(position: SummyPosition, moves: Sequence[str], chance: random.Random) -> str:
    """Return a turn with several sums, if there is one."""
    several = [text for text in moves if "(" in str(_turn(position, text).text)]
    return chance.choice(several) if several else _random(position, moves, chance)


def _lazy(position: SummyPosition, moves: Sequence[str], chance: random.Random) -> str:
    """Return an exchange half of the time."""
    if chance.randrange(2):
        return chance.choice([text for text in moves if text.startswith("swap")])
    return _random(position, moves, chance)


def _turn(position: SummyPosition, text: str) -> PlayedMove:
    return game.judge(position, game.decode(text))


make(
    game,
    FOLDER,
    {
        "any-sums": Script(_random),
        "best-sums": Script(_best),
        "long-sums": Script(_longest),
        "crossing-sums": Script(_crossing, seed="crossing-sums-13"),  # two sums in one turn are rare
        "exchanges": Script(_lazy),
        "resigned": Script(_best, forfeit="resigned"),
        "time": Script(_random, forfeit="time"),
    },
)
