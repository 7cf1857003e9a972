"""Domains of the numbers in a long sum, narrowed by bounds propagation as in constraint solvers.

`DigitPool` has the numbers that the digits of a hand can form on some cells. `bounds` narrows the interval of a number
by the interval of the outcome and by what follows the number on the left side. All bounds are integers, rounded
outwards, so they never exclude a solution.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from games.summy.model.board import EMPTY
from games.summy.model.equations import Partial

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
    return (
        -(-first * under * few // (term * most)),
        last * under * many // (term * least) if least else UNBOUNDED,
    )


def _greedy_fill(cells: str, digits: str) -> str | None:
    """Return the empty cells filled with these digits in their order, without a leading 0; None if there are too few.

    With ascending or descending digits, that is the smallest or the largest number.
    """
    done = ""
    for cell in cells:
        if cell == EMPTY:
            usable = digits if done or len(cells) == 1 else digits.replace("0", "")
            if not usable:
                return None
            cell = usable[0]
            digits = digits.replace(cell, "", 1)
        done += cell
    return done


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
