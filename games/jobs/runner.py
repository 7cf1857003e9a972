"""The job runner: runs due jobs in the scheduler's threads, or at once for commands and tests."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import chain
from typing import ParamSpec, TypeVar

from channels.db import database_sync_to_async

from core import clock
from core.live.concurrency import in_background
from core.sweeps import log_once
from core.telemetry import is_outage
from games.jobs import services
from games.jobs.hooks import (
    LeaseLost,
    Outside,
    Postponed,
    Queue,
    RetryLater,
    handler_of,
    job_handlers,
    kinds_of,
    queues,
)
from games.jobs.models import Job
from games.jobs.services import wake, woken_by

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
Hold = Callable[[Job, Outside], object]

MOMENT = 0.1  # seconds that a woken runner waits, so that jobs committed shortly after the first are batched with it
TOGETHER = 0.5  # seconds after which jobs that are done are deleted, and the shared cache of rows is dropped
_interrupted = deque[list[Job]]()  # claimed by this process, but the database went away before they were done


class DiedRepeatedly(Exception):
    """Every process that ran the job died before the job was done."""


def run_batch(
    queue: Queue,
    most: int | None = None,
    *,
    stop: asyncio.Event | None = None,
    started: Callable[[], object] | None = None,
    hold: Hold | None = None,
    now: datetime | None = None,
) -> int:
    """Run one batch of due jobs of the queue, at most `most`; return the number of jobs claimed.

    `started` is called before the first job is run. Once `stop` is set or the lease is over, the jobs that have not
    begun are given back. Jobs of a batch share the rows that they read; those of one kind are run together if their
    handler can; those that are done are finished together. If the process dies before that, they are run again. A job
    whose work goes on outside is given to `hold`; without it, this thread waits for the result. After an outage the
    jobs that it interrupted are given back first, as it is not them who failed.
    """
    _give_back_interrupted(now)
    most = queue.batch if most is None else most
    jobs = services.claim(kinds_of(queue), most, queue.lease, order=queue.order, now=now)
    if jobs and started:
        started()
    done_jobs: list[Job] = []
    shared: dict[tuple[str, str], object] = {}
    began = time.monotonic()
    groups = deque(_groups(jobs))
    try:
        while groups:
            lease_ends = groups[0][0].leased_until
            if (stop and stop.is_set()) or (lease_ends and lease_ends <= (now or clock.now())):
                services.postpone(*chain(*groups), now=now)
                break
            for job in groups[0]:
                job.shared, job.batch, job.stop = shared, jobs, stop
            done_jobs += _work_together(groups[0], now, hold or _wait_for)
            groups.popleft()
            if time.monotonic() - began > TOGETHER:
                _finish(done_jobs)
                done_jobs, shared, began = [], {}, time.monotonic()
        _finish(done_jobs)
    except Exception as fault:
        if is_outage(fault):
            _interrupted.append([*done_jobs, *chain(*groups)])
        raise
    return len(jobs)


def _give_back_interrupted(now: datetime | None) -> None:
    """Give back the jobs that an outage interrupted, without counting a try; raises the error of an outage."""
    while _interrupted:
        with suppress(IndexError):  # another thread has taken the last ones
            jobs = _interrupted.popleft()
            try:
                services.postpone(*jobs, now=now)
            except Exception as fault:
                if is_outage(fault):  # after another fault they come back when their lease ends
                    _interrupted.append(jobs)
                raise


def run(job: Job, *, now: datetime | None = None) -> None:
    """Run a claimed job, and finish it if its work succeeds."""
    if _work(job, now, _wait_for):
        _finish([job])


def _finish(jobs: Sequence[Job]) -> None:
    """Delete the jobs that are done, and release those that are to be done again."""
    services.finish(*(job for job in jobs if job.again_at is None))
    services.repeat(*(job for job in jobs if job.again_at is not None))


def _wait_for(job: Job, outside: Outside) -> None:
    """Wait for work that goes on outside, and finish the job: for commands and tests, which have a thread for it."""
    wait([outside.result])
    complete(job, outside)


def complete(job: Job, outside: Outside) -> None:
    """Do what follows the result of work that went on outside, and finish the job."""
    if _attempt(job, outside.then, None)[0]:
        _finish([job])


def _groups(jobs: Iterable[Job]) -> list[list[Job]]:
    """Return the jobs in groups to be run together, in the order of each group's first job."""
    groups: dict[object, list[Job]] = {}
    together = {handler.kind for handler in job_handlers if handler.together}
    for job in jobs:
        key = job.kind if job.kind in together and job.tries == 1 else job.pk
        groups.setdefault(key, []).append(job)
    return list(groups.values())


def _work_together(jobs: Sequence[Job], now: datetime | None, hold: Hold) -> list[Job]:
    """Do the work of claimed jobs of one kind; return those that are done but not finished yet."""
    together = handler_of(jobs[0].kind).together
    if together and len(jobs) > 1:
        try:
            together(jobs)
        except Exception as fault:  # running them one by one shows which job is at fault
            log.warning("%d jobs of kind %s are run one by one: %s", len(jobs), jobs[0].kind, type(fault).__name__)
        else:
            return [job for job in jobs if not job.is_finished]
    return [job for job in jobs if _work(job, now, hold)]


def _work(job: Job, now: datetime | None, hold: Hold) -> bool:
    """Do the work of a claimed job; return whether it is done but not finished yet."""

    def work() -> object:
        handler = handler_of(job.kind)
        if job.tries > handler.most_tries:  # `claim` counts tries: this job kills its process
            raise DiedRepeatedly
        job.again_at = None
        return handler.work(job)

    is_done, result = _attempt(job, work, now)
    if isinstance(result, Outside):
        hold(job, result)
        return False
    return is_done


