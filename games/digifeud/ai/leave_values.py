"""What the tiles that stay on a rack are worth, in points to come.

Found by least squares over matches of "most points" against itself, with a move from further down the list now and
then (some 13,000 turns for each set of operators): what the player made in the two turns that followed, by the tiles
kept. The spread of each figure is one to three points; they are rounded, and smoothed between neighbours.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.digifeud.model.tiles import BLANK, DIGITS


class Worth(NamedTuple):
    """Points for the first tile of each kind, for each further one of it, and for two operators alike."""

    first: dict[str, float]
    further: dict[str, float]
    alike: float


def _worth(first: tuple[float, ...], further: tuple[float, ...], signs: dict[str, float], alike: float) -> Worth:
    kinds = dict(zip((*DIGITS, BLANK), first, strict=True))
    return Worth(kinds | signs, dict(zip(DIGITS, further, strict=True)), alike)


WITH_TIMES = _worth(
    (-2, -2, -2, -2, -1, 0, 5, 6, 8, 8, 28),
    (-7, -7, -5, -6, -6, -7, -11, -15, -11, -14),
    {"+": 6, "-": 0, "x": 11, "/": -5},
    -6,
)
WITHOUT = _worth(
    (-2, 1, -1, -2, -2.5, -2.5, -2, -2, 0, 1, 5.5),
    (-1.5, -4, -3, -1.5, -1, -2, -2, -2, -3.5, -5),
    {"+": 4, "-": 0},
    -5,
)


@lru_cache(maxsize=1 << 15)
def leave(signs: str, numbers: str, operators: str) -> float:
    """The worth of these tiles in a match with these operators."""
    first, further, alike = WITH_TIMES if "x" in signs else WITHOUT
    found = sum(first[tile] for tile in {*numbers, *operators})
    found += sum(further[digit] * (numbers.count(digit) - 1) for digit in further if digit in numbers)
    return found + alike * (len(operators) - len(set(operators)))


@lru_cache(maxsize=1 << 15)
def most(signs: str, numbers: str, operators: str) -> float:
    """No part of these tiles is worth more than this."""
    first = (WITH_TIMES if "x" in signs else WITHOUT).first
    return sum(max(0, first[tile]) for tile in {*numbers, *operators})
