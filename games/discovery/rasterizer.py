"""PNGs of cards: cached, and drawn in a worker process, one at a time for each web process."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import sha256

from django.core.cache import caches

from games.discovery.png import draw_png
from games.workers import begin

LONGEST_DRAWING = 5.0  # seconds of CPU for a picture
LONGEST = 15.0  # seconds to wait for a worker
KEPT = 24 * 3600  # seconds in the cache
CACHE = "pictures"

_drawer = ThreadPoolExecutor(1, thread_name_prefix="pictures")  # waits for the worker; uses no database


def known_png(key: str) -> bytes | None:
    """Return the picture of this key from the cache; None if it is not there."""
    png: bytes | None = caches[CACHE].get(_name(key))
    return png


def drawn_png(key: str, svg: str) -> Future[bytes]:
    """Return the future of the picture of this key, which is drawn after those that were asked for before.

    It raises NotDone, and TimeoutError if no worker was free in time.
    """
    return _drawer.submit(_drawn, key, svg)


def _drawn(key: str, svg: str) -> bytes:
    png = known_png(key)
    if png is None:
        png = begin(LONGEST_DRAWING, draw_png, svg).result(LONGEST)
        caches[CACHE].set(_name(key), png, KEPT)
    return png


def _name(key: str) -> str:
    return sha256(key.encode()).hexdigest()
