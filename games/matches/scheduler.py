"""The scheduler, in a web process or in a process of its own: ends overdue matches, runs job queues and periodic work.

Apps register work at the hooks `periodic_work` and `background_work`.
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

TICK = 1.0  # seconds between two runs of the periodic work that is due
SOON = 0.1  # seconds until background work that has more to do is called again
SWEEP = 0.5  # seconds between two sweeps of the deadlines, which run beside all other work
CLOSING = 0.05  # seconds between two looks for worker processes that were started while the scheduler stops


def tick(now: float) -> None:
    """Run the periodic work that is due at `now`, a monotonic clock in seconds; errors are logged one by one."""
    for job in periodic_work:
        if job.due <= now:
            job.due = now + job.seconds
            _run_logged(job.function)


def sweep() -> None:
    """End overdue matches; a failure is logged, and the next sweep tries again."""
    _run_logged(end_overdue)


async def run_scheduler(stop: asyncio.Event) -> None:
    """Run until `stop` is set, and return when all running work is done."""
    work = asyncio.gather(
        _repeat(stop, SWEEP, sweep),
        _repeat(stop, TICK, lambda: tick(time.monotonic())),
        *(_repeat(stop, work.seconds, partial(_run_logged, work.function)) for work in background_work),
        run_queues(stop),
    )
    await asyncio.gather(work, _close_workers(stop, work))


async def _repeat(stop: asyncio.Event, seconds: float, function: Callable[[], object]) -> None:
    """Call the function in a worker thread until `stop` is set: every so many seconds, `SOON` after a true result."""
    while not stop.is_set():
        has_more = await database_sync_to_async(function, thread_sensitive=False)()
        try:
            await asyncio.wait_for(stop.wait(), SOON if has_more else seconds)
        except TimeoutError:
            continue


async def _close_workers(stop: asyncio.Event, work: asyncio.Future[list[None]]) -> None:
    """Close the worker processes when the scheduler stops, so that a long search does not delay it.

    Work that was between two searches starts new processes for the next one, so they are closed until all is done.
    """
    await stop.wait()
    while not work.done():
        workers.close()
        await asyncio.wait([work], timeout=CLOSING)
    workers.close()


def _run_logged(function: Callable[[], object]) -> object:
    """Return the result of the function; log an exception and return None."""
    try:
        return function()
    except Exception:
        log.exception("A job of the scheduler failed: %s", function)
        return None
