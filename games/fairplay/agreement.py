"""Agreement of a player's moves with the best move, and how far it exceeds the expectation for the player's rating.

Only turns that matter are counted: those in which the candidate moves differ in winning chance. The number of
agreements over several matches is compared with the expected one by a z score, as for a sum of independent Bernoulli
trials with different probabilities (Poisson binomial distribution, normal approximation).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import sqrt

AGREED = 0.005  # of winning chance, from 0 to 1: a move that costs less agrees with the best one
SPREAD = 0.02  # of winning chance between the best and the worst listed candidate of a turn that matters
FEWEST_MATCHES = 10
FEWEST_TURNS = 30
LEAST = 0.2  # expected at least: with rarer successes the normal approximation fails
SUSPICIOUS = 4.0  # z score from which staff are shown a player: docs/fairplay.md has the rates of false alarms

# The share of turns that matter in which computer players choose the best move at most, by the slug of the game and the
# level: the upper limit of the 95 % interval of what was measured (docs/fairplay.md).
LEVELS: Mapping[str, Mapping[int, float]] = {
    "digifeud": {3: 0.200, 4: 0.203, 5: 0.344, 6: 0.399, 7: 0.560},
    "sudoku": {3: 0.250, 4: 0.344, 5: 0.416, 6: 0.537, 7: 0.768},
    "summy": {3: 0.200, 4: 0.208, 5: 0.242, 6: 0.436, 7: 0.772},
    "tenbyten": {3: 0.219, 4: 0.306, 5: 0.377, 6: 0.443, 7: 0.500},
}


@dataclass(frozen=True)
class Agreement:
    """A player's turns that mattered, in how many the best move was made, and the winning chance that was given away.

    `expected` is the probability of making the best move that is expected of each turn; `loss` is a sum of winning
    chances, each from 0 to 1.
    """

    turns: int
    agreed: int
    expected: float
    loss: float = 0.0


def agreement_of(turns: Iterable[tuple[Sequence[float], float]], expected: float) -> Agreement:
    """Return the agreement over the turns of a match.

    Each turn is given by the winning chances of the listed candidates, the best first, and the cost of the move that
    was made; chances are from 0 to 1.
    """
    costs = [cost for chances, cost in turns if chances and chances[0] - chances[-1] >= SPREAD]
    return Agreement(len(costs), sum(cost < AGREED for cost in costs), expected, sum(costs))


def z_score(matches: Iterable[Agreement]) -> float:
    """Return by how many standard deviations the agreements in these matches exceed the expected number."""
    with_turns = [match for match in matches if match.turns]
    excess = sum(match.agreed - match.turns * match.expected for match in with_turns)
    variance = sum(match.turns * match.expected * (1 - match.expected) for match in with_turns)
    return excess / sqrt(variance) if variance else 0.0


def is_suspicious(matches: Sequence[Agreement]) -> bool:
    """Return whether staff should look at a player with these matches."""
    enough = len(matches) >= FEWEST_MATCHES and sum(match.turns for match in matches) >= FEWEST_TURNS
    return enough and z_score(matches) >= SUSPICIOUS


def expected_of(rating: float, levels: Mapping[int, float], ratings: Mapping[int, float]) -> float:
    """Return the probability with which a player of this rating is expected to make the best move of a turn, at most.

    It is at least `LEAST`. It is interpolated between computer players, given their agreement and their ratings by
    level; it never decreases with the rating. Without a rated level it is the highest agreement of all levels, so
    that no player is suspected because ratings are missing.
    """
    pairs = sorted((ratings[level], share) for level, share in levels.items() if level in ratings)
    if not pairs:
        return max(*levels.values(), LEAST)
    shares = list(accumulate((max(share, LEAST) for _rating, share in pairs), max))
    points = list(zip((rating for rating, _share in pairs), shares, strict=True))
    if rating <= points[0][0]:
        return points[0][1]
    for (low, share), (high, better) in pairwise(points):
        if rating <= high:
            return share + (better - share) * (rating - low) / (high - low)
    return points[-1][1]
