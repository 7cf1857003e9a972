"""An app that fixes the seeds of matches, so that chance does not decide whether a test passes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import count

FORGOTTEN = "Everything is forgotten."  # what a site prints that has become fresh; see fresh.py


def deals() -> Iterator[bytes]:
    """Return an iterator of fixed seeds, one for each match."""
    return map(_seed, count(1))  # threads may share it, unlike a generator


def _seed(number: int) -> bytes:
    return hashlib.sha256(b"deal %d" % number).digest()
