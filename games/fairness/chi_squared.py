"""Chi-squared tests of the counted draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, exp, expm1, lgamma, log, log1p, sqrt

FEWEST = 5  # expected in every cell, for the chi-square distribution to describe the sum well (Cochran, 1954)

Counts = Mapping[str, Sequence[int]]


@dataclass(frozen=True)
class Outcome:
    """The result of a test: the statistic, its degrees of freedom, and the p-value."""

    square: float
    freedom: int
    chance: float


def expected(counts: Counts) -> dict[str, list[float]]:
    """Return the expected count of each cell: the face's share of all tiles in all places of the part."""
    parts = [sum(column) for column in zip(*counts.values(), strict=True)]
    return {face: [sum(row) * part / sum(parts) for part in parts] for face, row in counts.items()}


def is_enough(counts: Counts) -> bool:
    """Return whether there are enough matches for the chi-squared approximation."""
    return bool(counts) and min(min(row) for row in expected(counts).values()) >= FEWEST


def outcome_of(counts: Counts, matches: int) -> Outcome:
    """Test the hypothesis that in every match each order of its tiles was equally likely.

    Tiles are drawn without replacement, so the cells of one match are hypergeometric: with N tiles their covariance is
    N / (N - 1) times that of Pearson's multinomial. The matches are independent and hold the same tiles, so the
    covariances add up, and Pearson's sum over the added counts times (N - 1) / N is chi-square distributed with
    (faces - 1) (parts - 1) degrees of freedom; its mean is exactly that for any number of matches. It is the
    generalised Cochran-Mantel-Haenszel statistic of general association with one stratum a match: J. R. Landis,
    E. R. Heyman and G. G. Koch, "Average partial association in three-way contingency tables", International
    Statistical Review 46 (1978) 237-254.
    """
    tiles = sum(map(sum, counts.values())) / matches
    pearson = sum(
        (number - mean) ** 2 / mean
        for face, means in expected(counts).items()
        for number, mean in zip(counts[face], means, strict=True)
    )
    square = pearson * (tiles - 1) / tiles
    freedom = (len(counts) - 1) * (len(next(iter(counts.values()))) - 1)
    return Outcome(square, freedom, survival(square, freedom))


def survival(square: float, freedom: int) -> float:
    """Return the probability that a chi-squared variable exceeds this value (survival function).

    The finite sums of M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions (1964), 26.4.4 and 26.4.5.
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
    """Return the probability that the lowest of as many independent p-values is at most the lowest of these (Šidák)."""
    least = min(min(chances), 1 - 1e-12)
    return -expm1(len(chances) * log1p(-least))
