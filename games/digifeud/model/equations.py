"""Every calculation that can come of given numbers: tables that are worked out once and looked up from then on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from games.digifeud.model.arithmetic import outcome
from games.digifeud.model.tiles import BLANK, DIGITS

Fixed = tuple[str, str, str]

_ALIKE = 3  # a calculation needs no digit more often: 5 x 5 = 25


class Sum(NamedTuple):
    """A true calculation wherever it may lie: the tiles it needs as a mask, its texts, and what they are worth."""

    mask: int
    texts: tuple[str, str, str, str]
    first: int
    second: int
    outcome: int


@lru_cache(maxsize=1 << 14)
def sums(fixed: Fixed, operators: str, blanks: int = 0) -> tuple[Sum, ...]:
    """Every calculation with these numbers given ("" for one to be laid), also with so many of its digits from blanks.

    A hand can lay those of which it lacks nothing: `not sum.mask & ~mask(hand)`.
    """
    return tuple(
        Sum(mask(tiles), texts, *numbers)
        for operator in operators
        for numbers in _numbers(fixed, operator)
        for tiles, texts in _spelled(fixed, operator, numbers, blanks)
    )


@lru_cache(maxsize=1 << 12)
def mask(tiles: str) -> int:
    """A bit for the first, second and third tile of each kind."""
    return sum(((1 << min(tiles.count(kind), _ALIKE)) - 1) << first for kind, first in _FIRST_BITS.items())


_FIRST_BITS = {kind: _ALIKE * number for number, kind in enumerate((*DIGITS, BLANK))}


def _numbers(fixed: Fixed, operator: str) -> Iterator[tuple[int, int, int]]:
    first, second, last = fixed
    for a in [int(first)] if first else range(10):
        for b in [int(second)] if second else range(10):
            c = outcome(a, operator, b)
            if c is not None and last in ("", str(c)):
                yield a, b, c


def _spelled(
    fixed: Fixed, operator: str, numbers: tuple[int, int, int], blanks: int
) -> Iterator[tuple[str, tuple[str, str, str, str]]]:
    """The tiles to be laid and the whole calculation, for every choice of the digits that come from blanks."""
    laid = [str(number) if not given else "" for number, given in zip(numbers, fixed, strict=True)]
    for marks in _marks(sum(map(len, laid)), blanks):
        left = iter(marks)
        first, second, last = ("".join(next(left) + digit for digit in digits) for digits in laid)
        tiles = "".join(mark or digit for mark, digit in zip(marks, "".join(laid), strict=True))
        yield tiles, (first or fixed[0], operator, second or fixed[1], last or fixed[2])


@cache
def _marks(digits: int, blanks: int) -> tuple[tuple[str, ...], ...]:
    """Which of so many digits come from blanks, in every possible way."""
    return tuple(marks for marks in product(("", BLANK), repeat=digits) if marks.count(BLANK) <= blanks)
