"""The equation table of short sums, against all that two or three numbers make by fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from games.summy.model import equations
from games.summy.model.board import multiset_key
from games.summy.model.equations import all_sums

LONGEST = 7  # pieces: a left side of five leaves room for one digit behind the =


def numbers(length: int) -> list[str]:
    return [text for text in map("".join, product("0123456789", repeat=length)) if length == 1 or text[0] != "0"]


def value(parts: tuple[str, ...]) -> Fraction | None:
    """Return the value of numbers and operators in turn, × and : first; None where something is divided by 0."""
    terms: list[Fraction] = []
    for sign, number in zip(("+", *parts[1::2]), map(int, parts[::2]), strict=True):
        if sign == ":":
            if not number:
                return None
            terms[-1] /= number
        elif sign == "x":
            terms[-1] *= number
        else:
            terms.append(Fraction(-number if sign == "-" else number))
    return sum(terms, Fraction())


def test_it_has_every_short_sum_once_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equations, "MAX_LENGTH", LONGEST)
    found = [(key, text) for key, texts in all_sums().items() for text in texts]
    assert [key for key, _text in found] == [multiset_key(text) for _key, text in found]
    short = [
        text for _key, text in found if len(text.partition("=")[0]) < 5 or sum(text.count(one) for one in "+-x:") == 2
    ]
    lefts: list[tuple[str, ...]] = [*product(numbers(1), "+-x:", numbers(1), "+-x:", numbers(1))]
    for one, other in ((1, 1), (1, 2), (2, 1)):
        lefts += product(numbers(one), "+-x:", numbers(other))
    expected = set()
    for parts in lefts:
        left, outcome = "".join(parts), value(parts)
        if outcome is not None and outcome >= 0 and outcome.denominator == 1 and len(f"{left}={outcome}") <= LONGEST:
            expected.add(f"{left}={outcome}")
    assert set(short) == expected
    assert len(short) == len(expected)
