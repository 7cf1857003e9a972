"""Runs due jobs: in the scheduler's threads, or at once for commands and tests."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import datetime

from channels.db import database_sync_to_async
from django.db import InterfaceError, OperationalError

from accounts.sweeps import log_once
from games.jobs import services
from games.jobs.errors import LeaseLost, Postponed
from games.jobs.hooks import Queue, handler_of, kinds_of, queues
from games.jobs.models import Job
from games.jobs.wakeup import woken_by

log = logging.getLogger(__name__)

POLL = 1.0  # seconds between two looks for jobs that another process committed or that became due


class DiedRepeatedly(Exception):
    """Every process that ran the job ended before it did."""


def run_due(*only: Queue, now: datetime | None = None) -> int:
    """Run all due jobs of these queues, by default of all, until none is due; return the number of runs."""
    count = 0
    for queue in only or queues():
        while done := run_batch(queue, now=now):
            count += done
    return count


def run_batch(queue: Queue, *, stop: asyncio.Event | None = None, now: datetime | None = None) -> int:
    """Run one batch of due jobs of the queue; return how many. When `stop` is set, give back the rest."""
    jobs = services.claim(kinds_of(queue), queue.batch, queue.lease, now=now)
    for job in jobs:
        if stop and stop.is_set():
            services.postpone(job, now=now)
        else:
            run(job, now=now)
    return len(jobs)


def run(job: Job, *, now: datetime | None = None) -> None:
    """Run a claimed job. Whatever its handler raises concerns this job alone (bulkhead)."""
    known = handler_of(job.kind)
    try:
        if job.tries > known.most_tries:  # claims are counted, so that a job that kills its process is found out
            raise DiedRepeatedly
        known.work(job)
        services.finish(job)
    except Postponed as later:
        services.postpone(job, later.delay, now=now)
    except LeaseLost:
        return
    except Exception as fault:
        log_once(job.kind, job.key, fault)
        services.fail(job, fault, now=now)


async def run_queues(stop: asyncio.Event) -> None:
    """Run the jobs of every queue, each queue in a thread of its own, until `stop` is set."""
    await asyncio.gather(*(_run_queue(queue, stop) for queue in queues()))


async def _run_queue(queue: Queue, stop: asyncio.Event) -> None:
    work = asyncio.Event()
    loop = asyncio.get_running_loop()
    with woken_by(lambda: loop.call_soon_threadsafe(work.set)):
        while not stop.is_set():
            work.clear()
            if not await database_sync_to_async(_guarded_batch, thread_sensitive=False)(queue, stop):
                await _any_of(stop, work)


def _guarded_batch(queue: Queue, stop: asyncio.Event) -> int:
    try:
        return run_batch(queue, stop=stop)
    except (OperationalError, InterfaceError) as fault:  # the database is away; jobs keep until it is back
        log.error("The job runner could not reach the database: %s", type(fault).__name__)
    except Exception:
        log.exception("The job runner failed; it goes on in a moment")
    return 0


async def _any_of(*events: asyncio.Event) -> None:
    """Wait until one of the events is set, at most until the next poll."""
    waiting = [asyncio.ensure_future(event.wait()) for event in events]
    with suppress(TimeoutError):
        await asyncio.wait(waiting, timeout=POLL, return_when=asyncio.FIRST_COMPLETED)
    for one in waiting:
        one.cancel()
