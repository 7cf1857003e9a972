"""The tiles, what a rack or a bag holds of them, and how they are dealt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from games.rules import SeededRandom

BLANK = "?"
DIGITS = tuple("0123456789")
ALL_NUMBERS = tuple("000" + "1" * 9 + "".join(d * 5 for d in "2345") + "".join(d * 4 for d in "6789") + BLANK * 2)
ALL_OPERATORS = {
    operators: tuple("".join(operator * many for operator, many in zip(operators, counts, strict=True)))
    for operators, counts in {"+-": (24, 24), "+-x": (16, 12, 12), "+-x/": (16, 12, 12, 8)}.items()
}


class Count(NamedTuple):
    """How many tiles of each sort there are; a rack holds at most `FULL`."""

    numbers: int
    operators: int


FULL = Count(8, 3)


@dataclass(frozen=True)
class Tiles:
    """What a rack or a bag holds, in order."""

    numbers: tuple[str, ...] = ()
    operators: tuple[str, ...] = ()

    @property
    def count(self) -> Count:
        """How many of each sort."""
        return Count(len(self.numbers), len(self.operators))

    @property
    def points(self) -> int:
        """The sum of the number tiles; a blank counts 0."""
        return sum(int(tile) for tile in self.numbers if tile != BLANK)

    def without(self, numbers: Iterable[str], operators: Iterable[str]) -> Tiles:
        """The rest when these are taken out; raises ValueError for a tile that is not there."""
        return Tiles(take(self.numbers, numbers), take(self.operators, operators))

    def split(self, count: Count) -> tuple[Tiles, Tiles]:
        """The first so many of each sort, or fewer where there are no more, and the rest."""
        many, more = count
        return (
            Tiles(self.numbers[:many], self.operators[:more]),
            Tiles(self.numbers[many:], self.operators[more:]),
        )

    def __add__(self, other: Tiles) -> Tiles:
        return Tiles(self.numbers + other.numbers, self.operators + other.operators)


def take(tiles: tuple[str, ...], taken: Iterable[str]) -> tuple[str, ...]:
    """The tiles without those taken, in their order; raises ValueError for one that is not there."""
    rest = list(tiles)
    for tile in taken:
        rest.remove(tile)
    return tuple(rest)


def lacking(tiles: Iterable[str], needed: Iterable[str]) -> tuple[str, ...]:
    """Those of the needed tiles that are not there."""
    return tuple((Counter(needed) - Counter(tiles)).elements())


def tiles_of(text: str) -> tuple[str, ...]:
    """The tiles that spell a number: `?13` takes a blank and a 3."""
    return tuple(tile[0] for tile in re.findall(r"\??[0-9]", text))


def all_tiles(operators: str) -> Tiles:
    """Every tile of a match with this set of operators."""
    return Tiles(ALL_NUMBERS, ALL_OPERATORS[operators])


def shuffle(tiles: Tiles, rng: SeededRandom) -> Tiles:
    """The tiles in a random order: a sealed bag."""
    return Tiles(rng.shuffled(tiles.numbers), rng.shuffled(tiles.operators))


def top_up(rack: Tiles, bag: Tiles) -> tuple[Tiles, Tiles]:
    """The rack filled to eight numbers and three operators from the front of the bag, and what is left there."""
    have = rack.count
    drawn, bag = bag.split(Count(FULL.numbers - have.numbers, FULL.operators - have.operators))
    return rack + drawn, bag
