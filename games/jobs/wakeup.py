"""Wakes the runners of this process when jobs were committed; those of other processes poll."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_wakers: list[Callable[[], object]] = []


def wake() -> None:
    """Have the runners of this process look for due jobs now. Safe to call from any thread."""
    for waker in list(_wakers):
        with suppress(RuntimeError):  # its event loop was closed a moment ago
            waker()


@contextmanager
def woken_by(waker: Callable[[], object]) -> Iterator[None]:
    """Call `waker` at every wake-up while the context lasts."""
    _wakers.append(waker)
    try:
        yield
    finally:
        _wakers.remove(waker)
