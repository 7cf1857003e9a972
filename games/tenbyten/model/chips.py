"""The chips, and how they leave the container and come back to it."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules import SeededRandom

Chips = tuple[str, ...]

FACES = tuple("1234")
ALL_CHIPS: Chips = FACES * 7
HAND = 2


def without(chips: Chips, taken: Iterable[str]) -> Chips:
    """The chips without those taken, in their order; raises ValueError for one that is not there."""
    rest = list(chips)
    for chip in taken:
        rest.remove(chip)
    return tuple(rest)


def put_back(container: Chips, chips: Iterable[str], rng: SeededRandom) -> Chips:
    """The container with these chips in it again, each at a place that chance chooses."""
    order = list(container)
    for chip in chips:
        order.insert(rng.below(len(order) + 1), chip)
    return tuple(order)


def draw(container: Chips, many: int) -> tuple[Chips, Chips]:
    """The next so many chips, or fewer where there are no more, and what is left in the container."""
    return container[:many], container[many:]
