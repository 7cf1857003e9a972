"""Sample sizes, in draws and moves, never in time, so that results are reproducible."""

from __future__ import annotations

import hashlib

from games.rules import SeededRandom

DRAWS = 12  # sampled draws with which a real draw is compared
PLIES = 1200  # moves of all rollouts of a match together
ENDS = (2, 24)  # the minimum and maximum number of rollouts after a turn


def plies_for(turns: int) -> int:
    """Return the budget of rollout moves after one turn, in a match of this many turns."""
    return PLIES // (turns + 1)


def rng_for(match: str, what: str, ply: int, number: int) -> SeededRandom:
    """Return the random generator of one sample, derived from the match's public id and independent of its seed.

    `what` names the purpose, `ply` the turn and `number` the sample.
    """
    return SeededRandom(hashlib.sha256(f"{what} {number} of {match}".encode()).digest(), ply)
