"""The scheduler, in a web process or in a process of its own: runs periodic work and the queues of jobs.

Apps register work at the hook `periodic_work`. What is due at a certain moment is a job instead.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from channels.db import database_sync_to_async

from core import clock
from core.telemetry import is_outage
from games.jobs.hooks import periodic_work, scheduler_stops
from games.jobs.models import Beat
from games.jobs.runner import any_of, run_queues, wake_due

log = logging.getLogger(__name__)

TICK = 1.0  # seconds between two runs of the periodic work that is due
LOOK = 0.25  # seconds between two looks for due jobs, as other processes enqueue them without waking this one
SOON = 0.1  # seconds until work apart that has more to do is called again
CLOSING = 0.05  # seconds between two calls of `scheduler_stops` while work goes on


def tick(now: float) -> None:
    """Run the periodic work that is due at `now`, a monotonic clock in seconds, but none that runs apart."""
    for work in periodic_work:
        if work.due <= now and not work.is_apart:
            work.due = now + work.seconds
            run_logged(work.function)


async def run_scheduler(stop: asyncio.Event) -> None:
    """Run until `stop` is set, and return when all running work is done."""
    work = asyncio.gather(
        _repeat(stop, TICK, lambda: tick(time.monotonic())),
        _repeat(stop, LOOK, wake_due),
        *(_repeat(stop, one.seconds, one.function) for one in periodic_work if one.is_apart),
        run_queues(stop),
    )
    await asyncio.gather(work, _release(stop, work))


async def _repeat(stop: asyncio.Event, seconds: float, function: Callable[[], object]) -> None:
    """Call the function in a worker thread until `stop` is set: every so many seconds, `SOON` after a true result.

    After a failure, at most every `TICK`.
    """
    while not stop.is_set():
        succeeded, has_more = await database_sync_to_async(run_logged, thread_sensitive=False)(function)
        pause = SOON if has_more else seconds if succeeded else max(seconds, TICK)
        await any_of(stop, timeout=pause)


async def _release(stop: asyncio.Event, work: asyncio.Future[list[None]]) -> None:
    """Call the `scheduler_stops` when the scheduler stops, again and again until all work is done.

    Work that was between two searches starts new processes for the next one.
    """
    await stop.wait()
    while not work.done():
        for release in scheduler_stops:
            release()
        await asyncio.wait([work], timeout=CLOSING)
    for release in scheduler_stops:
        release()


def run_logged(function: Callable[[], object]) -> tuple[bool, object]:
    """Return whether the function succeeded, and its result; log an exception, an outage in one line."""
    try:
        return True, function()
    except Exception as fault:
        if is_outage(fault):
            log.error("The scheduler could not reach the database: %s", type(fault).__name__)
        else:
            log.exception("A job of the scheduler failed: %s", function)
        return False, None


SCHEDULER = "scheduler"
EVERY = 5.0  # seconds between two beats of a scheduler


def beat(name: str, *, now: datetime | None = None) -> None:
    """Store the time of a heartbeat, by default now."""
    row = Beat(name=name, beat_at=now or clock.now())
    Beat.objects.bulk_create([row], update_conflicts=True, unique_fields=["name"], update_fields=["beat_at"])


def age_of(name: str, *, now: datetime | None = None) -> timedelta | None:
    """Return the time since the last heartbeat of this name; None if there was none."""
    last = Beat.objects.filter(name=name).first()
    return (now or clock.now()) - last.beat_at if last else None
