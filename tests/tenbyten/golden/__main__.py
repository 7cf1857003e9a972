"""Plays the golden matches anew and writes their files."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.rules import Seat
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.rules import game
from tests.golden import Script, make
from tests.tenbyten.golden import FOLDER


def _random(_position: TenByTenPosition, moves: Sequence[str], chance: random.Random) -> str:
    """Any move."""
    return chance.choice(moves)


def _best(position: TenByTenPosition, moves: Sequence[str], _chance: random.Random) -> str:
    """The move that captures most."""
    return max(moves, key=lambda text: game.judge(position, game.decode(text)).points)


def _most_lines(_position: TenByTenPosition, moves: Sequence[str], chance: random.Random) -> str:
    """As many lines at once as there are."""
    most = max(text.count("x") for text in moves)
    return chance.choice([text for text in moves if text.count("x") == most])


def _shy(position: TenByTenPosition, moves: Sequence[str], chance: random.Random) -> str:
    """No capture, but for now and then one of the first player."""
    if position.to_move is Seat.FIRST and chance.randrange(8) == 0:
        return _best(position, moves, chance)
    return chance.choice([text for text in moves if "x" not in text])


make(
    game,
    FOLDER,
    {
        "any-moves": Script(_random),
        "best-moves": Script(_best),
        "many-lines": Script(_most_lines),
        "three-games": Script(_most_lines),
        "shy": Script(_shy),
        "resigned": Script(_best, forfeit="resigned", after=25),
        "time": Script(_random, forfeit="time"),
    },
)
