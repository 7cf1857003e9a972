"""Writes out every sum of up to nine pieces: the last number of a left side is tried, the outcome is worked out."""

from __future__ import annotations

from collections import defaultdict

from games.summy.model.partial_values import Amount, begin, close, grow
from games.summy.model.pieces import EQUALS, OPERATORS, ORDER

LONGEST = 9

WEIGHTS = {piece: 1 << 4 * place for place, piece in enumerate(ORDER)}

Sums = dict[int, list[str]]


def weigh(pieces: str) -> int:
    """A number for these pieces in any order: how many of each, four bits a kind."""
    return sum(map(WEIGHTS.__getitem__, pieces))


def all_sums() -> Sums:
    """The texts of all complete sums of up to nine pieces by their weight."""
    writer = _Writer()
    for length in range(1, LONGEST - 3):
        for number in _span(length):
            amount = (0, 1, number, 1)
            writer.go_on(str(number), writer.weights[number] + WEIGHTS[EQUALS], amount, LONGEST - length)
    return writer.found


class _Writer:
    """`room` is how many pieces the sum may still have, its = among them, whose weight is counted from the start."""

    def __init__(self) -> None:
        self.found: Sums = defaultdict(list)
        self.weights = [weigh(str(number)) for number in range(10 ** (LONGEST - 4))]

    def go_on(self, text: str, weight: int, amount: Amount, room: int) -> None:
        """Every operator behind a number, and all that follows it."""
        for sign in OPERATORS:
            begun = begin(amount, sign)
            signed = weight + WEIGHTS[sign]
            for length in range(1, room - 2):
                self._close(text + sign, signed, begun, sign, length, room - 1)
            for length in range(1, room - 4):
                for number in _span(length):
                    if number or sign != ":":
                        more = signed + self.weights[number]
                        self.go_on(f"{text}{sign}{number}", more, grow(begun, sign, number), room - 1 - length)

    def _close(self, text: str, weight: int, begun: Amount, sign: str, length: int, room: int) -> None:
        """The left side ends with a number of this length; what comes out must fit behind the =."""
        limit = 10 ** (room - length - 1)
        for number in _hopeful(begun, sign, _span(length), limit):
            above, below = close(grow(begun, sign, number))
            if above >= 0 and above % below == 0 and (outcome := above // below) < limit:
                full = weight + self.weights[number] + self.weights[outcome]
                self.found[full].append(f"{text}{number}={outcome}")


def _span(length: int) -> range:
    """The numbers of this length."""
    return range(10 ** (length - 1) if length > 1 else 0, 10**length)


def _hopeful(begun: Amount, sign: str, span: range, limit: int) -> range:
    """Those of the numbers with which the outcome may be whole, at least 0 and below the limit; rather too many."""
    total, below, term, under = begun
    if sign == ":":
        return span[1:] if span[0] == 0 else span
    if sign in "+-" and total % below:
        return span[:0]
    base, step = total * under, term * below  # the outcome is (base + step x number) / (below x under)
    if step == 0:
        return span
    first, last = sorted((-base / step, (limit * below * under - base) / step))
    return range(max(span[0], int(first) - 1), min(span[-1], int(last) + 1) + 1)
