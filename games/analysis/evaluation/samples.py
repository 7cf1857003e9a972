"""How much is sampled: counted in draws and moves, never in time, so that it can be repeated."""

from __future__ import annotations

import hashlib

from games.rules import SeededRandom

DRAWS = 12  # other draws that one is compared with
PLIES = 1200  # moves that all play-outs of a match may take together
ENDS = (4, 24)  # the fewest and the most play-outs after a turn


def plies_for(turns: int) -> int:
    """How many moves the play-outs after one turn may take, in a match of so many turns."""
    return PLIES // (turns + 1)


def rng_for(match: str, what: str, ply: int, number: int) -> SeededRandom:
    """Chance for one sample, by the match's public name: it has nothing to do with the seed of the match."""
    return SeededRandom(hashlib.sha256(f"{what} {number} of {match}".encode()).digest(), ply)
