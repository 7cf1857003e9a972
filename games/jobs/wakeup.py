"""Wakes the runners of this process when jobs were committed; those of other processes poll."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress

Waker = tuple[frozenset[str], Callable[[], object]]

_wakers: list[Waker] = []


def wake(kinds: Collection[str]) -> None:
    """Have the runners of this process look for due jobs of these kinds now. Safe to call from any thread."""
    for known, waker in list(_wakers):
        if not known.isdisjoint(kinds):
            with suppress(RuntimeError):  # its event loop was closed a moment ago
                waker()


@contextmanager
def woken_by(kinds: Collection[str], waker: Callable[[], object]) -> Iterator[None]:
    """Call `waker` at every wake-up for one of these kinds while the context lasts."""
    entry = frozenset(kinds), waker
    _wakers.append(entry)
    try:
        yield
    finally:
        _wakers.remove(entry)
