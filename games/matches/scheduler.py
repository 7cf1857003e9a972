"""The scheduler, in a web process or in a process of its own: ends overdue matches, runs job queues and periodic work.

Apps register work at the hooks `periodic_work` and `background_work`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from channels.db import database_sync_to_async

from core.db.prepared import matching
from core.outages import is_outage
from games import workers
from games.jobs.runner import any_of, run_queues, wake_due
from games.jobs.services import some_due
from games.matches.hooks import Periodic, background_work, periodic_work
from games.matches.play.heartbeat import heart
from games.matches.play.services import end_overdue, overdue

log = logging.getLogger(__name__)
Result = TypeVar("Result")

TICK = 1.0  # seconds between two runs of the periodic work that is due, and between two looks for due jobs
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


@dataclass(eq=False)
class Asked:
    """Work that is called when a query of its `asks` matches, and then again while it returns true."""

    work: Periodic
    due: float = 0.0  # when it is asked for next, by the monotonic clock
    wanted: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, stop: asyncio.Event) -> None:
        """Call the work until `stop` is set, whenever it is wanted."""
        while not stop.is_set():
            await any_of(stop, self.wanted)
            self.wanted.clear()
            has_more: object = True
            while has_more and not stop.is_set():
                has_more = await _in_thread(_logged(self.work))
                if has_more:
                    await any_of(stop, timeout=SOON)


async def run_scheduler(stop: asyncio.Event) -> None:
    """Run until `stop` is set, and return when all running work is done."""
    deadlines = Periodic(SWEEP, sweep, lambda: [] if heart.is_silent() else [overdue])
    jobs = Periodic(TICK, wake_due, lambda: [some_due()])
    asked = [Asked(one) for one in (deadlines, jobs, *background_work) if one.asks]
    work = asyncio.gather(
        _repeat(stop, TICK, lambda: tick(time.monotonic())),
        *(_repeat(stop, one.seconds, _logged(one)) for one in background_work if not one.asks),
        _ask(stop, asked),
        *(one.run(stop) for one in asked),
        run_queues(stop),
    )
    await asyncio.gather(work, _close_workers(stop, work))


async def _repeat(stop: asyncio.Event, seconds: float, function: Callable[[], object]) -> None:
    """Call the function in a worker thread until `stop` is set: every so many seconds, `SOON` after a true result."""
    while not stop.is_set():
        has_more = await _in_thread(function)
        await any_of(stop, timeout=SOON if has_more else seconds)


async def _ask(stop: asyncio.Event, asked: Sequence[Asked]) -> None:
    """Ask every `SWEEP` seconds for the work that is due to be asked for, until `stop` is set."""
    while not stop.is_set():
        now = time.monotonic()
        due = [one for one in asked if one.due <= now]
        for one in due:
            one.due = now + one.work.seconds - SWEEP / 2  # half a sweep earlier, as sweeps are a little late
        for one in await _in_thread(partial(_wanted, due)):
            one.wanted.set()
        await any_of(stop, timeout=SWEEP)


def _wanted(asked: Sequence[Asked]) -> Sequence[Asked]:
    """Return those for which there is work to do, by one statement.

    If that fails, return all of them, as each logs its errors; in an outage none.
    """
    try:
        questions = [(one, question) for one in asked if one.work.asks for question in one.work.asks()]
        answers = matching([question for _one, question in questions])
    except Exception as fault:
        if is_outage(fault):
            log.error("The scheduler could not ask for its work: %s", type(fault).__name__)
            return []
        log.exception("The scheduler could not ask for its work")
        return asked
    return list(dict.fromkeys(one for (one, _question), answer in zip(questions, answers, strict=True) if answer))


async def _in_thread(function: Callable[[], Result]) -> Result:
    result: Result = await database_sync_to_async(function, thread_sensitive=False)()
    return result


async def _close_workers(stop: asyncio.Event, work: asyncio.Future[list[None]]) -> None:
    """Close the worker processes when the scheduler stops, so that a long search does not delay it.

    Work that was between two searches starts new processes for the next one, so they are closed until all is done.
    """
    await stop.wait()
    while not work.done():
        workers.close()
        await asyncio.wait([work], timeout=CLOSING)
    workers.close()


def _logged(work: Periodic) -> Callable[[], object]:
    return partial(_run_logged, work.function)


def _run_logged(function: Callable[[], object]) -> object:
    """Return the result of the function; log an exception and return None."""
    try:
        return function()
    except Exception:
        log.exception("A job of the scheduler failed: %s", function)
        return None
