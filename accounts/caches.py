"""A bounded cache in memory for what every move asks several times, quicker than those of `cachetools`."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

FOREVER = float("inf")


class Cache(Generic[Key, Value]):
    """Values by key, of which the least recently used go first; for all threads of the process."""

    def __init__(self, largest: int, seconds: float = FOREVER) -> None:
        """Keep this many values; each counts as fresh for this many seconds from when it was put."""
        self._largest = largest
        self._seconds = seconds
        self._entries: OrderedDict[Key, tuple[Value, float]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key, *, stale: bool = False) -> Value | None:
        """Return the value; None where there is none, or unless a `stale` one will do, no fresh one."""
        with self._lock:
            found = self._entries.get(key)
            if found is None:
                return None
            self._entries.move_to_end(key)
        value, until = found
        return value if stale or until is FOREVER or time.monotonic() < until else None

    def put(self, key: Key, value: Value) -> None:
        """Keep the value in place of a former one."""
        until = FOREVER if self._seconds is FOREVER else time.monotonic() + self._seconds
        with self._lock:
            self._entries[key] = value, until
            self._entries.move_to_end(key)
            if len(self._entries) > self._largest:
                self._entries.popitem(last=False)

    def forget(self, key: Key) -> None:
        """Drop the value, if there is one."""
        with self._lock:
            self._entries.pop(key, None)

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._entries.clear()
