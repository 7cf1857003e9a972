"""Search for sums of more than nine pieces, which the equation table does not hold, that a hand can form in a slot.

Backtracking in two stages. The first enumerates skeletons, in which the = and the operators are placed. The second
places the numbers from the left, each from its domain, and computes the outcome. Since the cells of the outcome and the
old pieces on them are known, bounds prune most skeletons before a digit is placed (see `number_domains`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from games.summy.model.board import DIGITS, EMPTY, EQUALS, OPERATORS, Pieces
from games.summy.model.equations import NO_TERMS, Partial, add_number, begin_number, outcome_of, value_of

Interval = tuple[int, int]  # minimum and maximum, both included
Number = tuple[int, str, str]  # its value, its digits, and the digits that are left in the hand

UNBOUNDED = 10**30  # more than any number on the board, which has 25 squares in a line


class DigitPool:
    """The digits of one hand in ascending order; memoizes the numbers that they can form."""

    def __init__(self, held: str) -> None:
        self.held = held
        self._intervals: dict[str, Interval | None] = {}
        self._numbers: dict[tuple[str, str], list[Number]] = {}

    def interval(self, cells: str) -> Interval | None:
        """Return the smallest and the largest number that can stand on these cells; None if there is none."""
        if cells not in self._intervals:
            least, most = _greedy_fill(cells, self.held), _greedy_fill(cells, self.held[::-1])
            self._intervals[cells] = (int(least), int(most)) if least and most else None
        return self._intervals[cells]

    def numbers(self, cells: str, left: str, interval: Interval) -> list[Number]:
        """Return the numbers in this interval that the digits `left` in the hand can form on these cells, ascending."""
        if (fillings := self._numbers.get((cells, left))) is None:
            fillings = [(int(digits), digits, rest) for digits, rest in _fillings(cells, left)]
            self._numbers[cells, left] = fillings
        least, most = interval
        return fillings[bisect_left(fillings, (least,)) : bisect_left(fillings, (most + 1,))]


def can_place(digits: str, cells: str, left: str) -> bool:
    """Return whether exactly these digits can fill the cells, using the old digits on them and those left in hand."""
    if len(digits) != len(cells):
        return False
    for digit, cell in zip(digits, cells, strict=True):
        if digit != cell:
            if cell != EMPTY or digit not in left:
                return False
            left = left.replace(digit, "", 1)
    return True


class Following(NamedTuple):
    """Intervals of what follows a number: the products of factors and divisors in its term, the sum of later terms."""

    factors: Interval = (1, 1)
    divisors: Interval = (1, 1)
    terms: Interval = (0, 0)

    def preceded_by(self, sign: str, number: Interval) -> Following:
        """Return the intervals with one more number of this sign in front; a divisor is at least 1."""
        (least, most), (few, many), (low, high) = self
        smallest, largest = number
        if sign == "x":
            return Following((least * smallest, most * largest), self.divisors, self.terms)
        if sign == ":":
            return Following(self.factors, (few * max(smallest, 1), many * largest), self.terms)
        term = smallest * least // many, -(-largest * most // few)
        return Following(terms=(low - term[1], high - term[0]) if sign == "-" else (low + term[0], high + term[1]))


def bounds(begun: Partial, sign: str, following: Following, outcome: Interval) -> Interval:
    """Return an interval that has every value of the number after this sign with which the outcome is possible.

    An empty interval ends with -1.
    """
    total, below, term, under = begun
    (least, most), (few, many), (low, high) = following
    # the whole term, which is term x number x factors : (under x divisors), must lie between `first` and `last`
    first = ((outcome[0] - high) * below - total) // below
    last = -(-((outcome[1] - low) * below - total) // below)
    if term < 0:
        term, first, last = -term, -last, -first
    first = max(first, 0)
    if last < 0:
        return 0, -1
    if sign == ":":
        return (
            max(1, -(-term * least // (under * many * last)) if last else 0),
            term * most // (under * few * first) if first else UNBOUNDED,
        )
    if term * most == 0:
        return 0, -1 if first else UNBOUNDED
    return (-(-first * under * few // (term * most)), last * under * many // (term * least) if least else UNBOUNDED)


def _greedy_fill(cells: str, digits: str) -> str | None:
    """Return the empty cells filled with these digits in their order, without a leading 0; None if there are too few.

    With ascending or descending digits, that is the smallest or the largest number.
    """
    filled = ""
    for cell in cells:
        if cell == EMPTY:
            usable = digits if filled or len(cells) == 1 else digits.replace("0", "")
            if not usable:
                return None
            cell = usable[0]
            digits = digits.replace(cell, "", 1)
        filled += cell
    return filled


def _fillings(cells: str, digits: str) -> list[tuple[str, str]]:
    """Return all digit strings that make a number on these cells, ascending, each with the digits left in the hand."""
    fillings = [("", digits)]
    for index, cell in enumerate(cells):
        if cell == EMPTY:
            fillings = [
                (done + digit, rest.replace(digit, "", 1)) for done, rest in fillings for digit in dict.fromkeys(rest)
            ]
        else:
            fillings = [(done + cell, rest) for done, rest in fillings]
        if index == 0 and len(cells) > 1:
            fillings = [(digit, rest) for digit, rest in fillings if digit != "0"]
    return fillings


Factor = tuple[str, str]  # the sign before a number, "" at the start, and the cells of that number
Skeleton = tuple[Factor, ...]  # a left side with all its operators, but not yet all its digits

NEW_OPERATOR = "?"  # an operator that is placed but not chosen yet
_NUMBER = "(?:0|[1-9.][0-9.]*)"
_LEFT = re.compile(rf"{_NUMBER}(?:[-+x:?]{_NUMBER})+")
_OUTCOME = re.compile(_NUMBER)
_FACTORS = re.compile(r"([-+x:?]?)([0-9.]+)")


class OutcomeCells(NamedTuple):
    """The cells of the outcome, and the interval of the numbers that can stand on them."""

    cells: str
    interval: Interval


class Unknown(NamedTuple):
    """A number to be placed: its sign, its cells, the interval of its domain, and what follows it on the left side."""

    sign: str
    cells: str
    interval: Interval
    following: Following


class LongSums:
    """The search for long sums with one hand."""

    def __init__(self, hand: Pieces) -> None:
        self._digit_pool = DigitPool("".join(piece for piece in hand if piece in DIGITS))
        self._operators = "".join(piece for piece in hand if piece in OPERATORS)
        self._has_equals = EQUALS in hand

    def fill(self, cells: str) -> list[str]:
        """Return every sum that fills exactly these cells, some of which hold old pieces."""
        texts: list[str] = []
        counts = self.operator_counts(cells)
        for left, right in split_at_equals(cells) if counts else ():
            if interval := self._digit_pool.interval(right):
                for skeleton in skeletons(left, self._operators, counts):
                    if unknowns := self._unknowns(skeleton):
                        outcome = OutcomeCells(right, interval)
                        self._place(texts, "", NO_TERMS, self._digit_pool.held, unknowns, outcome)
        return texts

    def operator_counts(self, cells: str) -> range:
        """Return how many new operators a sum on these cells may have; empty if there is no such sum.

        Lower bounds: a sum has at least one operator, and new pieces that are neither the = nor digits of the hand are
        operators. Upper bound, besides the hand: each operator and the = stand between digits.
        """
        lacks_equals = EQUALS not in cells
        if lacks_equals and not self._has_equals:
            return range(0)
        new = cells.count(EMPTY) - lacks_equals
        old = sum(map(cells.count, OPERATORS))
        most = (len(cells) - 3) // 2 - old
        return range(max(new - len(self._digit_pool.held), 1 - old, 0), min(len(self._operators), new, most) + 1)

    def _unknowns(self, skeleton: Skeleton) -> tuple[Unknown, ...]:
        """Return the numbers of this skeleton; empty if one of them has an empty domain."""
        unknowns, following = [], Following()
        for sign, cells in reversed(skeleton):
            interval = self._digit_pool.interval(cells)
            if not interval or (sign == ":" and interval[1] == 0):
                return ()
            unknowns.append(Unknown(sign, cells, interval, following))
            following = following.preceded_by(sign, interval)
        return tuple(reversed(unknowns))

    def _place(
        self,
        texts: list[str],
        text: str,
        partial: Partial,
        pool: str,
        unknowns: tuple[Unknown, ...],
        outcome: OutcomeCells,
    ) -> None:
        """Add to `texts` the sums that begin with `text`: try every number within its bounds, and recurse.

        `pool` are the digits left in the hand.
        """
        (sign, cells, interval, following), further = unknowns[0], unknowns[1:]
        begun = begin_number(partial, sign)
        least, most = bounds(begun, sign, following, outcome.interval)
        if least > interval[1] or most < interval[0]:
            return
        for number, digits, rest in self._digit_pool.numbers(cells, pool, (least, most)):
            placed, extended = text + sign + digits, add_number(begun, sign, number)
            if further:
                self._place(texts, placed, extended, rest, further, outcome)
            elif (result := outcome_of(value_of(extended))) is not None and can_place(str(result), outcome.cells, rest):
                texts.append(f"{placed}={result}")


def split_at_equals(cells: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of left side and outcome into which the old = or a new one can split these cells.

    An outcome has fewer digits than its left side has pieces, so the = stands in the second half of the cells.
    """
    sign = EQUALS if EQUALS in cells else EMPTY
    for index in range((len(cells) + 1) // 2, len(cells) - 1):
        if cells[index] == sign and _OUTCOME.fullmatch(cells, index + 1):
            yield cells[:index], cells[index + 1 :]


def skeletons(left: str, operators: str, counts: Iterable[int]) -> Iterator[Skeleton]:
    """Yield all skeletons of a left side with new operators from `operators`, as many as `counts` allows."""
    for count in counts:
        choices = dict.fromkeys(permutations(operators, count))
        for blank in _blank_skeletons(left, count):
            for choice in choices:
                signs = iter(choice)
                yield tuple((next(signs) if sign == NEW_OPERATOR else sign, cells) for sign, cells in blank)


@lru_cache(maxsize=1 << 12)
def _blank_skeletons(left: str, count: int) -> tuple[Skeleton, ...]:
    """Return the skeletons with this many new operators, each as `NEW_OPERATOR`."""
    empty = [index for index, cell in enumerate(left) if cell == EMPTY]
    texts = (
        "".join(NEW_OPERATOR if index in places else cell for index, cell in enumerate(left))
        for places in combinations(empty, count)
    )
    return tuple(tuple(_FACTORS.findall(text)) for text in texts if _LEFT.fullmatch(text))
