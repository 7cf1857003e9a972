"""Django's cache in the memory of the process, which evicts what has expired first and gives its memory back."""

from __future__ import annotations

import time
from collections.abc import Iterable
from heapq import nsmallest

from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache

FOREVER = float("inf")


class MemoryCache(LocMemCache):
    """Django's memory cache with another eviction: expired entries first, then those that expire soonest.

    Django's own drops the least recently used third, so many fresh entries push out a limit that is still in force.
    """

    def forget_expired(self) -> None:
        """Delete what has expired; Django does so only when an entry is asked for, or room for another is needed."""
        with self._lock:  # type: ignore[attr-defined]  # not in the stubs
            self._delete_all(key for key, end in self._ends().items() if end <= time.time())

    def _cull(self) -> None:
        """Make room for a new entry; the caller holds the lock."""
        self._delete_all(key for key, end in self._ends().items() if end <= time.time())
        ends = self._ends()
        excess = len(ends) + 1 - self._max_entries
        if excess > 0:  # a tenth at once, so that sorting is rare
            self._delete_all(nsmallest(max(excess, len(ends) // 10), ends, key=ends.__getitem__))

    def _ends(self) -> dict[str, float]:
        """Return when each entry expires, in seconds since 1970."""
        expiries = self._expire_info.items()  # type: ignore[attr-defined]  # not in the stubs
        return {key: FOREVER if end is None else end for key, end in expiries}

    def _delete_all(self, keys: Iterable[str]) -> None:
        for key in keys:
            self._delete(key)  # type: ignore[attr-defined]  # not in the stubs


def forget_expired() -> None:
    """Delete in all caches of this process what has expired."""
    for cache in (caches[alias] for alias in caches):
        if isinstance(cache, MemoryCache):
            cache.forget_expired()
