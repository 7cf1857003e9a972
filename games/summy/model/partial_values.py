"""What a left side comes to while it is read from the left, exactly."""

from __future__ import annotations

Amount = tuple[int, int, int, int]  # closed terms `total / below`, and the open term `term / under`, which is signed

NOTHING: Amount = (0, 1, 0, 1)


def close(amount: Amount) -> tuple[int, int]:
    """The whole amount as one fraction, not reduced; what lies under it is above 0."""
    total, below, term, under = amount
    return total * under + term * below, below * under


def begin(amount: Amount, sign: str) -> Amount:
    """The amount before a number behind this sign ("" at the start); a new term stands at 1 or -1."""
    if sign in ("x", ":"):
        return amount
    return (*close(amount), -1 if sign == "-" else 1, 1)


def grow(begun: Amount, sign: str, number: int) -> Amount:
    """The amount behind this number, which is not 0 where it divides."""
    total, below, term, under = begun
    return (total, below, term, under * number) if sign == ":" else (total, below, term * number, under)


def outcome_of(amount: Amount) -> int | None:
    """What stands behind the =, where the amount is a whole number that is at least 0."""
    above, below = close(amount)
    return above // below if above >= 0 and above % below == 0 else None
