"""Sample sizes: counted in draws and moves, never in time, so that results are reproducible."""

from __future__ import annotations

import hashlib

from games.rules import SeededRandom

DRAWS = 12  # other draws that one is compared with
PLIES = 1200  # moves that all play-outs of a match may take together
ENDS = (4, 24)  # the fewest and the most play-outs after a turn


def plies_for(turns: int) -> int:
    """Return how many moves the rollouts after one turn may take in a match of this many turns."""
    return PLIES // (turns + 1)


def rng_for(match: str, what: str, ply: int, number: int) -> SeededRandom:
    """Return the randomness of one sample, derived from the match's public id and unrelated to its seed."""
    return SeededRandom(hashlib.sha256(f"{what} {number} of {match}".encode()).digest(), ply)
