"""The shuffled orders of a match, cut into the parts in which faces are counted."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate

from games.catalogue import display_of
from games.rules import AnyGame, Options, Pile, SeededRandom

CUTS = 4  # parts of a pile that has more than 1/CUTS of its order's tiles


@dataclass(frozen=True)
class Order:
    """Tiles that were shuffled together, by pile, in the order in which they were dealt and drawn."""

    piles: tuple[Pile, ...]

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """Return all faces in their order."""
        return tuple(face for pile in self.piles for face in pile.faces)

    @cached_property
    def parts(self) -> tuple[range, ...]:
        """Return the places of each part, counted from 0: a pile is one part, a long one `CUTS` nearly equal parts."""
        sizes = [size for pile in self.piles for size in _cut(pile.count, sum(pile.count for pile in self.piles))]
        ends = list(accumulate(sizes))
        return tuple(range(end - size, end) for size, end in zip(sizes, ends, strict=True))

    @property
    def counts(self) -> dict[str, list[int]]:
        """Return how often each face is in each part."""
        counts = {face: [0] * len(self.parts) for face in sorted(set(self.faces))}
        for number, part in enumerate(self.parts):
            for face in self.faces[part.start : part.stop]:
                counts[face][number] += 1
        return counts

    @property
    def key(self) -> str:
        """Return a hash of the multiset of tiles and the sizes of the parts: equal keys can be summed."""
        return _key(tuple(sorted(self.faces)), tuple(map(len, self.parts)))


def orders_of(game: AnyGame, options: Options, seed: bytes) -> Iterator[Order]:
    """Yield the orders of the match with these options and this seed, as shuffled before its first move."""
    piles: list[Pile] = []
    for pile in display_of(game).sealed(game.setup(options, SeededRandom(seed, 0))):
        if piles and not pile.follows:
            yield Order(tuple(piles))
            piles = []
        piles.append(pile)
    if piles:
        yield Order(tuple(piles))


@lru_cache(maxsize=200)
def _key(faces: tuple[str, ...], sizes: tuple[int, ...]) -> str:
    tiles = sorted(Counter(faces).items())
    return hashlib.sha256(repr((tiles, list(sizes))).encode()).hexdigest()


def _cut(count: int, whole: int) -> Sequence[int]:
    """Return the sizes of the parts of a pile of `count` tiles, in an order of `whole` tiles."""
    if CUTS * count <= whole:
        return [count] if count else []
    sizes = [(count + CUTS - 1 - part) // CUTS for part in range(CUTS)]
    return [size for size in sizes if size]
