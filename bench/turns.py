"""Speed of move generation over whole matches, turn by turn, with warm caches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

from bench.timing import timed
from games.rules import AnyGame, Options, Position, SeededRandom


def turns(game: AnyGame, options: Options, matches: int) -> Iterator[float]:
    """Yield the seconds of listing all scored moves, for every turn of this many matches; reproducible.

    Both players take the most points; ties are broken at random.
    """
    for number in range(matches):
        seed, chance = number.to_bytes(32, "big"), random.Random(number)
        position: Position = game.setup(options, SeededRandom(seed))
        for ply in count(1):
            if position.result is not None:
                break
            seconds, scored = timed(lambda position: list(game.scored_moves(position)), position)
            yield seconds
            most = max(points for _move, points in scored)
            move = chance.choice([move for move, points in scored if points == most])
            position = game.apply(position, move, SeededRandom(seed, ply))
