"""Helpers that run waiting jobs, and replace their handlers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from games.jobs import registry
from games.jobs.registry import DEFAULT, Queue, Work, handler
from games.jobs.runner import run_due
from games.matches.events import MatchEvent, MatchWork
from games.ratings.jobs import RECOUNTS


def run_jobs(now: datetime | None = None) -> int:
    """Run all due jobs but the search for puzzles, which takes seconds; return the number of runs."""
    return run_due(DEFAULT, RECOUNTS, now=now)


@contextmanager
def handled(kind: str, work: Work, **options: object) -> Iterator[None]:
    """Handle jobs of this kind with `work` within the context."""
    before = registry._handlers.get(kind)
    handler(kind, **options)(work)  # type: ignore[arg-type]
    try:
        yield
    finally:
        if before:
            registry._handlers[kind] = before
        else:
            del registry._handlers[kind]


@contextmanager
def following(event: MatchEvent, work: MatchWork, *, at_once: bool = False) -> Iterator[None]:
    """Connect `work` to the event within the context."""
    kind = f"test.{work.__name__}"
    event.job(kind, at_once=at_once)(work)
    try:
        yield
    finally:
        event.at_once.pop(kind, None)
        event.kinds[:] = [one for one in event.kinds if one != kind]
        del registry._handlers[kind]


TEST_QUEUE = Queue("test", batch=3)
