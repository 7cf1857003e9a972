"""How likely a player is to win from here, as far as the lead and the turns to come tell.

A player who leads may pass twice, and so ends the match after one more turn of the opponent. That makes a lead worth
more than its size beside all the turns that could follow. The numbers in `chance` were read off a table worked out
backwards from the end, in which each turn brings what turns bring, with their spread, and the player passes where that
is best.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt

from games.digifeud.ai.fast_state import Sketch

TILES_A_TURN = 2.5
PACE = {"+-": (27, 15.5), "+-x": (67, 48), "+-x/": (60, 45)}  # points a turn and their spread, in two directions
FOUR_WAYS = (1.3, 1.15)  # times as much in four


def chance(sketch: Sketch, seat: int) -> float:
    """Between 0 and 1, with half of what is drawn."""
    lead: float = sketch.lead(seat)
    if sketch.ended:
        return 0.5 + 0.5 * ((lead > 0) - (lead < 0))
    if sketch.mover == seat and sketch.passed[seat] and sketch.at_rest(seat) > 0:
        return 1.0
    mean, spread = pace(sketch.ways, sketch.signs)
    lead += sketch.kept(seat) - sketch.kept(1 - seat)
    turns = sqrt((len(sketch.bag) + len(sketch.numbers[0]) + len(sketch.numbers[1])) / TILES_A_TURN)
    if sketch.mover == seat:
        return _normal(max((lead + mean / 2) / turns, 0.63 * lead) / spread)
    return _normal(max((lead - mean / 2) / turns, 0.42 * lead - mean / 4) / spread)


@lru_cache
def pace(ways: int, signs: str) -> tuple[float, float]:
    """The points that a turn brings, and how far they spread."""
    mean, spread = PACE[signs]
    return (mean, spread) if ways == 2 else (mean * FOUR_WAYS[0], spread * FOUR_WAYS[1])


def _normal(deviation: float) -> float:
    return 0.5 * (1 + erf(deviation / sqrt(2)))
