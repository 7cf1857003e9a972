"""The program that plays the golden matches again and overwrites their files."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.rules import Seat
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.rules import game
from tests.golden import Script, make
from tests.tenbyten.golden import FOLDER


def _random(_position: TenByTenPosition, moves: Sequence[str], rng: random.Random) -> str:
    """Choose a random move."""
    return rng.choice(moves)


def _best(position: TenByTenPosition, moves: Sequence[str], _rng: random.Random) -> str:
    """Choose a move with the most captured chips."""
    return max(moves, key=lambda text: game.judge(position, game.decode(text)).points)


def _most_lines(_position: TenByTenPosition, moves: Sequence[str], rng: random.Random) -> str:
    """Choose a random move with the most captured lines."""
    most = max(text.count("x") for text in moves)
    return rng.choice([text for text in moves if text.count("x") == most])


def _mostly_quiet(position: TenByTenPosition, moves: Sequence[str], rng: random.Random) -> str:
    """Choose a quiet move, and for the first player now and then the best capture."""
    if position.to_move is Seat.FIRST and rng.randrange(8) == 0:
        return _best(position, moves, rng)
    return rng.choice([text for text in moves if "x" not in text])


make(
    game,
    FOLDER,
    {
        "any-moves": Script(_random),
        "best-moves": Script(_best),
        "many-lines": Script(_most_lines),
        "three-games": Script(_most_lines),
        "shy": Script(_mostly_quiet),
        "resigned": Script(_best, forfeit="resigned", after=25),
        "time": Script(_random, forfeit="time"),
    },
)
