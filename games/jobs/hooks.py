"""Hooks of the jobs: their handlers, by kind, and the queues in which they run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from accounts.hooks import Hook
from games.jobs.models import Job

Work = Callable[[Job], object]
BatchWork = Callable[[Sequence[Job]], object]


@dataclass(frozen=True)
class Queue:
    """Jobs that each scheduler runs one after another in a thread, or in several threads.

    `batch` is the number of jobs claimed at once; `lease` is how long a runner may take over such a batch. Further
    threads run only while there is work for them: for jobs that wait for other machines.
    """

    name: str
    batch: int = 100
    lease: timedelta = timedelta(minutes=2)
    threads: int = 1


DEFAULT = Queue("default")  # for work of milliseconds; what takes longer has a queue of its own
LONGEST_PAUSE = timedelta(hours=1)


@dataclass(frozen=True)
class Handler:
    """What is done for jobs of one kind, in which queue, and how often it is tried.

    A job is run at least once: a process may die between the work and the deletion of the row. So the work must be
    idempotent, or finish the job inside the transaction of its own writes (`services.finish_or_abort`). The pause after
    the first failure is `first_pause`, and doubles with each further one (exponential backoff). `gave_up` is called
    when the job becomes a dead letter, in the same transaction.

    `together` does the work of several jobs at less cost, all or none of it. Jobs that are claimed at once are given to
    it first; if it raises, the work of each is done alone, and so is that of a job which has failed before.
    """

    kind: str
    work: Work
    queue: Queue = DEFAULT
    most_tries: int = 10
    first_pause: timedelta = timedelta(seconds=2)
    gave_up: Work | None = None
    together: BatchWork | None = None

    def pause_after(self, tries: int) -> timedelta:
        """Return how long to wait after this many failed tries."""
        return min(self.first_pause * int(2 ** min(tries - 1, 30)), LONGEST_PAUSE)


# What is done for each kind of job. A kind has one handler.
job_handlers = Hook[Handler]()


def handler_of(kind: str) -> Handler:
    """Return the handler of a kind; raises KeyError."""
    return {known.kind: known for known in job_handlers}[kind]


def kinds_of(queue: Queue) -> list[str]:
    """Return the kinds of job that run in this queue."""
    return sorted({known.kind for known in job_handlers if known.queue == queue})


def queues() -> list[Queue]:
    """Return the queues that have handlers."""
    return sorted({known.queue for known in job_handlers}, key=lambda queue: queue.name)
