"""Receivers of the data for everyone: the job that makes a month, the hourly look at which are due."""

from __future__ import annotations

import time
from datetime import timedelta

from games.dumps.services import MAKE, keep_up, make
from games.jobs.hooks import HOUR, Handler, Periodic, Postponed, Queue, job_handlers, periodic_work, scheduler_stops
from games.jobs.models import Job
from games.jobs.services import extend

QUEUE = Queue("dumps", batch=1, lease=timedelta(minutes=10))
_stop = {"at": 0.0}  # the monotonic time at which a scheduler of this process last stopped


def stop() -> None:
    """End the work that is under way, so that it does not delay the stop; it begins again after the start."""
    _stop["at"] = time.monotonic()


def work(job: Job) -> None:
    """Make the files of the month that is the job's key, while its lease is extended."""
    begin = time.monotonic()

    def beat() -> None:
        if _stop["at"] > begin:
            raise Postponed
        extend(job, QUEUE.lease)

    make(job.key, beat)


job_handlers.register(Handler(MAKE, work, queue=QUEUE))
periodic_work.register(Periodic(HOUR, keep_up))
scheduler_stops.register(stop)
