"""What a left side comes to while it is read from the left, and from where on no outcome can follow any more.

A `bound` is 10 to the power of the digits that are still to come on the line or from the hand. Whatever sums
they spell: all their terms and the outcome together stay below it.
"""

from __future__ import annotations

from games.summy.cells import Ahead

Amount = tuple[int, int, int, int]  # closed terms `total / below`, and the open term `term / under`, which is signed

NOTHING: Amount = (0, 1, 0, 1)
ENDLESS = 10**60


def close(amount: Amount) -> tuple[int, int]:
    """The whole amount as one fraction, not reduced; what lies under it is above 0."""
    total, below, term, under = amount
    return total * under + term * below, below * under


def begin(amount: Amount, sign: str) -> Amount:
    """The amount before a number behind this sign ("" at the start); a new term stands at 1 or -1."""
    if sign in ("x", ":"):
        return amount
    return (*close(amount), -1 if sign == "-" else 1, 1)


def is_too_high(amount: Amount, bound: int) -> bool:
    """Whether the amount, all terms closed, is so far from 0 that no further terms bring it back."""
    total, below = close(amount)
    return abs(total) >= below * bound


def ceiling(begun: Amount, bound: int, divide: bool) -> int:
    """From this factor of the open term on nothing brings it back any more; `bound` is that behind the factor.

    What the term is still divided by stays below the bound in its product with all that follows. None of
    this holds where the term may vanish in a x 0: see `may_vanish`.
    """
    total, below, term, under = begun
    if term == 0:
        return ENDLESS
    if total == 0 or (total > 0) == (term > 0):
        height, size = bound * under, abs(term)
    elif divide:
        height, size = bound * (below + abs(total)) * under, abs(term) * below
    else:
        height, size = (bound * below + abs(total)) * under, abs(term) * below
    return -(-height // size)


def may_vanish(total: int, left: Ahead, line: Ahead) -> bool:
    """Whether the open term may be multiplied by 0, and something else be the outcome then."""
    zeros, signs = left.zeros + line.zeros, left.signs + line.signs
    return zeros > 0 and "x" in signs and (total > 0 or zeros > 1 or "+" in signs)


def outcome_of(amount: Amount) -> int | None:
    """What stands behind the =, where the amount is a whole number that is at least 0."""
    above, below = close(amount)
    return above // below if above >= 0 and above % below == 0 else None
