"""The scheduler, inside a web process or in one of its own: ends overdue matches and runs queues and periodic work.

Apps plug in by the hooks `periodic_work` and `background_work`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial

from channels.db import database_sync_to_async

from games import workers
from games.jobs.runner import run_queues
from games.matches.hooks import background_work, periodic_work
from games.matches.services import end_overdue

log = logging.getLogger(__name__)

TICK = 1.0  # seconds between two runs of the jobs that are due
SOON = 0.1  # the same, after a job that has more to do
SWEEP = 0.5  # seconds between two sweeps of the deadlines, which wait for no job


def tick(now: float) -> None:
    """Run the jobs that are due at this reading of a monotonic clock, in seconds; one that fails stops no other."""
    for job in periodic_work:
        if job.due <= now:
            job.due = now + job.seconds
            _run_logged(job.function)


def sweep() -> None:
    """End overdue matches; a failure is logged, and the next sweep tries again."""
    _run_logged(end_overdue)


async def run_scheduler(stop: asyncio.Event) -> None:
    """Run until `stop` is set, and return when all running jobs are done."""
    await asyncio.gather(
        _repeat(stop, SWEEP, sweep),
        _repeat(stop, TICK, lambda: tick(time.monotonic())),
        *(_repeat(stop, work.seconds, partial(_run_logged, work.function)) for work in background_work),
        run_queues(stop),
        _close_workers(stop),
    )


async def _repeat(stop: asyncio.Event, seconds: float, function: Callable[[], object]) -> None:
    """Call the function every so many seconds, in a thread of its own so that pages are not delayed."""
    while not stop.is_set():
        has_more = await database_sync_to_async(function, thread_sensitive=False)()
        try:
            await asyncio.wait_for(stop.wait(), SOON if has_more else seconds)
        except TimeoutError:
            continue


async def _close_workers(stop: asyncio.Event) -> None:
    """Close the worker processes when the scheduler stops, so that a long search does not delay it."""
    await stop.wait()
    workers.close()


def _run_logged(function: Callable[[], object]) -> object:
    """Return the result of the function; log an exception and return None."""
    try:
        return function()
    except Exception:
        log.exception("A job of the scheduler failed: %s", function)
        return None
