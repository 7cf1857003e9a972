"""Leave values: the expected worth, in points, of the tiles that stay on a rack after a turn.

The weights were fitted by least squares to self-play of the bot that takes the most points, with occasional
lower-ranked moves for variety (about 13,000 turns for each set of operators). The dependent variable is the player's
points in the next two turns, the regressors are the tiles kept. Standard errors are one to three points a weight; the
weights were rounded and smoothed between neighbouring digits.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.digifeud.model.tiles import BLANK, DIGITS


class LeaveWeights(NamedTuple):
    """Points for the first tile of each kind, for each further tile of a digit, and for each duplicate operator."""

    first: dict[str, float]
    duplicate: dict[str, float]
    duplicate_operator: float


def _weights(
    first: tuple[float, ...], duplicate: tuple[float, ...], operators: dict[str, float], duplicate_operator: float
) -> LeaveWeights:
    """Return the weights, given by digit from 0 to 9, in `first` followed by the blank's."""
    numbers = dict(zip((*DIGITS, BLANK), first, strict=True))
    return LeaveWeights(numbers | operators, dict(zip(DIGITS, duplicate, strict=True)), duplicate_operator)


WITH_TIMES = _weights(
    (-2, -2, -2, -2, -1, 0, 5, 6, 8, 8, 28),
    (-7, -7, -5, -6, -6, -7, -11, -15, -11, -14),
    {"+": 6, "-": 0, "x": 11, "/": -5},
    -6,
)
WITHOUT_TIMES = _weights(
    (-2, 1, -1, -2, -2.5, -2.5, -2, -2, 0, 1, 5.5),
    (-1.5, -4, -3, -1.5, -1, -2, -2, -2, -3.5, -5),
    {"+": 4, "-": 0},
    -5,
)


@lru_cache(maxsize=1 << 15)
def leave_value(operator_set: str, numbers: str, operators: str) -> float:
    """Return the value of these tiles in a match that is played with `operator_set`."""
    first, duplicate, duplicate_operator = WITH_TIMES if "x" in operator_set else WITHOUT_TIMES
    total = sum(first[tile] for tile in {*numbers, *operators})
    total += sum(duplicate[digit] * (numbers.count(digit) - 1) for digit in duplicate if digit in numbers)
    return total + duplicate_operator * (len(operators) - len(set(operators)))


@lru_cache(maxsize=1 << 15)
def max_leave_value(operator_set: str, numbers: str, operators: str) -> float:
    """Return an upper bound on the leave value of every subset of these tiles."""
    first = (WITH_TIMES if "x" in operator_set else WITHOUT_TIMES).first
    return sum(max(0, first[tile]) for tile in {*numbers, *operators})
