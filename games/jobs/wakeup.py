"""Wake-ups of the runners in this process when jobs are committed; those of other processes poll."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress

Waker = tuple[frozenset[str], Callable[[], object]]

_wakers: list[Waker] = []


def wake(kinds: Collection[str]) -> None:
    """Wake the runners of this process that run jobs of these kinds. Safe to call from any thread."""
    for waker_kinds, waker in list(_wakers):
        if not waker_kinds.isdisjoint(kinds):
            with suppress(RuntimeError):  # the runner's event loop has just been closed
                waker()


@contextmanager
def woken_by(kinds: Collection[str], waker: Callable[[], object]) -> Iterator[None]:
    """Call `waker` for every wake-up of one of these kinds while the context lasts."""
    entry = frozenset(kinds), waker
    _wakers.append(entry)
    try:
        yield
    finally:
        _wakers.remove(entry)
