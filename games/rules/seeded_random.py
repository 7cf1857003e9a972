"""Reproducible randomness, the same on every machine and every version of Python."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_BLOCK = 1 << 256


class SeededRandom:
    """A random stream derived from a secret seed and the ply it is used for (counter-mode hash).

    Block number n of the stream is SHA-256 over the seed, the ply and n (the two numbers as eight bytes each,
    big-endian), read as one number. Ply 0 is the setup of the match.
    """

    def __init__(self, seed: bytes, ply: int = 0) -> None:
        self._prefix = seed + ply.to_bytes(8, "big")
        self._counter = 0

    def below(self, limit: int) -> int:
        """Return a uniform number from 0 to `limit` - 1 (rejection sampling); raises ValueError below 1."""
        if not 1 <= limit <= _BLOCK:
            raise ValueError("limit must lie between 1 and 2**256")
        ceiling = _BLOCK - _BLOCK % limit
        while (block := self._block()) >= ceiling:  # avoid modulo bias
            pass
        return block % limit

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in a random order (Fisher-Yates, from the last place down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _block(self) -> int:
        digest = hashlib.sha256(self._prefix + self._counter.to_bytes(8, "big")).digest()
        self._counter += 1
        return int.from_bytes(digest, "big")
