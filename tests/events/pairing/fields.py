"""Fields of players with known strengths, and how their matches end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from games.events.pairing.values import Entrant, Pair, Result, bye

ENDS = ((2, 0), (1, 1), (0, 2))


def any_end(pair: Pair, chance: Random, number: int = 1) -> Result:
    """Return a result by chance: one of three, or the one of a bye."""
    if pair.second is None:
        return bye(pair.first, number)
    return Result(pair.first, pair.second, *chance.choice(ENDS), number=number)


def played(pair: Pair, strengths: Mapping[int, int], chance: Random, number: int = 1) -> Result:
    """Return a result by the strengths, as Elo's formula gives it, with a draw in one of ten matches."""
    if pair.second is None:
        return bye(pair.first, number)
    if chance.random() < 0.1:
        return Result(pair.first, pair.second, 1, 1, number)
    expected = 1 / (1 + 10 ** ((strengths[pair.second] - strengths[pair.first]) / 400))
    points = (2, 0) if chance.random() < expected else (0, 2)
    return Result(pair.first, pair.second, *points, number=number)


def rated(strengths: Mapping[int, int]) -> list[Entrant]:
    """Return the players as entrants, whose ratings are their strengths."""
    return [Entrant(player, strength) for player, strength in strengths.items()]


def correlation(strengths: Mapping[int, int], places: Sequence[int]) -> float:
    """Return Spearman's rank correlation of strengths and final order, for players without equals in either."""
    by_strength = sorted(strengths, key=lambda player: -strengths[player])
    rank = {player: place for place, player in enumerate(by_strength)}
    count = len(places)
    return 1 - 6 * sum((rank[player] - place) ** 2 for place, player in enumerate(places)) / (count**3 - count)


def interval(values: Iterable[float]) -> tuple[float, float]:
    """Return mean and half the width of its interval of 95 %."""
    sample = list(values)
    mean = sum(sample) / len(sample)
    variance = sum((value - mean) ** 2 for value in sample) / (len(sample) - 1)
    return mean, 1.96 * float(variance / len(sample)) ** 0.5
