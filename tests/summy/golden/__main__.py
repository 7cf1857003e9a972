"""Plays the golden matches anew and writes their files."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence

from games.rules import Dice
from games.summy.moves import Move, Sum, Swap
from games.summy.position import SummyPosition
from games.summy.rules import game
from tests.summy.golden.record import FOLDER, write

Choose = Callable[[SummyPosition, Sequence[Move], random.Random], Move]
FORFEIT_AFTER = 9
SEEDS = {"crossing-sums": "crossing-sums-13"}  # two sums in one turn are seldom


def _best(position: SummyPosition, moves: Sequence[Move], _chance: random.Random) -> Move:
    """The move that brings most."""
    return max(moves, key=lambda move: game.judge(position, move).points)


def _random(_position: SummyPosition, moves: Sequence[Move], chance: random.Random) -> Move:
    """Any sum; an exchange where there is none."""
    return chance.choice([move for move in moves if isinstance(move, Sum)] or moves)


def _longest(_position: SummyPosition, moves: Sequence[Move], _chance: random.Random) -> Move:
    """The sum with the most pieces."""
    return max(moves, key=lambda move: len(move.text) if isinstance(move, Sum) else 0)


def _crossing(position: SummyPosition, moves: Sequence[Move], chance: random.Random) -> Move:
    """A turn with several sums, if there is one."""
    several = [move for move in moves if "(" in str(game.judge(position, move).text)]
    return chance.choice(several) if several else _random(position, moves, chance)


def _lazy(position: SummyPosition, moves: Sequence[Move], chance: random.Random) -> Move:
    """An exchange every other time."""
    if chance.randrange(2):
        return chance.choice([move for move in moves if isinstance(move, Swap)])
    return _random(position, moves, chance)


MATCHES: dict[str, tuple[Choose, str]] = {
    "any-sums": (_random, ""),
    "best-sums": (_best, ""),
    "long-sums": (_longest, ""),
    "crossing-sums": (_crossing, ""),
    "exchanges": (_lazy, ""),
    "resigned": (_best, "resigned"),
    "time": (_random, "time"),
}


def _moves(seed: bytes, choose: Choose, forfeit: str) -> list[str]:
    position = game.setup(game.Options(), Dice(seed))
    chance, played = random.Random(seed), list[str]()
    while position.result is None:
        if forfeit and len(played) == FORFEIT_AFTER:
            return [*played, forfeit]
        move = choose(position, list(game.legal_moves(position)), chance)
        played.append(game.encode(move))
        position = game.apply(position, move, Dice(seed, len(played)))
    return played


for name, (choose, forfeit) in MATCHES.items():
    seed = hashlib.sha256(SEEDS.get(name, name).encode()).digest()
    (FOLDER / f"{name}.txt").write_text(write(seed.hex(), _moves(seed, choose, forfeit)))
