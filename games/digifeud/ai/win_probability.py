"""Win probability: a static evaluation from the lead, the racks and the number of turns to come.

The leader can pass twice, which ends the match after one more turn of the opponent. So a lead is worth more than it
would be if all tiles were played. The coefficients approximate a table that was computed by backward induction, where
the points of a turn are random with the mean and the standard deviation below, and a player passes when that is best.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt

from games.digifeud.ai.fast_state import FastState

TILES_PER_TURN = 2.5  # number tiles that a turn uses on average
# Mean and standard deviation of the points of a turn with two reading directions, by operators
POINTS_PER_TURN = {"+-": (27, 15.5), "+-x": (67, 48), "+-x/": (60, 45)}
FOUR_DIRECTIONS_FACTORS = (1.3, 1.15)  # of mean and standard deviation with four reading directions


def win_probability(state: FastState, seat: int) -> float:
    """Return the probability that this player wins, from 0 to 1; a draw counts half."""
    lead: float = state.lead(seat)
    if state.is_over:
        return 0.5 + 0.5 * ((lead > 0) - (lead < 0))
    if state.mover == seat and state.passed[seat] and state.lead_after_passing(seat) > 0:
        return 1.0
    mean, deviation = points_per_turn(state.direction_count, state.operator_set)
    lead += state.rack_value(seat) - state.rack_value(1 - seat)
    # The deviation of the final lead grows with the square root of the number of turns. The first value of each maximum
    # is for playing on, where the move is worth half a turn; the second one is for the leader who passes.
    root_of_turns = sqrt((len(state.bag) + len(state.numbers[0]) + len(state.numbers[1])) / TILES_PER_TURN)
    if state.mover == seat:
        return normal_cdf(max((lead + mean / 2) / root_of_turns, 0.63 * lead) / deviation)
    return normal_cdf(max((lead - mean / 2) / root_of_turns, 0.42 * lead - mean / 4) / deviation)


@lru_cache
def points_per_turn(direction_count: int, operator_set: str) -> tuple[float, float]:
    """Return the mean and the standard deviation of the points that a turn scores."""
    mean, deviation = POINTS_PER_TURN[operator_set]
    if direction_count == 2:
        return mean, deviation
    return mean * FOUR_DIRECTIONS_FACTORS[0], deviation * FOUR_DIRECTIONS_FACTORS[1]


def normal_cdf(x: float) -> float:
    """Return the cumulative distribution function of the standard normal distribution."""
    return 0.5 * (1 + erf(x / sqrt(2)))
