"""The tiles: the full set, racks and bags, and how they are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from games.rules import SeededRandom, subtract

BLANK = "?"
DIGITS = tuple("0123456789")
ALL_NUMBERS = tuple("000" + "1" * 9 + "".join(d * 5 for d in "2345") + "".join(d * 4 for d in "6789") + BLANK * 2)
ALL_OPERATORS = {
    operators: tuple("".join(operator * many for operator, many in zip(operators, counts, strict=True)))
    for operators, counts in {"+-": (24, 24), "+-x": (16, 12, 12), "+-x/": (16, 12, 12, 8)}.items()
}


class Count(NamedTuple):
    """The number of tiles of each kind."""

    numbers: int
    operators: int


RACK_SIZE = Count(8, 3)


@dataclass(frozen=True)
class Tiles:
    """The tiles of a rack or a bag, in order; a bag is drawn from the front."""

    numbers: tuple[str, ...] = ()
    operators: tuple[str, ...] = ()

    @property
    def count(self) -> Count:
        """The number of tiles of each kind."""
        return Count(len(self.numbers), len(self.operators))

    @property
    def points(self) -> int:
        """The sum of the number tiles; a blank counts 0."""
        return sum(int(tile) for tile in self.numbers if tile != BLANK)

    def without(self, numbers: Iterable[str], operators: Iterable[str]) -> Tiles:
        """Return the tiles that remain without these; raise ValueError for a tile that is not among them."""
        return Tiles(subtract(self.numbers, numbers), subtract(self.operators, operators))

    def split(self, count: Count) -> tuple[Tiles, Tiles]:
        """Return the first `count` tiles of each kind, or as many as there are, and the rest."""
        numbers, operators = count
        return (
            Tiles(self.numbers[:numbers], self.operators[:operators]),
            Tiles(self.numbers[numbers:], self.operators[operators:]),
        )

    def __add__(self, other: Tiles) -> Tiles:
        return Tiles(self.numbers + other.numbers, self.operators + other.operators)


def tiles_of(text: str) -> tuple[str, ...]:
    """Return the tiles that a number text takes: `("?", "3")` for `?13`, a blank played as 1, then a 3."""
    return tuple(tile[0] for tile in re.findall(r"\??[0-9]", text))


def all_tiles(operators: str) -> Tiles:
    """Return every tile of a match that is played with these operators."""
    return Tiles(ALL_NUMBERS, ALL_OPERATORS[operators])


def shuffle(tiles: Tiles, rng: SeededRandom) -> Tiles:
    """Return the tiles of each kind in random order."""
    return Tiles(rng.shuffled(tiles.numbers), rng.shuffled(tiles.operators))


def refill(rack: Tiles, bag: Tiles) -> tuple[Tiles, Tiles]:
    """Return the rack filled up to `RACK_SIZE` from the front of the bag, and the rest of the bag."""
    have = rack.count
    tiles, bag = bag.split(Count(RACK_SIZE.numbers - have.numbers, RACK_SIZE.operators - have.operators))
    return rack + tiles, bag
