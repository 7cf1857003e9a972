"""Helpers that run waiting jobs, and replace their handlers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from games.jobs.hooks import DEFAULT, Handler, Queue, Work, job_handlers, queues
from games.jobs.runner import run_batch
from games.matches.hooks import MatchEvent, MatchJob, MatchWork
from games.ratings.jobs import RECOUNTS
from tests.hooks import plugged, restored


def run_due(*only: Queue, now: datetime | None = None) -> int:
    """Run the due jobs of these queues, by default of all, until none is due; return the number of runs."""
    count = 0
    for queue in only or queues():
        while runs := run_batch(queue, now=now):
            count += runs
    return count


def run_jobs(now: datetime | None = None) -> int:
    """Run all due jobs but the search for puzzles, which takes seconds; return the number of runs."""
    return run_due(DEFAULT, RECOUNTS, now=now)


@contextmanager
def handled(
    kind: str,
    work: Work,
    *,
    queue: Queue = DEFAULT,
    most_tries: int = 10,
    first_pause: timedelta = timedelta(seconds=2),
) -> Iterator[None]:
    """Handle jobs of this kind with this function, within the context."""
    with plugged(job_handlers, Handler(kind, work, queue, most_tries, first_pause)):
        yield


@contextmanager
def following(event: MatchEvent, work: MatchWork, *, at_once: bool = False) -> Iterator[None]:
    """Run this function at the event, too, within the context."""
    with restored(job_handlers), plugged(event, MatchJob(f"test.{work.__name__}", work, at_once)):
        yield


TEST_QUEUE = Queue("test", batch=3)
