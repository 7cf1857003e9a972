"""The chips, and the container as a sequence of chips in drawing order."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules import SeededRandom

Chips = tuple[str, ...]

FACES = tuple("1234")
ALL_CHIPS: Chips = FACES * 7
HAND_SIZE = 2
START_CONTAINER = len(ALL_CHIPS) - 2 * HAND_SIZE - 1  # chips left after dealing two hands and the chip on the centre


def put_back(container: Chips, chips: Iterable[str], rng: SeededRandom) -> Chips:
    """Return the container with each of the chips inserted at a uniformly random place."""
    order = list(container)
    for chip in chips:
        order.insert(rng.below(len(order) + 1), chip)
    return tuple(order)


def draw(container: Chips, count: int) -> tuple[Chips, Chips]:
    """Return the next `count` chips, fewer if the container runs empty, and the rest of the container."""
    return container[:count], container[count:]
