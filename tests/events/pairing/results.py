"""Results for tests of pairings."""

from __future__ import annotations

from collections.abc import Iterable

from games.events.pairing.values import LOSS, WIN, Pair, Result


def walkover(pair: Pair, absent: Iterable[int], number: int) -> Result:
    """Return the result of a match that one or both have missed: won by the other; without points if both have.

    In a round robin use `round_robin.missed`, in which a match always gives two points.
    """
    missing = tuple(sorted(set(absent) & pair.players))
    first, second = (LOSS if player in missing else WIN for player in (pair.first, pair.second))
    return Result(pair.first, pair.second, first, second, number, missing)
