"""Readiness: the database takes writes, events arrive, the scheduler has a heartbeat, and no jobs are stuck."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from channels.db import database_sync_to_async

from core.live import fanout
from core.live.concurrency import SingleFlight
from games.jobs import scheduler
from games.jobs.services import STUCK, stuck

logger = logging.getLogger(__name__)

OK = "ok"
PATIENCE = 4.0  # seconds for one check; a probe gives up soon after
FRESH = 1.0  # seconds for which a result is used again, so that probes by strangers cost next to nothing
SILENCE = timedelta(seconds=30)  # without a heartbeat, after which the scheduler counts as dead
PROBE = "readiness"  # the row that the database check writes

_threads = ThreadPoolExecutor(4, thread_name_prefix="readiness")
_running: SingleFlight[str] = SingleFlight()
_known: dict[str, tuple[float, str]] = {}


async def checks() -> dict[str, str]:
    """Return for each check `ok`, or in a few words what is wrong; never an address, a name or a password."""
    results = await asyncio.gather(*(_check(name) for name in CHECKS))
    return dict(zip(CHECKS, results, strict=True))


async def _check(name: str) -> str:
    checked_at, before = _known.get(name, (0.0, ""))
    if before and time.monotonic() - checked_at < FRESH:
        return before
    try:
        async with asyncio.timeout(PATIENCE):
            result = await _running.run(name, lambda: _run(name))
    except TimeoutError:
        result = "no answer in time"
    if before != result and (before or result != OK):
        logger.warning("Readiness, %s: %s", name, result)
    _known[name] = (time.monotonic(), result)
    return result


async def _run(name: str) -> str:
    try:
        work = database_sync_to_async(CHECKS[name], thread_sensitive=False, executor=_threads)
        return str(await work())
    except Exception as fault:
        logger.info("The check of readiness failed: %s", name, exc_info=fault)
        return f"failed ({type(fault).__name__})"


def _database() -> str:
    scheduler.beat(PROBE)
    return OK


def _events() -> str:
    return OK if fanout.passes_messages() else "messages do not come back from Redis"


def _scheduler() -> str:
    age = scheduler.age_of(scheduler.SCHEDULER)
    if age is None:
        return "no scheduler has ever run"
    return OK if age < SILENCE else f"no heartbeat for {age.total_seconds():.0f} s"


def _jobs() -> str:
    waiting = stuck().count()
    return f"{waiting} due for more than {STUCK.total_seconds() / 60:.0f} minutes" if waiting else OK


CHECKS: dict[str, Callable[[], str]] = {
    "database": _database,
    "events": _events,
    "scheduler": _scheduler,
    "jobs": _jobs,
}
