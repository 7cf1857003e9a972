"""PNGs of cards: cached, and drawn in a worker process, one at a time for each web process."""

from __future__ import annotations

from concurrent.futures import TimeoutError as TookTooLong
from hashlib import sha256
from threading import BoundedSemaphore

from django.core.cache import caches

from games.discovery.png import draw_png
from games.workers import NotDone, begin

PATIENCE = 5.0  # seconds to wait for the picture that another request draws, and of CPU for this one
LONGEST = 15.0  # seconds to wait for a worker
KEPT = 24 * 3600  # seconds in the cache
CACHE = "pictures"

_one_at_a_time = BoundedSemaphore(1)


class Busy(Exception):
    """Too many pictures wait to be drawn."""


def known_png(key: str) -> bytes | None:
    """Return the picture of this key from the cache; None if it is not there."""
    found: bytes | None = caches[CACHE].get(_name(key))
    return found


def drawn_png(key: str, svg: str) -> bytes:
    """Return the picture of this key, from the cache or drawn by a worker while this thread waits; raises Busy."""
    if not _one_at_a_time.acquire(timeout=PATIENCE):
        raise Busy
    try:
        found = known_png(key)
        if found is None:
            found = begin(PATIENCE, draw_png, svg).result(LONGEST)
            caches[CACHE].set(_name(key), found, KEPT)
        return found
    except (NotDone, TookTooLong) as fault:
        raise Busy from fault
    finally:
        _one_at_a_time.release()


def _name(key: str) -> str:
    return sha256(key.encode()).hexdigest()
