"""The job runner: runs due jobs in the scheduler's threads, or at once for commands and tests."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime

from channels.db import database_sync_to_async
from django.db import InterfaceError, OperationalError

from core.live.concurrency import in_background
from core.sweeps import log_once
from games.jobs import services
from games.jobs.errors import LeaseLost, Postponed, RetryLater
from games.jobs.hooks import Queue, handler_of, job_handlers, kinds_of, queues
from games.jobs.models import Job
from games.jobs.wakeup import wake, woken_by

log = logging.getLogger(__name__)

MOMENT = 0.1  # seconds that a woken runner waits, so that jobs committed shortly after the first are batched with it
TOGETHER = 0.5  # seconds after which jobs that are done are deleted, and the shared cache of rows is dropped


class DiedRepeatedly(Exception):
    """Every process that ran the job died before the job was done."""


def run_due(*only: Queue, now: datetime | None = None) -> int:
    """Run the due jobs of these queues, by default of all, until none is due; return the number of runs."""
    count = 0
    for queue in only or queues():
        while done := run_batch(queue, now=now):
            count += done
    return count


def run_batch(
    queue: Queue,
    *,
    stop: asyncio.Event | None = None,
    found: Callable[[], object] | None = None,
    now: datetime | None = None,
) -> int:
    """Run one batch of due jobs of the queue; return the number of jobs claimed.

    `found` is called before the first job is run. Once `stop` is set or the lease is over, the jobs that have not begun
    are given back. Jobs of a batch share the rows that they read; those of one kind are run together if their handler
    can; those that are done are finished together. If the process dies before that, they are run again.
    """
    jobs = services.claim(kinds_of(queue), queue.batch, queue.lease, now=now)
    if jobs and found:
        found()
    done: list[Job] = []
    shared: dict[tuple[str, str], object] = {}
    began = time.monotonic()
    groups = _groups(jobs)
    for number, group in enumerate(groups):
        if (stop and stop.is_set()) or services.is_lease_over(group[0], now=now):
            services.postpone(*(job for rest in groups[number:] for job in rest), now=now)
            break
        for job in group:
            job.share(shared)
            job.batch, job.stop = jobs, stop
        done += _work_together(group, now)
        if time.monotonic() - began > TOGETHER:
            services.finish(*done)
            done, shared, began = [], {}, time.monotonic()
    services.finish(*done)
    return len(jobs)


def run(job: Job, *, now: datetime | None = None) -> None:
    """Run a claimed job, and finish it if its work succeeds."""
    if _work(job, now):
        services.finish(job)


def _groups(jobs: Iterable[Job]) -> list[list[Job]]:
    """Return the jobs in groups to be run together, in the order of each group's first job."""
    groups: dict[object, list[Job]] = {}
    together = {known.kind for known in job_handlers if known.together}
    for job in jobs:
        key = job.kind if job.kind in together and job.tries == 1 else job.pk
        groups.setdefault(key, []).append(job)
    return list(groups.values())


def _work_together(jobs: Sequence[Job], now: datetime | None) -> list[Job]:
    """Do the work of claimed jobs of one kind; return those that are done but not finished yet."""
    together = handler_of(jobs[0].kind).together
    if together and len(jobs) > 1:
        try:
            together(jobs)
        except Exception as fault:  # running them one by one shows which job is at fault
            log.warning("%d jobs of kind %s are run one by one: %s", len(jobs), jobs[0].kind, type(fault).__name__)
        else:
            return [job for job in jobs if not job.is_finished]
    return [job for job in jobs if _work(job, now)]


def _work(job: Job, now: datetime | None) -> bool:
    """Do the work of a claimed job; return whether it is done but not finished yet.

    Whatever its handler raises affects this job alone (bulkhead).
    """
    known = handler_of(job.kind)
    try:
        if job.tries > known.most_tries:  # `claim` counts tries, so this finds a job that kills its process
            raise DiedRepeatedly
        known.work(job)
    except Postponed as later:
        services.postpone(job, delay=later.delay, now=now)
    except LeaseLost:
        return False
    except RetryLater as fault:
        services.fail(job, fault, now=now)
    except Exception as fault:
        log_once(job.kind, job.key, fault)
        services.fail(job, fault, now=now)
    else:
        return not job.is_finished
    return False


async def run_queues(stop: asyncio.Event) -> None:
    """Run the jobs of every queue, each queue in threads of its own, until `stop` is set.

    They are woken by commits of this process, and by `wake_due`.
    """
    known = queues()
    with ThreadPoolExecutor(sum(queue.threads for queue in known), thread_name_prefix="jobs") as threads:
        await asyncio.gather(*(_run_queue(queue, stop, threads) for queue in known))


def wake_due() -> None:
    """Wake the queues that have due jobs, which another process committed or which became due."""
    if kinds := services.due_kinds():
        wake(kinds)


async def _run_queue(queue: Queue, stop: asyncio.Event, threads: ThreadPoolExecutor) -> None:
    """Run the jobs of a queue in one lane for each of its threads.

    A lane runs one batch after another, and sleeps when it finds no jobs. `wake` wakes the first lane that sleeps; a
    lane that finds jobs wakes the next one before it runs them. So as many lanes are awake as there is work for.
    """
    loop = asyncio.get_running_loop()
    lanes = [asyncio.Event() for _thread in range(queue.threads)]
    asleep = set[int]()

    def wake_one() -> None:
        lanes[min(asleep, default=0)].set()

    async def run_lane(number: int) -> None:
        work, following = lanes[number], lanes[number + 1 : number + 2]

        def found() -> None:
            for lane in following:
                loop.call_soon_threadsafe(lane.set)

        while not stop.is_set():
            work.clear()
            batch = database_sync_to_async(_guarded_batch, thread_sensitive=False, executor=threads)
            if not await batch(queue, stop, found):
                asleep.add(number)
                await any_of(stop, work)
                if work.is_set() and not number:  # only the first lane waits for more jobs of a burst
                    await any_of(stop, timeout=MOMENT)
                asleep.remove(number)

    with woken_by(kinds_of(queue), lambda: loop.call_soon_threadsafe(wake_one)):
        await asyncio.gather(*(run_lane(number) for number in range(queue.threads)))


def _guarded_batch(queue: Queue, stop: asyncio.Event, found: Callable[[], object]) -> int:
    """Run a batch and return the number of its jobs; 0 if that fails."""
    try:
        return run_batch(queue, stop=stop, found=found)
    except (OperationalError, InterfaceError) as fault:  # the database is unavailable; its jobs wait until it is back
        log.error("The job runner could not reach the database: %s", type(fault).__name__)
    except Exception:
        log.exception("The job runner failed; it goes on in a moment")
    return 0


async def any_of(*events: asyncio.Event, timeout: float | None = None) -> None:
    """Wait until one of the events is set, at most `timeout` seconds; None for no limit."""
    waiting = [in_background(event.wait(), awaited=True) for event in events]
    with suppress(TimeoutError):
        await asyncio.wait(waiting, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
    for one in waiting:
        one.cancel()
