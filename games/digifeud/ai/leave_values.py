"""Leave values: how many points the tiles kept on a rack are worth in later turns.

The weights are a least-squares fit over self-play of "most points", with a lower-ranked move now and then (about 13,000
turns for each set of operators): the points that the player made in the next two turns, by the tiles kept. The standard
error of each weight is one to three points; the weights are rounded, and smoothed between neighbours.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.digifeud.model.tiles import BLANK, DIGITS


class LeaveWeights(NamedTuple):
    """Points for the first tile of each kind, for each duplicate of it, and for each duplicate operator."""

    first: dict[str, float]
    duplicate: dict[str, float]
    duplicate_operator: float


def _weights(
    first: tuple[float, ...], duplicate: tuple[float, ...], operators: dict[str, float], duplicate_operator: float
) -> LeaveWeights:
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
