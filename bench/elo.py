"""Statistics of mirrored matches between two players: win rate, Elo difference, intervals, and a sequential test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

NORMAL = 1.959964  # standard deviations: 95 % of a normal distribution lie within them on both sides of the mean
ROUNDED = 9  # decimal places, so that a bound of 1 is exactly 1
ERROR_RATE = 0.05  # of each of the two errors of the sequential test
PRIOR_VARIANCE = 0.125  # of one more pair in the sequential test: as of independent even matches


@dataclass(frozen=True)
class Rate:
    """The share of the points that a player made, a draw being half a point, with its 95 % interval."""

    rate: float
    low: float
    high: float

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo difference, and its interval."""
        return elo(self.rate), elo(self.low), elo(self.high)

    def __str__(self) -> str:
        return f"{self.rate:.1%} ({self.low:.1%} to {self.high:.1%})"


def rate_of(pairs: Sequence[float]) -> Rate:
    """Return the rate from the shares (0 to 1) of each pair of mirrored matches; raises ValueError if empty.

    The two matches of a pair share their deal, so pairs are counted, not matches. The interval is Wilson's score
    interval with the effective sample size r(1 - r) / (s² / n), where r is the rate, n the number of pairs and s²
    the variance between them (Korn and Graubard, "Confidence intervals for proportions with small expected number
    of positive counts estimated from survey data", Survey Methodology 24, 1998; with Wilson's formula: Franco,
    Little, Louis and Slud, Journal of Survey Statistics and Methodology 7, 2019). If all pairs are alike, each
    counts as one match.
    """
    if not pairs:
        raise ValueError("no pair of matches")
    many = len(pairs)
    rate = math.fsum(pairs) / many
    spread = math.fsum((share - rate) ** 2 for share in pairs) / max(1, many - 1)
    size = many * rate * (1 - rate) / spread if spread else many
    low, high = wilson(rate, size)
    return Rate(rate, low, high)


def wilson(rate: float, size: float) -> tuple[float, float]:
    """Return Wilson's 95 % score interval of a rate in this many independent trials (Journal of the ASA 22, 1927)."""
    square = NORMAL**2
    middle = (rate + square / (2 * size)) / (1 + square / size)
    half = NORMAL / (1 + square / size) * math.sqrt(rate * (1 - rate) / size + square / (4 * size**2))
    return max(0.0, round(middle - half, ROUNDED)), min(1.0, round(middle + half, ROUNDED))


def elo(rate: float) -> float:
    """Return the difference in Elo points for which this win rate is expected: 400 log10(r / (1 - r))."""
    if rate <= 0 or rate >= 1:
        return math.copysign(math.inf, rate - 0.5)
    return 400 * math.log10(rate / (1 - rate))


def rate_of_elo(difference: float) -> float:
    """Return the win rate that is expected with this Elo difference: the inverse of `elo`."""
    return 1 / (1 + 10 ** (-difference / 400))


def decided(pairs: Sequence[float], weak: float, strong: float) -> bool:
    """Return whether the shares of these pairs decide between two Elo differences, the first being the lower one.

    It is the sequential probability ratio test (Wald, "Sequential tests of statistical hypotheses", Annals of
    Mathematical Statistics 16, 1945), with the normal approximation of the likelihood ratio for pairs that Fishtest,
    the test framework of Stockfish, uses. Either error has about the probability `ERROR_RATE`. So that the first pairs,
    if all alike, decide nothing, one pair of `PRIOR_VARIANCE` is added to their variance.
    """
    low, high, rate = rate_of_elo(weak), rate_of_elo(strong), math.fsum(pairs) / len(pairs)
    variance = (math.fsum((share - rate) ** 2 for share in pairs) + PRIOR_VARIANCE) / len(pairs)
    ratio = len(pairs) * (high - low) * (2 * rate - low - high) / (2 * variance)
    return abs(ratio) >= math.log((1 - ERROR_RATE) / ERROR_RATE)
