"""Evaluation: static equity of a candidate, and win probability of a state by a formula or by a value network.

Static equity is the points of a candidate plus the leave value of the tiles that stay on the rack.

The formula estimates the win probability from the lead, the racks and the number of turns to come. The leader can pass
twice, which ends the match after one more turn of the opponent. So a lead is worth more than it would be if all tiles
were played. The coefficients approximate a table that was computed by backward induction, where the points of a turn
are random with the mean and the standard deviation below, and a player passes when that is best.

The value network has one hidden layer of rectified linear units and a logistic output, and sees both racks, as they are
in a determinization. Unlike the formula it also sees what both players could play now and how open the board is. There
are weights for the default options alone; how they were fitted: docs/analysis.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, lru_cache
from math import erf, exp, inf, sqrt
from operator import mul
from pathlib import Path
from typing import NamedTuple

from games.digifeud.ai.state import (
    Candidate,
    FastState,
    leave_value,
    max_leave_value,
    numbers_value,
    operators_value,
    remaining,
)
from games.digifeud.model.board import BLANK, DIGITS, OPERATOR_SIGNS
from games.digifeud.model.equations import tile_mask


def playable(state: FastState, min_points: int = 0) -> Iterator[Candidate]:
    """Yield the candidates that the mover has the tiles for and that score at least `min_points`, line by line."""
    numbers, operators = state.rack
    lacking, blanks = ~tile_mask(numbers), numbers.count(BLANK)
    for line in state.lines:
        for candidate in line:
            if candidate[0] < min_points:
                break
            missing = candidate[1] & lacking
            if (not missing or (blanks and missing.bit_count() <= blanks)) and candidate[2] in operators:
                yield candidate


def blanks_spent(state: FastState, candidate: Candidate) -> int:
    """Return how many blanks the mover needs for a playable candidate."""
    return (candidate.mask & ~tile_mask(state.rack[0])).bit_count()


def best_candidate(state: FastState) -> Candidate | None:
    """Return the mover's candidate with the highest equity, the first of equals; None if only a pass is left.

    The lines with the most points come first, and a line is abandoned once its next score plus the highest possible
    leave value is below the best equity (branch and bound). This is the hot loop of the rollouts, so it unpacks
    candidates by index.
    """
    if not state.bag:
        return richest_candidate(state)
    numbers, operators = state.rack
    lacking, blanks = ~tile_mask(numbers), numbers.count(BLANK)
    max_leave = max_leave_value(state.arithmetic, numbers, operators)
    kept_numbers = _values_of_numbers_kept(state.arithmetic, numbers)
    kept_operators = _values_of_operators_kept(state.arithmetic, operators)
    best, highest, bound, first = None, -inf, -inf, 0
    for line in sorted(filter(None, state.lines), reverse=True):
        for candidate in line:
            points = candidate[0]
            if points < bound:
                break
            mask = candidate[1]
            missing = mask & lacking
            if (not missing or (blanks and missing.bit_count() <= blanks)) and candidate[2] in kept_operators:
                if mask not in kept_numbers:
                    kept_numbers[mask] = numbers_value(state.arithmetic, remaining(candidate, numbers))
                equity = points + kept_numbers[mask] + kept_operators[candidate[2]]
                if equity > highest or (equity == highest and candidate[4] < first):
                    best, highest, bound, first = candidate, equity, equity - max_leave, candidate[4]
    return best


def richest_candidate(state: FastState) -> Candidate | None:
    """Return the mover's candidate with the most points, the first of equals; None if only a pass is left."""
    numbers, operators = state.rack
    lacking, blanks = ~tile_mask(numbers), numbers.count(BLANK)
    best, most = None, -1
    for line in state.lines:
        for candidate in line:
            if candidate[0] <= most:
                break
            missing = candidate[1] & lacking
            if (not missing or (blanks and missing.bit_count() <= blanks)) and candidate[2] in operators:
                best, most = candidate, candidate[0]
                break
    return best


@lru_cache(maxsize=1 << 9)
def _values_of_numbers_kept(_arithmetic: str, _numbers: str) -> dict[int, float]:
    """Return where to keep the values of what stays of this rack, by the mask of the tiles placed."""
    return {}


@lru_cache(maxsize=1 << 10)
def _values_of_operators_kept(arithmetic: str, operators: str) -> dict[str, float]:
    """Return the value of the operators that stay after each of them."""
    return {one: operators_value(arithmetic, operators.replace(one, "", 1)) for one in operators}


def ordered_moves(state: FastState) -> list[Candidate | None]:
    """Return all moves of the mover: candidates by descending equity, then the pass (None)."""
    return [*sorted(playable(state), key=lambda one: -one.points - _leave_value_after(state, one)), None]


def _leave_value_after(state: FastState, candidate: Candidate) -> float:
    """Return the leave value of the mover's tiles after the candidate; 0 once the number bag is empty."""
    if not state.bag:
        return 0
    numbers, operators = state.rack
    return leave_value(state.arithmetic, remaining(candidate, numbers), operators.replace(candidate.operator, "", 1))


TILES_PER_TURN = 2.5  # number tiles that a turn uses on average
# Mean and standard deviation of the points of a turn with two reading directions, by operators
POINTS_PER_TURN = {"+-20": (23, 9.5), "+-": (27, 15.5), "+-x5": (41, 27), "+-x": (67, 48), "+-x/": (60, 45)}
FOUR_DIRECTIONS_FACTORS = (1.3, 1.15)  # of mean and standard deviation with four reading directions


