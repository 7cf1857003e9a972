"""Finds the sums that a hand can spell on a line: the left side is tried, the outcome is worked out, not guessed.

A sum is read from the left. The pieces that come to lie before the first old one are tried once for all
lines (`_openings`); from there on every line goes its own way (`_read_on`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from games.summy.amounts import NOTHING, Amount, close, extend, is_lost, is_too_high, may_vanish
from games.summy.cells import Ahead, Left, Node, Nodes, Number, is_proper, left_of, number
from games.summy.grid import EMPTY
from games.summy.pieces import DIGITS, EQUALS, OPERATORS, Pieces

Found = list[str]
Line = tuple[Ahead, bool]  # what there is from the first old piece on, and whether an = is among it
Heads = dict[Left, dict[int, Found]]  # left sides with their =, by what is left of the hand and by the outcome


class Opening(NamedTuple):
    """The beginning of a left side: its amount up to the last sign, and the digits behind that, if any."""

    text: str
    left: Left
    amount: Amount
    sign: str
    digits: str


class Speller:
    """Finds the sums of one hand, and remembers them for every line that looks the same."""

    def __init__(self, hand: Pieces) -> None:
        self.nodes = Nodes()
        self._hand = left_of(hand)
        self._openings: dict[tuple[int, Line], tuple[Opening, ...]] = {}
        self._heads: dict[tuple[int, Line], Heads] = {}
        self._sums: dict[tuple[int, Node], tuple[str, ...]] = {}

    def sums(self, before: int, node: Node) -> tuple[str, ...]:
        """Every complete sum that has so many empty cells before the first old piece, which lies at this node."""
        if (found := self._sums.get((before, node))) is None:
            found = self._sums[before, node] = tuple(self._search(before, node))
        return found

    def _search(self, before: int, node: Node) -> Iterator[str]:
        line = (node.ahead, node.equals)
        for length in range(1, before + 1) if node.face in DIGITS else ():
            yield from self._span(self._heads_of(length, line), before - length, node)
        found: Found = []
        for opening in self._openings_of(before, line):
            self._join(found, opening, node)
        yield from found

    def _span(self, heads: Heads, gap: int, node: Node) -> Iterator[str]:
        """The heads with an outcome that fills this gap and goes on over the node."""
        for left, by_outcome in heads.items():
            for first, remaining, _behind in self.nodes.open("").strings(left):
                if len(first) == gap:
                    for text, _rest, behind in node.strings(remaining):
                        if behind.face in ("", EMPTY) and is_proper(first + text):
                            yield from (head + first + text for head in by_outcome.get(int(first + text), ()))

    def _heads_of(self, length: int, line: Line) -> Heads:
        """The left sides with their = that take so many cells and lie before every old piece."""
        if (heads := self._heads.get((length, line))) is None:
            heads = defaultdict(lambda: defaultdict(list))
            for opening in self._openings_of(length - 1, line):
                if opening.digits and opening.sign and opening.left.equals:
                    amount = extend(opening.amount, opening.sign, int(opening.digits))
                    if amount and (outcome := _outcome(amount)) is not None:
                        heads[opening.left.equals][outcome].append(opening.text + EQUALS)
            self._heads[length, line] = heads
        return heads

    def _openings_of(self, length: int, line: Line) -> tuple[Opening, ...]:
        """The beginnings of left sides that take so many cells, without an =."""
        if (openings := self._openings.get((length, line))) is None:
            if length:
                steps = (_step(opening, line) for opening in self._openings_of(length - 1, line))
                openings = tuple(chain.from_iterable(steps))
            else:
                openings = (Opening("", self._hand, NOTHING, "", ""),)
            self._openings[length, line] = openings
        return openings

    def _join(self, found: Found, opening: Opening, node: Node) -> None:
        """Goes on with this beginning on this line."""
        text, left, amount, sign, digits = opening
        if not digits:
            _go_on(found, text, amount, sign, left, node, node.numbers(left))
            return
        strings = node.strings(left)
        numbers = (number(digits + more, *rest) for more, *rest in strings if is_proper(digits + more))
        _go_on(found, text.removesuffix(digits), amount, sign, left, node, numbers)


@lru_cache(maxsize=1 << 4)
def speller(hand: Pieces) -> Speller:
    """The one that finds the sums of this hand, which is in the order of notation."""
    return Speller(hand)


def _step(opening: Opening, line: Line) -> Iterator[Opening]:
    """The beginnings with one more piece from which a sum may still become."""
    text, left, amount, sign, digits = opening
    ahead, equals = line
    for digit, rest in left.digits:
        if digits != "0":
            longer = digits + digit
            bound = 10 ** (rest.ahead.digits + ahead.digits)
            grown = extend(amount, sign, int(longer))
            divide = rest.ahead.divide or ahead.divide
            if grown is None or may_vanish(grown[0], left.ahead, ahead) or not is_lost(grown, bound, divide):
                yield Opening(text + digit, rest, amount, sign, longer)
    if digits and (grown := extend(amount, sign, int(digits))):
        for operator, rest in left.operators:
            bound = 10 ** (rest.ahead.digits + ahead.digits)
            if (rest.equals or equals) and not (operator in "+-" and is_too_high(grown, bound)):
                yield Opening(text + operator, rest, grown, operator, "")


def _go_on(
    found: Found, text: str, amount: Amount, sign: str, left: Left, node: Node, numbers: Iterable[Number]
) -> None:
    """Lays each of these numbers, the smallest first, behind the sign, and goes on."""
    ahead = node.ahead
    vanishing, divide = None, left.ahead.divide or ahead.divide
    for value, digits, rest, behind, bound in numbers:
        grown = extend(amount, sign, value)
        if grown is None:
            continue
        if vanishing is None:
            vanishing = may_vanish(grown[0], left.ahead, ahead)
        if not vanishing and is_lost(grown, bound, divide):
            if sign == ":":
                continue
            break
        _read_on(found, text + digits, grown, rest, behind, ready=bool(sign))


def _read_on(found: Found, text: str, amount: Amount, left: Left, node: Node, *, ready: bool) -> None:
    """Goes on behind a number: with the =, where the left side is `ready`, or with an operator."""
    face = node.face
    if ready and (rest := left.equals if face == EMPTY else left if face == EQUALS else None):
        outcome = _outcome(amount)
        if outcome is not None and (digits := node.next.outcomes(rest).get(outcome)):
            found.append(f"{text}={digits}")
    if face == EMPTY:
        steps = left.operators
    elif face and face in OPERATORS:
        steps = ((face, left),)
    else:
        return
    following = node.next
    for operator, rest in steps:
        bound = 10 ** (rest.ahead.digits + following.ahead.digits)
        if (rest.equals or following.equals) and not (operator in "+-" and is_too_high(amount, bound)):
            _go_on(found, text + operator, amount, operator, rest, following, following.numbers(rest))


def _outcome(amount: Amount) -> int | None:
    above, below = close(amount)
    return above // below if above >= 0 and above % below == 0 else None