def _attempt(job: Job, work: Callable[[], object], now: datetime | None) -> tuple[bool, object]:
    """Do this work for a claimed job; return whether it is done but not finished yet, and its result.

    Whatever it raises affects this job alone (bulkhead).
    """
    try:
        result = work()
    except Postponed as later:
        services.postpone(job, delay=later.delay, now=now)
    except LeaseLost:
        pass
    except Exception as fault:
        if not isinstance(fault, RetryLater):
            log_once(job.kind, job.key, fault)
        services.fail(job, fault, now=now)
    else:
        return not job.is_finished, result
    return False, None


async def run_queues(stop: asyncio.Event) -> None:
    """Run the jobs of every queue, each queue in threads of its own, until `stop` is set.

    They are woken by commits of this process, and by `wake_due`.
    """
    all_queues = queues()
    with ThreadPoolExecutor(sum(queue.threads for queue in all_queues), thread_name_prefix="jobs") as threads:
        await asyncio.gather(*(_run_queue(queue, stop, threads) for queue in all_queues))


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

    def in_thread(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
        call: Callable[P, Awaitable[T]] = database_sync_to_async(function, thread_sensitive=False, executor=threads)
        return call

    def wake_one() -> None:
        lanes[min(asleep, default=0)].set()

    outside = _OutsideJobs(wake_one)

    async def run_lane(number: int) -> None:
        work, following = lanes[number], lanes[number + 1 : number + 2]

        def started() -> None:
            for lane in following:
                loop.call_soon_threadsafe(lane.set)

        while not stop.is_set():
            work.clear()
            jobs = await outside.complete(in_thread(_logged(complete)))
            if (room := queue.batch - outside.count) > 0:
                batch = in_thread(_logged(run_batch))
                jobs += await batch(queue, room, stop=stop, started=started, hold=outside.hold) or 0
            if not jobs:
                asleep.add(number)
                await any_of(stop, work)
                if work.is_set() and not number:  # only the first lane waits for more jobs of a burst
                    await any_of(stop, timeout=MOMENT)
                asleep.remove(number)

    async def keep_leases() -> None:
        while not stop.is_set():
            await any_of(stop, timeout=queue.lease.total_seconds() / 3)
            if jobs := outside.jobs():
                await in_thread(_logged(_extend))(jobs, queue.lease)

    with woken_by(kinds_of(queue), lambda: loop.call_soon_threadsafe(wake_one)):
        await asyncio.gather(keep_leases(), *(run_lane(number) for number in range(queue.threads)))
        for job in outside.jobs():  # the process exits
            await in_thread(_logged(services.postpone))(job)


class _OutsideJobs:
    """The jobs of a queue whose work goes on outside. Its methods run in the event loop, except for `hold`."""

    def __init__(self, wake_one: Callable[[], object]) -> None:
        self._loop = asyncio.get_running_loop()
        self._wake_one = wake_one
        self._held: dict[int, Job] = {}  # by primary key
        self._ripe: list[tuple[Job, Outside]] = []

    @property
    def count(self) -> int:
        return len(self._held)

    def jobs(self) -> list[Job]:
        return list(self._held.values())

    def hold(self, job: Job, outside: Outside) -> None:
        """Hold this job, and wake a lane when its result is there and may be used; called in a thread of the queue."""
        self._held[job.pk] = job
        outside.result.add_done_callback(lambda _done: self._call(job, outside))

    def _call(self, job: Job, outside: Outside) -> None:
        with suppress(RuntimeError):  # the event loop is closed, and the job was given back
            self._loop.call_soon_threadsafe(self._arrived, job, outside)

    def _arrived(self, job: Job, outside: Outside) -> None:
        pause = (outside.not_before - clock.now()).total_seconds() if outside.not_before else 0
        self._loop.call_later(max(0, pause), self._ripen, job, outside)

    def _ripen(self, job: Job, outside: Outside) -> None:
        self._ripe.append((job, outside))
        self._wake_one()

    async def complete(self, finish: Callable[[Job, Outside], Awaitable[object]]) -> int:
        """Do what follows the results that are there; return how many there were."""
        ripe, self._ripe = self._ripe, []
        for job, outside in ripe:
            await finish(job, outside)
            self._held.pop(job.pk, None)
        return len(ripe)


def _extend(jobs: Iterable[Job], lease: timedelta) -> None:
    """Extend the leases of jobs whose work goes on outside; what is lost is another runner's."""
    for job in jobs:
        with suppress(LeaseLost):
            services.extend(job, lease)


def _logged(function: Callable[P, T]) -> Callable[P, T | None]:
    """Return a function that logs what this one raises, and returns None then."""

    def call(*values: P.args, **named: P.kwargs) -> T | None:
        try:
            return function(*values, **named)
        except Exception as fault:
            if is_outage(fault):  # jobs wait until the database is back
                log.error("The job runner could not reach the database: %s", type(fault).__name__)
            else:
                log.exception("The job runner failed; it goes on in a moment")
        return None

    return call


async def any_of(*events: asyncio.Event, timeout: float | None = None) -> None:
    """Wait until one of the events is set, at most `timeout` seconds; None for no limit."""
    tasks = [in_background(event.wait(), awaited=True) for event in events]
    with suppress(TimeoutError):
        await asyncio.wait(tasks, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
    for one in tasks:
        one.cancel()
