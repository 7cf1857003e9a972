"""The score that a match brings. Digifeud's original gives only the winner's 4 to 16; the rest is ours."""

from __future__ import annotations

from math import floor


def winners_score(share: float, chance: float) -> int:
    """4 to 16: more for a larger share of the points, and for a win that was less likely; rules.md, section 1."""
    return _within(4 + 6 * (2 * share - 1) + 6 * (1 - chance), 4, 16)


def losers_score(share: float, chance: float) -> int:
    """0 to 3, by the loser's own share of the points and own chance."""
    return _within(1.5 * 2 * share + 1.5 * (1 - chance), 0, 3)


def drawers_score(chance: float) -> int:
    """2 to 5 for each of two who tie."""
    return _within(2 + 3 * (1 - chance), 2, 5)


def share_of(own: int, others: int) -> float:
    """The own part of both players' points, kept within 0 and 1; one half where that makes no sense."""
    both = own + others
    return min(max(own / both, 0.0), 1.0) if both > 0 else 0.5


def _within(score: float, least: int, most: int) -> int:
    """The nearest whole number (a half goes up) that is allowed."""
    return min(max(floor(score + 0.5), least), most)
