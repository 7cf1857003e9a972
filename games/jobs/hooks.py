"""Hooks of the jobs: handlers and the queues in which they run, and periodic work of the scheduler."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from core.hooks import Hook
from games.jobs.models import Job

Work = Callable[[Job], object]
BatchWork = Callable[[Sequence[Job]], object]
Order = Callable[[Sequence[Job]], Sequence[Job]]


@dataclass(frozen=True)
class Queue:
    """Jobs that each scheduler runs one after another, in a thread of their own or in several.

    `batch` is the number of jobs claimed at once, those whose work goes on `Outside` included, and `lease` the time
    that a runner has to finish them. Several threads are for jobs that wait for other machines; all but the first run
    only while there is work for them. With `order`, a function that returns due jobs in another order, the first of
    these are claimed instead of those that have been due the longest.
    """

    name: str
    batch: int = 500  # so many that the jobs of some dozens of matches that end at once are one batch
    lease: timedelta = timedelta(minutes=2)
    threads: int = 1
    order: Order | None = None


DEFAULT = Queue("default")  # for jobs that take milliseconds; longer ones have queues of their own
LONGEST_PAUSE = timedelta(hours=1)  # between two tries


@dataclass(frozen=True)
class Outside:
    """What the work of a job returns if it goes on in a worker process, while neither a thread nor a connection waits.

    The runner keeps the lease of the job. When the `result` is there, and not before `not_before`, `then` is called in
    a thread of the queue; it may raise what the work of a job may raise.
    """

    result: Future[Any]  # of any type: only `then` reads it
    then: Callable[[], object]
    not_before: datetime | None = None


@dataclass(frozen=True)
class Handler:
    """The work for jobs of one kind, the queue that runs them, and how failures are retried.

    Delivery is at least once: a process may die between the work and the deletion of the row. So `work` must be
    idempotent, or finish the job inside the transaction of its own writes (`services.finish_or_abort`). The pause after
    the first failure is `first_pause`, and doubles with each further one (exponential backoff). `gave_up` is called
    when the job becomes a dead letter, in the same transaction.

    Work that sets the job's `again_at` is not finished: the job is due again then, with all its tries.

    `together` does the work of several jobs at less cost, all of it or none. It gets the jobs that were claimed
    together; if it raises, `work` is called for each of them. A job that failed before is always run by itself.
    """

    kind: str
    work: Work
    queue: Queue = DEFAULT
    most_tries: int = 10
    first_pause: timedelta = timedelta(seconds=2)
    gave_up: Work | None = None
    together: BatchWork | None = None

    def pause_after(self, tries: int) -> timedelta:
        """Return the pause after this many failed tries."""
        doublings = min(tries - 1, 30)  # without a limit the product would overflow
        return min(self.first_pause * int(2**doublings), LONGEST_PAUSE)


# Apps register the handlers of their kinds of job here, one for each kind.
job_handlers = Hook[Handler]()


def handler_of(kind: str) -> Handler:
    """Return the handler of this kind of job; raises KeyError without one."""
    return {handler.kind: handler for handler in job_handlers}[kind]


def kinds_of(queue: Queue) -> list[str]:
    """Return the kinds of job that run in this queue."""
    return sorted({handler.kind for handler in job_handlers if handler.queue == queue})


def queues() -> list[Queue]:
    """Return the queues that have handlers."""
    return sorted({handler.queue for handler in job_handlers}, key=lambda queue: queue.name)


MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0  # seconds


@dataclass
class Periodic:
    """A short function that the scheduler calls every `seconds`; several schedulers may call it at the same time.

    One that `is_apart` waits for no other work: it is called in a thread of its own, and again soon while it returns
    true.
    """

    seconds: float
    function: Callable[[], object]
    is_apart: bool = False
    due: float = 0.0  # by the scheduler's monotonic clock


# What has no moment that something caused: tidying up, and sweeps whose rows are the truth.
periodic_work = Hook[Periodic]()

# Called when the scheduler stops, again and again until all work has ended: releases what would delay that.
scheduler_stops = Hook[Callable[[], object]]()


class Postponed(Exception):
    """The work cannot be done yet: run the job again later, without counting this run as a try."""

    def __init__(self, delay: timedelta = timedelta(0)) -> None:
        """Postpone the job by this delay; without one it stays due and keeps its place in the queue."""
        self.delay = delay


class RetryLater(Exception):
    """An external service failed, such as a mail server: try again after the usual pause.

    It counts as a try, but is not logged.
    """


class LeaseLost(Exception):
    """The lease expired and another runner has claimed the job, so this one must roll its transaction back."""
