"""The clock: ends what is overdue and runs the chores of the house, beside the pages or in a process of its own."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from channels.db import database_sync_to_async

from games import workers
from games.jobs.runner import run_queues
from games.matches.services import end_overdue

log = logging.getLogger(__name__)

TICK = 1.0  # seconds between two looks at the chores
SOON = 0.1  # the same, where something goes on
SWEEP = 0.5  # seconds between two looks at the deadlines, which wait for no chore


@dataclass
class Job:
    """A function that is called every so many seconds."""

    seconds: float
    function: Callable[[], object]
    due: float = 0.0


_jobs: list[Job] = []
_background: list[Callable[[], object]] = []


def periodic(seconds: float, function: Callable[[], object]) -> None:
    """Lets the clock call the function every so many seconds; several clocks may do so at once."""
    _jobs.append(Job(seconds, function))


def in_background(function: Callable[[], object]) -> None:
    """Lets the clock call the function every second in a thread of its own, for what may take longer than a tick.

    While it gives something true it is called again soon.
    """
    _background.append(function)


def tick(now: float) -> None:
    """Runs the chores that are due at this reading of a steady clock, in seconds; one that fails harms no other."""
    for job in _jobs:
        if job.due <= now:
            job.due = now + job.seconds
            _do(job.function)


def sweep() -> None:
    """Ends what is overdue; a fault is written down, and the next sweep tries again."""
    _do(end_overdue)


async def run_scheduler(stop: asyncio.Event) -> None:
    """Ticks until `stop` is set, and returns when what is being done is done."""
    await asyncio.gather(
        _repeat(stop, SWEEP, sweep),
        _repeat(stop, TICK, lambda: tick(time.monotonic())),
        *(_repeat(stop, TICK, partial(_do, function)) for function in _background),
        run_queues(stop),
        _dismiss_workers(stop),
    )


async def _repeat(stop: asyncio.Event, seconds: float, function: Callable[[], object]) -> None:
    """Calls it every so many seconds. Database work runs in a thread of its own, never in the way of pages."""
    while not stop.is_set():
        goes_on = await database_sync_to_async(function, thread_sensitive=False)()
        try:
            await asyncio.wait_for(stop.wait(), SOON if goes_on else seconds)
        except TimeoutError:
            continue


async def _dismiss_workers(stop: asyncio.Event) -> None:
    """Nobody's thinking holds up the end."""
    await stop.wait()
    workers.close()


def _do(function: Callable[[], object]) -> object:
    """What it gives; a fault is written down, and the next time it is tried again."""
    try:
        return function()
    except Exception:
        log.exception("A chore of the clock failed: %s", function)
        return None
