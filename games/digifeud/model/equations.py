"""Equations `a operator b = c` on whole numbers from 0 to 99, and memoized tables of all true ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from games.digifeud.model.board import ARITHMETICS, BLANK, DIGITS, Arithmetic, evaluate

FixedNumbers = tuple[str, str, str]  # first operand, second operand, outcome; "" for a number still to be placed

_MAX_COPIES = 3  # no equation takes more tiles of one kind than this: 5 x 5 = 25


class Equation(NamedTuple):
    """A true equation, independent of its place on the board: the tiles to place, the texts, the three values."""

    mask: int  # the number tiles to place, as a `tile_mask`
    texts: tuple[str, str, str, str]  # first operand, operator, second operand, outcome
    first: int
    second: int
    outcome: int


@lru_cache(maxsize=1 << 14)
def equations(
    fixed: FixedNumbers, arithmetic: str, blanks: int = 0, operators: str | None = None
) -> tuple[Equation, ...]:
    """Return every true equation with these numbers fixed, once for each way to use up to `blanks` blanks in it.

    `arithmetic` is a key of `ARITHMETICS`; with `operators`, only equations with these.
    A rack with the tiles `numbers` can place an equation if `not equation.mask & ~tile_mask(numbers)`.
    """
    return tuple(
        Equation(tile_mask(tiles), texts, *numbers)
        for operator in (ARITHMETICS[arithmetic].operators if operators is None else operators)
        for numbers in _solutions(fixed, operator, ARITHMETICS[arithmetic])
        for tiles, texts in _spellings(fixed, operator, numbers, blanks)
    )


@lru_cache(maxsize=1 << 12)
def tile_mask(tiles: str) -> int:
    """Return the multiset of these tiles as a bit mask: one bit for the first, second and third tile of each kind.

    A multiset is contained in another one if its bits are a subset of the other's.
    """
    return sum(((1 << min(tiles.count(kind), _MAX_COPIES)) - 1) << offset for kind, offset in _BIT_OFFSETS.items())


_BIT_OFFSETS = {kind: _MAX_COPIES * number for number, kind in enumerate((*DIGITS, BLANK))}


def _solutions(fixed: FixedNumbers, operator: str, arithmetic: Arithmetic) -> Iterator[tuple[int, int, int]]:
    """Yield the values of every true equation; an operand that is not fixed has one digit."""
    first, second, outcome = fixed
    for a in [int(first)] if first else range(10):
        for b in [int(second)] if second else range(10):
            c = evaluate(a, operator, b, arithmetic)
            if c is not None and outcome in ("", str(c)):
                yield a, b, c


def _spellings(
    fixed: FixedNumbers, operator: str, numbers: tuple[int, int, int], blanks: int
) -> Iterator[tuple[str, tuple[str, str, str, str]]]:
    """Yield the tiles to place and the texts of an equation, for every choice of the digits played with blanks."""
    placed = [str(number) if not fixed_number else "" for number, fixed_number in zip(numbers, fixed, strict=True)]
    for pattern in _blank_patterns(sum(map(len, placed)), blanks):
        marks = iter(pattern)
        first, second, outcome = ("".join(next(marks) + digit for digit in digits) for digits in placed)
        tiles = "".join(mark or digit for mark, digit in zip(pattern, "".join(placed), strict=True))
        yield tiles, (first or fixed[0], operator, second or fixed[1], outcome or fixed[2])


@cache
def _blank_patterns(digits: int, blanks: int) -> tuple[tuple[str, ...], ...]:
    """Return every way to play up to `blanks` of the digits with a blank: `?` for a blank, "" for a digit tile."""
    return tuple(pattern for pattern in product(("", BLANK), repeat=digits) if pattern.count(BLANK) <= blanks)