def win_probability(state: FastState, seat: int) -> float:
    """Return the probability that this player wins, from 0 to 1; a draw counts half."""
    lead: float = state.lead(seat)
    if state.is_over:
        return 0.5 + 0.5 * ((lead > 0) - (lead < 0))
    if state.mover == seat and state.passed[seat] and state.lead_after_passing(seat) > 0:
        return 1.0
    mean, deviation = points_per_turn(state.direction_count, state.arithmetic)
    lead += state.rack_value(seat) - state.rack_value(1 - seat)
    # The deviation of the final lead grows with the square root of the number of turns. The first value of each maximum
    # is for playing on, where the move is worth half a turn; the second one is for the leader who passes.
    root_of_turns = sqrt((len(state.bag) + len(state.numbers[0]) + len(state.numbers[1])) / TILES_PER_TURN)
    if state.mover == seat:
        return normal_cdf(max((lead + mean / 2) / root_of_turns, 0.63 * lead) / deviation)
    return normal_cdf(max((lead - mean / 2) / root_of_turns, 0.42 * lead - mean / 4) / deviation)


@lru_cache
def points_per_turn(direction_count: int, arithmetic: str) -> tuple[float, float]:
    """Return the mean and the standard deviation of the points that a turn scores."""
    mean, deviation = POINTS_PER_TURN[arithmetic]
    if direction_count == 2:
        return mean, deviation
    return mean * FOUR_DIRECTIONS_FACTORS[0], deviation * FOUR_DIRECTIONS_FACTORS[1]


def normal_cdf(x: float) -> float:
    """Return the cumulative distribution function of the standard normal distribution."""
    return 0.5 * (1 + erf(x / sqrt(2)))


TOP_LINES = 6
MAX_LOGIT = 30  # keeps the exponential finite; nothing is surer than this
NUMBER_KINDS, OPERATOR_KINDS = (*DIGITS, BLANK), tuple(OPERATOR_SIGNS)


class ValueNetwork(NamedTuple):
    """The weights of a network. A hidden unit has a row of `weights`, a bias and a weight of the output."""

    weights: tuple[tuple[float, ...], ...]
    biases: tuple[float, ...]
    outputs: tuple[float, ...]
    output_bias: float

    def probability(self, inputs: list[float]) -> float:
        """Return the output for these inputs."""
        logit = self.output_bias
        for row, bias, output in zip(self.weights, self.biases, self.outputs, strict=True):
            activation = bias + sum(map(mul, row, inputs))
            if activation > 0:
                logit += output * activation
        return 1 / (1 + exp(-max(-MAX_LOGIT, min(MAX_LOGIT, logit))))


@cache
def network_for(direction_count: int, arithmetic: str) -> ValueNetwork | None:
    """Return the network for matches with these options, None if there is none."""
    data = json.loads(Path(__file__).with_name("value_network.json").read_text()).get(f"{direction_count} {arithmetic}")
    if data is None:
        return None
    weights = tuple(map(tuple, data["weights"]))
    return ValueNetwork(weights, tuple(data["biases"]), tuple(data["outputs"]), data["output_bias"])


def network_probability(state: FastState, seat: int) -> float:
    """Return the probability that this player wins, from 0 to 1; a draw counts half.

    Needs a network for the state's options and, unless the match is over, tiles in the number bag.
    """
    network, mover = network_for(state.direction_count, state.arithmetic), state.mover
    if network is None or state.is_over:
        return win_probability(state, seat)
    wins_by_passing = state.passed[mover] and state.lead_after_passing(mover) > 0
    chance = 1.0 if wins_by_passing else network.probability(inputs(state))
    return chance if seat == mover else 1 - chance


def inputs(state: FastState) -> list[float]:
    """Return what the network sees, from the mover's side, each number scaled to about -2 to 2."""
    mover, other = state.mover, 1 - state.mover
    _mean, deviation = points_per_turn(state.direction_count, state.arithmetic)
    turns_root = sqrt((len(state.bag) + len(state.numbers[0]) + len(state.numbers[1])) / TILES_PER_TURN)
    lead, lead_after_passing = state.lead(mover), state.lead_after_passing(mover)
    tops = sorted((line[0].points for line in state.lines if line), reverse=True)
    return [
        lead / deviation / turns_root,
        lead / deviation / 4,
        turns_root / 4,
        len(state.bag) / 34,
        state.passed[mover],
        state.passed[other],
        lead_after_passing / deviation / 4,
        lead_after_passing > 0,
        state.rack_value(mover) / deviation,
        state.rack_value(other) / deviation,
        _best_points(state, mover) / deviation / 2,
        _best_points(state, other) / deviation / 2,
        len(tops) / 20,
        sum(tops) / deviation / 30,
        *(points / deviation / 4 for points in (*tops, *(0,) * TOP_LINES)[:TOP_LINES]),
        *_tile_counts(state.numbers[mover], state.operators[mover]),
        *_tile_counts(state.numbers[other], state.operators[other]),
    ]


def _best_points(state: FastState, seat: int) -> int:
    """Return the points of the player's greedy candidate if it were their turn; 0 if only a pass is left."""
    mover, state.mover = state.mover, seat
    best = best_candidate(state)
    state.mover = mover
    return best.points if best else 0


@lru_cache(maxsize=1 << 14)
def _tile_counts(numbers: str, operators: str) -> tuple[float, ...]:
    """Return the number of tiles of each kind on a rack, halved."""
    kinds = (*map(numbers.count, NUMBER_KINDS), *map(operators.count, OPERATOR_KINDS))
    return tuple(count / 2 for count in kinds)
