"""Hooks: the points at which an app lets other apps plug in that it does not know.

Each app that offers some has them in its `hooks.py`. An app plugs in from its `receivers.py`, which `core.apps`
imports when all apps are loaded. docs/architecture.md lists who offers and uses what.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import Generic, TypeVar

T = TypeVar("T")


class Hook(Generic[T]):
    """A point to plug in: iterating yields what was registered, by rank, and equals in the order of registration."""

    def __init__(self) -> None:
        """Create a hook into which nothing is plugged."""
        self._registered: list[tuple[int, T]] = []

    def register(self, item: T, *, rank: int = 50) -> T:
        """Plug in an item, which is a function or a small value with one; return it, so that this decorates as well."""
        self._registered.append((rank, item))
        self._registered.sort(key=itemgetter(0))
        return item

    def __iter__(self) -> Iterator[T]:
        return (item for _rank, item in list(self._registered))
