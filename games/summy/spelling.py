"""Finds the sums that a hand can spell on a line: the left side is tried, the outcome is worked out, not guessed.

A sum is read from the left. The pieces that come to lie before the first old one are tried once for all
lines (see `openings`); from there on every line goes its own way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from games.summy.amounts import ENDLESS, Amount, begin, ceiling, is_too_high, may_vanish, outcome_of
from games.summy.cells import Left, Node, Nodes, Number
from games.summy.glance import glance
from games.summy.grid import EMPTY
from games.summy.openings import Opening, Openings
from games.summy.pieces import EQUALS, OPERATORS, Pieces
from games.summy.supply import Supply

Found = list[str]
Spelled = tuple[int, str, int]  # the cell that a sum begins on, counted from 1, its text and the points of its digits


class Speller:
    """Finds the sums of one hand, and remembers them for every line that looks the same.

    `lines` holds what was found on whole lines.
    """

    def __init__(self, hand: Pieces) -> None:
        self.supply = Supply(hand)
        self.glance = glance(hand)
        self.lines: dict[str, tuple[Spelled, ...]] = {}
        self.nodes = Nodes()
        self._openings = Openings(hand)
        self._sums: dict[tuple[int, Node], tuple[str, ...]] = {}

    def sums(self, before: int, node: Node) -> tuple[str, ...]:
        """Every complete sum that has so many empty cells before the first old piece, which lies at this node."""
        if (found := self._sums.get((before, node))) is None:
            found = self._sums[before, node] = tuple(self._search(before, node))
        return found

    def _search(self, before: int, node: Node) -> Iterator[str]:
        if self._openings.are_hopeless(node.ahead):
            return
        for length in range(1, before + 1) if node.is_digit else ():
            for head in self._openings.heads(length, node.ahead).get((before - length, node.face), ()):
                if node.holds(head.outcome, head.left):
                    yield head.text + head.outcome
        found: Found = []
        for opening in self._openings.starts(before, node.ahead):
            _join(found, opening, node)
        yield from found


@lru_cache(maxsize=1 << 4)
def speller(hand: Pieces) -> Speller:
    """The one that finds the sums of this hand, which is in the order of notation."""
    return Speller(hand)


def _join(found: Found, opening: Opening, node: Node) -> None:
    """Goes on with this beginning on this line."""
    text, left, begun, sign, digits = opening
    if digits and not node.is_digit and (grown := opening.grown):
        _read_on(found, text, grown, left, node, ready=bool(sign))
    if digits != "0":
        _go_on(found, text, begun, sign, left, node, digits)


def _go_on(found: Found, text: str, begun: Amount, sign: str, left: Left, node: Node, digits: str = "") -> None:
    """Lays every number from here on that leaves hope, the smallest first; it may have begun with these digits."""
    total, below, term, under = begun
    coming, signs = left.ahead.digits + node.ahead.digits, left.ahead.signs + node.ahead.signs
    ready, divides, top = sign != "", sign == ":", ENDLESS
    bounded = not divides and not may_vanish(total, left.ahead, node.ahead)
    for length, behind in node.spans:
        if length >= coming:  # the outcome needs a digit
            return
        if bounded:
            top = ceiling(begun, 10 ** (coming - length), ":" in signs)
            if length > 1 and int((digits or "1") + "0" * (length if digits else length - 1)) >= top:
                return
        for value, more, rest in _longer(node, left, length, digits) if digits else node.numbers(left, length):
            if value >= top:
                return
            if not divides:
                _read_on(found, text + more, (total, below, term * value, under), rest, behind, ready=ready)
            elif value:
                _read_on(found, text + more, (total, below, term, under * value), rest, behind, ready=ready)


def _longer(node: Node, left: Left, length: int, digits: str) -> Iterable[Number]:
    """The numbers that begin with these digits and have so many more."""
    return ((int(digits + more), more, rest) for more, rest in node.strings(left, length))


def _read_on(found: Found, text: str, amount: Amount, left: Left, node: Node, *, ready: bool) -> None:
    """Goes on behind a number: with the =, where the left side is `ready`, or with an operator."""
    face = node.face
    if ready and (rest := left.equals if face == EMPTY else left if face == EQUALS else None):
        outcome = outcome_of(amount)
        if outcome is not None and node.next.holds(digits := str(outcome), rest):
            found.append(f"{text}={digits}")
    if face == EMPTY:
        steps = left.operators
    elif face and face in OPERATORS:
        steps = ((face, left),)
    else:
        return
    following = node.next
    for sign, rest in steps:
        if rest.equals or EQUALS in following.ahead.signs:
            if sign in "+-" and is_too_high(amount, 10 ** (rest.ahead.digits + following.ahead.digits)):
                continue
            _go_on(found, text + sign, begin(amount, sign), sign, rest, following)
