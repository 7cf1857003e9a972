"""Reproducible randomness, the same on every machine and every version of Python."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_BLOCK = 1 << 256


class SeededRandom:
    """A deterministic random stream for one ply of a match (SHA-256 in counter mode).

    Block n of the stream, counted from 0, is the SHA-256 digest of the secret seed, the ply and n (both as eight bytes,
    big-endian), read as a big-endian integer. Ply 0 is the setup of the match.
    """

    def __init__(self, seed: bytes, ply: int = 0) -> None:
        self._prefix = seed + ply.to_bytes(8, "big")
        self._counter = 0

    def below(self, limit: int) -> int:
        """Return a uniform integer from 0 to `limit` - 1; raises ValueError unless 1 <= `limit` <= 2**256."""
        if not 1 <= limit <= _BLOCK:
            raise ValueError("limit must lie between 1 and 2**256")
        ceiling = _BLOCK - _BLOCK % limit
        while (block := self._block()) >= ceiling:  # rejection sampling avoids modulo bias
            pass
        return block % limit

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in random order (Fisher-Yates shuffle, from the last index down to 1)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _block(self) -> int:
        digest = hashlib.sha256(self._prefix + self._counter.to_bytes(8, "big")).digest()
        self._counter += 1
        return int.from_bytes(digest, "big")
