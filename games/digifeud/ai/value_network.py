"""A value network: a small neural network that estimates the win probability of the player to move.

It has one hidden layer of rectified linear units and a logistic output, and sees both racks, as they are in a
determinization. Unlike the formula of `win_probability` it also sees what both players could play now and how open the
board is. It was fitted by a port of the engine to C, outside the project: 245,000 positions of about 22,000 matches of
a search with the formula, seven candidates and at most twelve deals, against itself, with a few random moves for
variety; the result of the match is the target (Adam, log loss). On the last tenth of the positions, which it was not
fitted to, its log loss is 0.491, that of the formula 0.559.

There are weights for the default options alone; matches with others are searched with the formula.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from math import exp, sqrt
from operator import mul
from pathlib import Path
from typing import NamedTuple

from games.digifeud.ai.fast_state import FastState
from games.digifeud.ai.greedy import best_candidate
from games.digifeud.ai.win_probability import TILES_PER_TURN, points_per_turn, win_probability
from games.digifeud.model.equations import OPERATOR_SIGNS
from games.digifeud.model.tiles import BLANK, DIGITS

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
def network_for(direction_count: int, operator_set: str) -> ValueNetwork | None:
    """Return the network for matches with these options, None if there is none."""
    data = json.loads(Path(__file__).with_suffix(".json").read_text()).get(f"{direction_count} {operator_set}")
    if data is None:
        return None
    weights = tuple(map(tuple, data["weights"]))
    return ValueNetwork(weights, tuple(data["biases"]), tuple(data["outputs"]), data["output_bias"])


def network_probability(state: FastState, seat: int) -> float:
    """Return the probability that this player wins, from 0 to 1; a draw counts half.

    Needs a network for the state's options and, unless the match is over, tiles in the number bag.
    """
    network, mover = network_for(state.direction_count, state.operator_set), state.mover
    if network is None or state.is_over:
        return win_probability(state, seat)
    wins_by_passing = state.passed[mover] and state.lead_after_passing(mover) > 0
    chance = 1.0 if wins_by_passing else network.probability(inputs(state))
    return chance if seat == mover else 1 - chance


def inputs(state: FastState) -> list[float]:
    """Return what the network sees, from the mover's side, each number scaled to about -2 to 2."""
    mover, other = state.mover, 1 - state.mover
    _mean, deviation = points_per_turn(state.direction_count, state.operator_set)
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
