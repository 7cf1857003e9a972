"""The grammar of sums, their exact arithmetic, and how they are formatted for players."""

from __future__ import annotations

import re
from functools import lru_cache

SIGNS = {"+": "+", "-": "−", "x": "×", ":": ":", "=": "="}
MIN_LENGTH = 5  # pieces of the shortest sum, such as 1+1=2

_NUMBER = "(?:0|[1-9][0-9]*)"
_LEFT = re.compile(f"{_NUMBER}(?:[-+x:]{_NUMBER})+")
_NUMBER_ALONE = re.compile(_NUMBER)
_FACTORS = re.compile("([-+x:]?)([0-9]+)")

Value = tuple[int, int]  # a fraction, not reduced: numerator and denominator, which is positive


def format_sum(text: str) -> str:
    """Return a sum, or a part of one, with typographic signs and spaces: `2 × 3 = 6`."""
    return " ".join(re.sub("([-+x:=])", lambda sign: f" {SIGNS[sign[0]]} ", text).split())


def format_piece(piece: str) -> str:
    """Return a piece with a typographic sign."""
    return SIGNS.get(piece, piece)


def is_left_side(text: str) -> bool:
    """Return whether the text may stand before the =: two or more numbers joined by operators."""
    return _LEFT.fullmatch(text) is not None


def is_number(text: str) -> bool:
    """Return whether the text is a number without leading zeros."""
    return _NUMBER_ALONE.fullmatch(text) is not None


def evaluate(left: str) -> Value | None:
    """Return the exact value of a left side; None if it divides by 0.

    × and : take precedence over + and −, operators of equal precedence are evaluated from the left.
    """
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


def outcome_of(value: Value) -> int | None:
    """Return the value as a possible outcome; None unless it is a whole number of at least 0."""
    above, below = value
    return above // below if above >= 0 and above % below == 0 else None


@lru_cache(maxsize=1 << 12)
def is_sum(text: str) -> bool:
    """Return whether the text is a complete and true sum."""
    left, _equals, outcome = text.partition("=")
    if not (is_left_side(left) and is_number(outcome)):
        return False
    value = evaluate(left)
    return value is not None and value[0] == int(outcome) * value[1]


# Incremental evaluation, for searches that extend a left side number by number.

Partial = tuple[int, int, int, int]  # the closed terms as a fraction, then the open term as a signed fraction

NO_TERMS: Partial = (0, 1, 0, 1)


def value_of(partial: Partial) -> Value:
    """Return the closed terms and the open term added up."""
    total, below, term, under = partial
    return total * under + term * below, below * under


def begin_number(partial: Partial, sign: str) -> Partial:
    """Return the evaluation before a number with this sign, "" for the first number.

    After + and − a new term begins, as 1 or -1; × and : continue the open one.
    """
    if sign in ("x", ":"):
        return partial
    return (*value_of(partial), -1 if sign == "-" else 1, 1)


def add_number(begun: Partial, sign: str, number: int) -> Partial:
    """Return the evaluation after this number, which must not be 0 if it divides."""
    total, below, term, under = begun
    return (total, below, term, under * number) if sign == ":" else (total, below, term * number, under)
