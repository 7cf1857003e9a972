"""Chi-squared tests of the counted draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, exp, expm1, lgamma, log, log1p, sqrt

FEWEST = 5  # least expected count of a cell for which the chi-squared approximation is used (Cochran, 1954)

Counts = Mapping[str, Sequence[int]]  # contingency table: for each face, its count in each part of the order


@dataclass(frozen=True)
class ChiSquaredResult:
    """The result of a test: the chi-squared statistic, its degrees of freedom, and the p-value."""

    square: float
    freedom: int
    chance: float


def expected(counts: Counts) -> dict[str, list[float]]:
    """Return the expected count of each cell: row sum times column sum, divided by the sum of all counts."""
    parts = [sum(column) for column in zip(*counts.values(), strict=True)]
    return {face: [sum(row) * part / sum(parts) for part in parts] for face, row in counts.items()}


def is_enough(counts: Counts) -> bool:
    """Return whether every expected count is at least `FEWEST`."""
    return bool(counts) and min(min(row) for row in expected(counts).values()) >= FEWEST


def result_of(counts: Counts, matches: int) -> ChiSquaredResult:
    """Test the hypothesis that in each of these matches every order of its tiles was equally likely.

    Tiles are drawn without replacement, so the counts of one match are hypergeometric: with N tiles their covariance is
    N / (N - 1) times that of the multinomial distribution in Pearson's test. The matches are independent and have the
    same tiles, so the covariances add up: Pearson's statistic of the summed counts, times (N - 1) / N, has a
    chi-squared distribution with (faces - 1) (parts - 1) degrees of freedom asymptotically, and that mean exactly for
    any number of matches.

    It is the generalised Cochran-Mantel-Haenszel statistic of general association with one stratum for each match:
    J. R. Landis, E. R. Heyman and G. G. Koch, "Average partial association in three-way contingency tables",
    International Statistical Review 46 (1978) 237-254.
    """
    tiles = sum(map(sum, counts.values())) / matches
    pearson = sum(
        (number - mean) ** 2 / mean
        for face, means in expected(counts).items()
        for number, mean in zip(counts[face], means, strict=True)
    )
    square = pearson * (tiles - 1) / tiles
    freedom = (len(counts) - 1) * (len(next(iter(counts.values()))) - 1)
    return ChiSquaredResult(square, freedom, survival(square, freedom))


def survival(square: float, freedom: int) -> float:
    """Return the probability that a chi-squared variable exceeds `square` (survival function).

    Uses the finite sums 26.4.4 and 26.4.5 of M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions (1964).
    Raises ValueError below one degree of freedom.
    """
    if freedom < 1:
        raise ValueError("a test needs a degree of freedom")
    half = square / 2
    if half <= 0:
        return 1.0
    odd = freedom % 2
    steps = (place + odd / 2 for place in range(freedom // 2))
    rest = sum(exp(step * log(half) - half - lgamma(step + 1)) for step in steps)
    return min((erfc(sqrt(half)) if odd else 0.0) + rest, 1.0)


def chance_of_any(chances: Sequence[float]) -> float:
    """Return the smallest of these p-values of independent tests, corrected for their number (Šidák correction)."""
    least = min(min(chances), 1 - 1e-12)  # the logarithm below needs a value under 1
    return -expm1(len(chances) * log1p(-least))
