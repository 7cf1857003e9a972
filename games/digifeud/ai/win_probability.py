"""Win probability: a static evaluation from the lead, the racks and the number of turns to come.

A player in the lead can pass twice, which ends the match after one more turn of the opponent. A lead is therefore worth
more than its size relative to all the turns that could follow. The coefficients approximate a table computed by
backward induction from the end, where the points of a turn have the mean and the standard deviation given below and a
player passes where that is best.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt

from games.digifeud.ai.fast_state import FastState

TILES_PER_TURN = 2.5
# Points per turn with two reading directions, by operators: mean and standard deviation
POINTS_PER_TURN = {"+-": (27, 15.5), "+-x": (67, 48), "+-x/": (60, 45)}
FOUR_DIRECTIONS_FACTORS = (1.3, 1.15)


def win_probability(state: FastState, seat: int) -> float:
    """Return the probability that this player wins, from 0 to 1; a draw counts half."""
    lead: float = state.lead(seat)
    if state.is_over:
        return 0.5 + 0.5 * ((lead > 0) - (lead < 0))
    if state.mover == seat and state.passed[seat] and state.lead_after_passing(seat) > 0:
        return 1.0
    mean, deviation = points_per_turn(state.direction_count, state.operator_set)
    lead += state.rack_value(seat) - state.rack_value(1 - seat)
    turns = sqrt((len(state.bag) + len(state.numbers[0]) + len(state.numbers[1])) / TILES_PER_TURN)
    if state.mover == seat:
        return normal_cdf(max((lead + mean / 2) / turns, 0.63 * lead) / deviation)
    return normal_cdf(max((lead - mean / 2) / turns, 0.42 * lead - mean / 4) / deviation)


@lru_cache
def points_per_turn(direction_count: int, operator_set: str) -> tuple[float, float]:
    """Return the mean and the standard deviation of the points that a turn scores."""
    mean, deviation = POINTS_PER_TURN[operator_set]
    if direction_count == 2:
        return mean, deviation
    return mean * FOUR_DIRECTIONS_FACTORS[0], deviation * FOUR_DIRECTIONS_FACTORS[1]


def normal_cdf(x: float) -> float:
    """Return the standard normal distribution function."""
    return 0.5 * (1 + erf(x / sqrt(2)))
