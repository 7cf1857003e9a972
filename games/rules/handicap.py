"""What makes the weaker of two players even."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple

HandicapKind = Literal["start", "moves", "chips"]


class Handicap(NamedTuple):
    """What a game gives the weaker of two players: up to `most` of a `kind`, by a `curve` or `table`.

    "start" is points to begin with, "moves" points more for each move that scores, in a game that a player who is ahead
    can end, and "chips" fewer chips than `goal` to win a game. All numbers here are of `parts`, of which so many are
    one of what `Options.handicap` counts: a chip has one for each game of a match.

    `curve` has pairs of a rating and what it is worth, rising; between and beyond them it is straight. Where none is
    right for all pairs, `table` has a row for each of the `ratings` but the highest: the numbers against higher ones.
    docs/handicap.md has how they were measured.
    """

    kind: HandicapKind
    most: int
    curve: tuple[tuple[float, float], ...] = ()
    ratings: tuple[float, ...] = ()
    table: tuple[tuple[int, ...], ...] = ()
    parts: int = 1
    goal: int = 0

    def between(self, weaker: float, stronger: float) -> int:
        """Return the number that makes two ratings even."""
        lead = self._in_table(weaker, stronger) if self.table else self._worth(stronger) - self._worth(weaker)
        return max(0, min(self.most, round(lead)))

    def stored(self, number: int) -> str:
        """Return a number of parts, negative for the second player, as `Options.handicap`."""
        return str(Fraction(number, self.parts))

    def _worth(self, rating: float) -> float:
        pairs = [*pairwise(self.curve)]
        (low, worth), (high, more) = next((pair for pair in pairs if rating < pair[1][0]), pairs[-1])
        return worth + (rating - low) * (more - worth) / (high - low)

    def _in_table(self, weaker: float, stronger: float) -> float:
        """Interpolate in both ratings (bilinear); beyond the ends of the table the same difference counts as there."""
        lowest, highest = self.ratings[0], self.ratings[-1]
        shift = max(0, lowest - weaker) - max(0, stronger - highest)
        (low, more), (high, much) = (
            self._place(min(highest, max(lowest, rating + shift))) for rating in (weaker, stronger)
        )
        return sum(
            share * portion * self._entry(low + one, high + other)
            for one, share in ((0, 1 - more), (1, more))
            for other, portion in ((0, 1 - much), (1, much))
        )

    def _place(self, rating: float) -> tuple[int, float]:
        """Return the number of the rating of the table below this one, and the way to the next, from 0 to 1."""
        pairs = [*enumerate(pairwise(self.ratings))]
        number, (low, high) = next((pair for pair in pairs if rating < pair[1][1]), pairs[-1])
        return number, (rating - low) / (high - low)

    def _entry(self, weaker: int, stronger: int) -> int:
        if weaker > stronger:
            return -self._entry(stronger, weaker)
        return self.table[weaker][stronger - weaker - 1] if weaker < stronger else 0
