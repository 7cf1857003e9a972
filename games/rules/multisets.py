"""Tiles as multisets: differences of sequences in which a tile may be several times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def subtract(tiles: Iterable[str], removed: Iterable[str]) -> tuple[str, ...]:
    """Return the tiles without the removed ones, in their order; raises ValueError for one that is not among them."""
    rest = list(tiles)
    for tile in removed:
        rest.remove(tile)
    return tuple(rest)


def missing(held: Iterable[str], needed: Iterable[str]) -> tuple[str, ...]:
    """Return the needed tiles that are not held."""
    return tuple((Counter(needed) - Counter(held)).elements())
