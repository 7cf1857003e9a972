"""Finds the long sums that a hand can spell: the shape first, then its numbers, and the outcome is worked out.

How many cells the outcome has is known, and what lies on them; so most shapes come to nothing before a digit is laid,
and of each number only those within its `limits` are tried.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.summy.model.best_sum import glance
from games.summy.model.bounds import After, limits
from games.summy.model.number_domains import Digits, Span, fit
from games.summy.model.partial_values import NOTHING, Amount, begin, grow, outcome_of
from games.summy.model.pieces import DIGITS, OPERATORS, Pieces
from games.summy.model.skeletons import Shape, shapes, sides
from games.summy.model.supply import Supply

Spelled = tuple[int, str, int]  # the cell that a sum begins on, counted from 1, its text and the points of its digits


class Goal(NamedTuple):
    """The cells of the outcome, and the span that it lies in."""

    cells: str
    span: Span


class Step(NamedTuple):
    """A number that is still to be laid: its sign, its cells and its span, and what comes after it."""

    sign: str
    cells: str
    span: Span
    after: After


class Speller:
    """Finds the sums of one hand; `lines` holds what was found on whole lines."""

    def __init__(self, hand: Pieces) -> None:
        self.glance = glance(hand)
        self.lines: dict[str, tuple[Spelled, ...]] = {}
        self._supply = Supply(hand)
        self._operators = "".join(piece for piece in hand if piece in OPERATORS)
        self._digits = Digits("".join(piece for piece in hand if piece in DIGITS))

    def spell(self, cells: str) -> list[str]:
        """Every sum that takes just these cells, on which something lies already."""
        found: list[str] = []
        counts = self._supply.operators(cells)
        for left, right in sides(cells) if counts else ():
            if span := self._digits.span(right):
                for shape in shapes(left, self._operators, counts):
                    self._begin(found, shape, Goal(right, span))
        return found

    def _begin(self, found: list[str], shape: Shape, goal: Goal) -> None:
        if steps := self._steps(shape):
            self._lay(found, "", NOTHING, self._digits.held, steps, goal)

    def _steps(self, shape: Shape) -> tuple[Step, ...]:
        """The numbers of this shape; none where one of them cannot be."""
        steps, after = [], After()
        for sign, cells in reversed(shape):
            span = self._digits.span(cells)
            if not span or (sign == ":" and span[1] == 0):
                return ()
            steps.append(Step(sign, cells, span, after))
            after = after.behind(sign, span)
        return tuple(reversed(steps))

    def _lay(self, found: list[str], text: str, amount: Amount, left: str, steps: tuple[Step, ...], goal: Goal) -> None:
        """Tries every number that leaves hope, and goes on behind it."""
        (sign, cells, span, after), further = steps[0], steps[1:]
        begun = begin(amount, sign)
        least, most = limits(begun, sign, after, goal.span)
        if least > span[1] or most < span[0]:
            return
        for number, digits, rest in self._digits.numbers(cells, left, (least, most)):
            laid, grown = text + sign + digits, grow(begun, sign, number)
            if further:
                self._lay(found, laid, grown, rest, further, goal)
            elif (outcome := outcome_of(grown)) is not None and fit(str(outcome), goal.cells, rest):
                found.append(f"{laid}={outcome}")


@lru_cache(maxsize=1 << 4)
def speller(hand: Pieces) -> Speller:
    """The one that finds the sums of this hand, which is in the order of notation."""
    return Speller(hand)
