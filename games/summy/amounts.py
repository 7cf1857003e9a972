"""What a left side comes to while it is read from the left, and when no outcome can follow any more."""

from __future__ import annotations

from games.summy.cells import Ahead

Amount = tuple[int, int, int, int]  # closed terms `total / below`, and the open term `term / under`, which is signed

NOTHING: Amount = (0, 1, 0, 1)


def close(amount: Amount) -> tuple[int, int]:
    """The whole amount as one fraction, not reduced; what lies under it is above 0."""
    total, below, term, under = amount
    return total * under + term * below, below * under


def extend(amount: Amount, sign: str, number: int) -> Amount | None:
    """The amount when this sign ("" at the start) and this number follow; None where that divides by 0."""
    total, below, term, under = amount
    if sign == "x":
        return total, below, term * number, under
    if sign == ":":
        return (total, below, term, under * number) if number else None
    return (*close(amount), -number if sign == "-" else number, 1)


def is_too_high(amount: Amount, bound: int) -> bool:
    """Whether the closed amount is so far from 0 that no further terms bring it back to an outcome.

    `bound` is 10 to the power of the digits to come: whatever sum they spell, its terms and its outcome
    stay below that, all together.
    """
    total, below = close(amount)
    return abs(total) >= below * bound


def is_lost(amount: Amount, bound: int, divide: bool) -> bool:
    """Whether the open term is so far from 0 that nothing brings it back; `bound` is as in `is_too_high`.

    What the term is still divided by stays below the bound in its product with all that follows. It is not
    asked where the term may vanish in a x 0.
    """
    total, below, term, under = amount
    if total == 0 or (total > 0) == (term > 0):
        return abs(term) >= bound * under
    height = bound * (below + abs(total)) if divide else bound * below + abs(total)
    return abs(term) * below >= under * height


def may_vanish(total: int, left: Ahead, line: Ahead) -> bool:
    """Whether the open term may be multiplied by 0, and something else be the outcome then."""
    zeros = left.zeros + line.zeros
    return bool(zeros and (left.times or line.times) and (total > 0 or zeros > 1 or left.plus or line.plus))
