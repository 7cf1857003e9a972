"""The score of a match. Digifeud's original defines only the winner's 4 to 16; the rest is our own."""

from __future__ import annotations

from math import floor


def winners_score(share: float, chance: float) -> int:
    """Return 4 to 16: more for a larger share of the points and for a less likely win.

    `share` is the player's of both players' points, `chance` the expected score before the match; both from 0 to 1.
    """
    return _within(4 + 6 * (2 * share - 1) + 6 * (1 - chance), 4, 16)


def losers_score(share: float, chance: float) -> int:
    """Return 0 to 3, by the loser's share of the points and expected score."""
    return _within(1.5 * 2 * share + 1.5 * (1 - chance), 0, 3)


def drawers_score(chance: float) -> int:
    """Return 2 to 5 for each player of a draw."""
    return _within(2 + 3 * (1 - chance), 2, 5)


def share_of(own: int, others: int) -> float:
    """Return the player's share of both players' points, clamped to 0 to 1; one half if there are none."""
    both = own + others
    return min(max(own / both, 0.0), 1.0) if both > 0 else 0.5


def _within(score: float, least: int, most: int) -> int:
    """Return the value rounded (half up) and clamped to the allowed range."""
    return min(max(floor(score + 0.5), least), most)
