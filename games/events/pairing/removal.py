"""What becomes of results when an entry is removed while the event runs: the opponents have had a bye."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from games.events.pairing.values import BYE, Result


def corrected(results: Iterable[Result], removed: Collection[int]) -> tuple[Result, ...]:
    """Return the results as they count from the next round on: who met one of the removed gets what a bye is worth.

    Who was absent has not met them.
    """
    return tuple(_corrected(result, removed) for result in results)


def _corrected(result: Result, removed: Collection[int]) -> Result:
    if result.second is None or not result.players & set(removed):
        return result
    without = {*removed, *result.absent}
    first, second = (0 if player in without else BYE for player in (result.first, result.second))
    return replace(result, first_points=first, second_points=second)
