"""The beginnings of sums that a hand spells before the first old piece; they are the same for many lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from games.summy.amounts import NOTHING, Amount, begin, ceiling, is_too_high, may_vanish, outcome_of
from games.summy.cells import LONGEST, Ahead, Left, left_of
from games.summy.pieces import EQUALS, OPERATORS, Pieces

FEW = 3


class Opening(NamedTuple):
    """The beginning of a left side: its amount with the last sign ("" for none), and the digits behind that."""

    text: str
    left: Left
    begun: Amount
    sign: str
    digits: str

    @property
    def grown(self) -> Amount | None:
        """The amount with these digits as a whole number; None where that divides by 0."""
        total, below, term, under = self.begun
        if self.sign != ":":
            return total, below, term * int(self.digits), under
        return (total, below, term, under * int(self.digits)) if self.digits != "0" else None


class Head(NamedTuple):
    """A left side, its = and the first digits of the outcome, and the digits that must follow."""

    text: str
    left: Left
    outcome: str


Heads = dict[tuple[int, str], list[Head]]


class Openings:
    """All beginnings that one hand can spell, worked out as they are asked for."""

    def __init__(self, hand: Pieces) -> None:
        self._hand = left_of(hand)
        self._starts: dict[tuple[int, Ahead], tuple[Opening, ...]] = {}
        self._heads: dict[tuple[int, Ahead], Heads] = {}

    def are_hopeless(self, line: Ahead) -> bool:
        """Whether there is no = or no operator, in the hand and on the line."""
        signs = self._hand.ahead.signs + line.signs
        return EQUALS not in signs or not any(sign in signs for sign in OPERATORS)

    def starts(self, length: int, line: Ahead) -> tuple[Opening, ...]:
        """The beginnings of left sides that take so many cells, without an =, before such a line."""
        key = (length, self._roughly(line))
        if (found := self._starts.get(key)) is None:
            if length:
                steps = (_longer(opening, key[1]) for opening in self.starts(length - 1, key[1]))
                found = tuple(chain.from_iterable(steps))
            else:
                found = (Opening("", self._hand, begin(NOTHING, ""), "", ""),)
            self._starts[key] = found
        return found

    def heads(self, length: int, line: Ahead) -> Heads:
        """The left sides that take so many cells with their =, by each place in the outcome and the digit there."""
        key = (length, self._roughly(line))
        if (found := self._heads.get(key)) is None:
            found = defaultdict(list)
            for opening in self.starts(length - 1, key[1]):
                for gap, head in enumerate(_heads_of(opening)):
                    found[gap, head.outcome[0]].append(head)
            self._heads[key] = found
        return found

    def _roughly(self, line: Ahead) -> Ahead:
        """What matters of the line, rather more than less, so that few kinds of lines have to be told apart."""
        zeros = line.zeros if "x" in self._hand.ahead.signs + line.signs else 0
        vanishing = "+x" if zeros + self._hand.ahead.zeros else ""
        signs = "".join(sign for sign in f"{vanishing}:{EQUALS}" if sign in line.signs)
        return Ahead(line.digits if line.digits <= FEW else LONGEST, zeros, signs)


def _longer(opening: Opening, line: Ahead) -> Iterator[Opening]:
    """The beginnings with one piece more from which a sum may still become."""
    text, left, begun, sign, digits = opening
    coming = left.ahead.digits + line.digits - 1
    if digits != "0" and coming:
        bounded = sign != ":" and not may_vanish(begun[0], left.ahead, line)
        divide = ":" in left.ahead.signs or ":" in line.signs
        top = ceiling(begun, 10**coming, divide) if bounded else None
        for digit, rest in left.digits:
            if top is None or int(digits + digit) < top:
                yield Opening(text + digit, rest, begun, sign, digits + digit)
    if digits and (grown := opening.grown):
        for operator, rest in left.operators:
            if (rest.equals or EQUALS in line.signs) and not (
                operator in "+-" and is_too_high(grown, 10 ** (coming + 1))
            ):
                yield Opening(text + operator, rest, begin(grown, operator), operator, "")


def _heads_of(opening: Opening) -> Iterator[Head]:
    """The left side as it is closed by an = from the hand, with an ever longer part of the outcome laid."""
    if not (opening.digits and opening.sign and opening.left.equals and (grown := opening.grown)):
        return
    if (outcome := outcome_of(grown)) is None:
        return
    left: Left | None = opening.left.equals
    digits = str(outcome)
    for gap, digit in enumerate(digits):
        if left is None:
            return
        yield Head(opening.text + EQUALS + digits[:gap], left, digits[gap:])
        left = left.without.get(digit)
