"""The same deals in every run: what chance brings may not decide whether a test passes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import count


def deals() -> Iterator[bytes]:
    """Seeds for one match after the other, as good as drawn ones and yet always the same."""
    return map(_seed, count(1))  # which threads may share, unlike a generator


def _seed(number: int) -> bytes:
    return hashlib.sha256(b"deal %d" % number).digest()
