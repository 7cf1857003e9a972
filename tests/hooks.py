"""Hooks of the site, changed for the length of a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import TypeVar

from core.hooks import Hook
from games.jobs import scheduler
from games.jobs.hooks import periodic_work

T = TypeVar("T")


@contextmanager
def plugged(hook: Hook[T], *items: T) -> Iterator[None]:
    """Have these items registered, too, within the context."""
    with restored(hook):
        for item in items:
            hook.register(item)
        yield


@contextmanager
def emptied(hook: Hook[T], *items: T) -> Iterator[None]:
    """Have these items and no others registered within the context."""
    with restored(hook):
        hook._registered.clear()
        for item in items:
            hook.register(item)
        yield


@contextmanager
def restored(hook: Hook[T]) -> Iterator[None]:
    """Forget afterwards what was registered within the context."""
    before = list(hook._registered)
    try:
        yield
    finally:
        hook._registered[:] = before


def run_periodic_work() -> None:
    """Run all periodic work of the site once, and leave it as due as it was for later tests."""
    with emptied(periodic_work, *map(copy, periodic_work)):
        scheduler.tick(float("inf"))
