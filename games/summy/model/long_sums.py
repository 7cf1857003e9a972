"""Search for sums of more than nine pieces, which the equation table does not hold, that a hand can form in a slot.

Backtracking in two stages. The first enumerates skeletons, in which the = and the operators are placed. The second
places the numbers from the left, each from its domain, and computes the outcome. Since the cells of the outcome and the
old pieces on them are known, bounds prune most skeletons before a digit is placed (see `number_domains`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from games.summy.model.board import EMPTY
from games.summy.model.equations import NO_TERMS, Partial, add_number, begin_number, outcome_of, value_of
from games.summy.model.number_domains import DigitPool, Following, Interval, bounds, can_place
from games.summy.model.pieces import DIGITS, EQUALS, OPERATORS, Pieces

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
    texts = (_with_operators(left, places) for places in combinations(empty, count))
    return tuple(tuple(_FACTORS.findall(text)) for text in texts if _LEFT.fullmatch(text))


def _with_operators(left: str, places: tuple[int, ...]) -> str:
    return "".join(NEW_OPERATOR if index in places else cell for index, cell in enumerate(left))
