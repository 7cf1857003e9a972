"""Sums: how they are written, and what comes out, exactly."""

from __future__ import annotations

import re
from functools import lru_cache

SIGNS = {"+": "+", "-": "−", "x": "×", ":": ":", "=": "="}

_NUMBER = "(?:0|[1-9][0-9]*)"
_LEFT = re.compile(f"{_NUMBER}(?:[-+x:]{_NUMBER})+")
_NUMBER_ALONE = re.compile(_NUMBER)
_FACTORS = re.compile("([-+x:]?)([0-9]+)")

Value = tuple[int, int]  # numerator and denominator, which is above 0; not reduced


def spell(text: str) -> str:
    """A piece of a sum as people write it: `2 × 3 = 6`."""
    return " ".join(re.sub("([-+x:=])", lambda sign: f" {SIGNS[sign[0]]} ", text).split())


def face(piece: str) -> str:
    """A piece as people write it."""
    return SIGNS.get(piece, piece)


def is_left_side(text: str) -> bool:
    """Whether this may stand before an =: two or more numbers with an operator between each two."""
    return _LEFT.fullmatch(text) is not None


def is_number(text: str) -> bool:
    """Whether this is a number without a 0 too many before it."""
    return _NUMBER_ALONE.fullmatch(text) is not None


def work_out(left: str) -> Value | None:
    """What a left side comes to, × and : first and else from the left; None where it divides by 0."""
    total, below = 0, 1
    term, term_below = 0, 1
    for sign, digits in _FACTORS.findall(left):
        number = int(digits)
        if sign == "x":
            term *= number
        elif sign == ":":
            if number == 0:
                return None
            term_below *= number
        else:
            total, below = total * term_below + term * below, below * term_below
            term, term_below = (-number if sign == "-" else number), 1
    return total * term_below + term * below, below * term_below


def whole(value: Value) -> int | None:
    """The value as an outcome: a whole number that is at least 0."""
    above, below = value
    return above // below if above >= 0 and above % below == 0 else None


@lru_cache(maxsize=1 << 12)
def is_sum(text: str) -> bool:
    """Whether this is a complete sum, and right."""
    left, _equals, outcome = text.partition("=")
    if not (is_left_side(left) and is_number(outcome)):
        return False
    value = work_out(left)
    return value is not None and value[0] == int(outcome) * value[1]
