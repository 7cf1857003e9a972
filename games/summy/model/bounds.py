"""How small and how large a number of a left side may be, told by the outcome and by what follows on the left side.

All here are whole numbers, rounded so that a span is rather too wide.
"""

from __future__ import annotations

from typing import NamedTuple

from games.summy.model.number_domains import Span
from games.summy.model.partial_values import Amount

ENDLESS = 10**30


class After(NamedTuple):
    """What follows a number: the factors and the divisors of its own term, and the terms behind that."""

    factors: Span = (1, 1)
    divisors: Span = (1, 1)
    terms: Span = (0, 0)

    def behind(self, sign: str, number: Span) -> After:
        """The same with a number in front that has this sign; one that divides is at least 1."""
        (least, most), (few, many), (low, high) = self
        smallest, largest = number
        if sign == "x":
            return After((least * smallest, most * largest), self.divisors, self.terms)
        if sign == ":":
            return After(self.factors, (few * max(smallest, 1), many * largest), self.terms)
        term = smallest * least // many, -(-largest * most // few)
        return After(terms=(low - term[1], high - term[0]) if sign == "-" else (low + term[0], high + term[1]))


def limits(begun: Amount, sign: str, after: After, outcome: Span) -> Span:
    """The span outside of which the number behind this sign spoils the outcome; ends with -1 where any would."""
    total, below, term, under = begun
    (least, most), (few, many), (low, high) = after
    # the whole term, which is term x number x factors : (under x divisors), must lie between these
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
            term * most // (under * few * first) if first else ENDLESS,
        )
    if term * most == 0:
        return 0, -1 if first else ENDLESS
    return (
        -(-first * under * few // (term * most)),
        last * under * many // (term * least) if least else ENDLESS,
    )
