"""The memory cache of the limits, which a flood cannot empty: it drops expired entries before those that count."""

from __future__ import annotations

import time
from heapq import nsmallest

from django.core.cache.backends.locmem import LocMemCache

FOREVER = float("inf")


class LimitsCache(LocMemCache):
    """Django's memory cache with another eviction: expired entries first, then those that expire soonest.

    Django's own drops the least recently used third, so many fresh entries push out a limit that is still in force.
    """

    def _cull(self) -> None:
        """Make room for a new entry; the caller holds the lock."""
        now = time.time()
        expiries = self._expire_info.items()  # type: ignore[attr-defined]  # not in the stubs
        ends = {key: FOREVER if end is None else end for key, end in expiries}
        for key in [key for key, end in ends.items() if end <= now]:
            self._delete(key)  # type: ignore[attr-defined]  # not in the stubs
            del ends[key]
        excess = len(ends) + 1 - self._max_entries
        if excess > 0:  # a tenth at once, so that sorting is rare
            for key in nsmallest(max(excess, len(ends) // 10), ends, key=ends.__getitem__):
                self._delete(key)  # type: ignore[attr-defined]  # not in the stubs
