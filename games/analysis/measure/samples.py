"""How much is sampled: more where it costs little. Counted in moves, never in time, so that it can be repeated."""

from __future__ import annotations

import hashlib

from games.rules import Dice

LISTED = 2500  # moves that may be listed for the sampled hands of one turn
HANDS = (3, 24)  # the fewest and the most sampled hands of a turn
PLIES = 1200  # moves that all play-outs of a match may take together
ENDS = (4, 24)  # the fewest and the most play-outs after a turn


def hands_for(moves: int) -> int:
    """How many hands are sampled in a turn for which so many moves were listed."""
    fewest, most = HANDS
    return min(most, max(fewest, LISTED // max(1, moves)))


def plies_for(turns: int) -> int:
    """How many moves the play-outs after one turn may take, in a match of so many turns."""
    return PLIES // (turns + 1)


def dice_for(match: str, what: str, ply: int, number: int) -> Dice:
    """Chance for one sample, by the match's public name: it has nothing to do with the seed of the match."""
    return Dice(hashlib.sha256(f"{what} {number} of {match}".encode()).digest(), ply)
