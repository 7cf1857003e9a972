"""Jobs of the ratings: count a match that ended, take back one that was declared void, recount a pool in steps."""

from __future__ import annotations

import time
from datetime import timedelta

from django.db import transaction

from games.jobs.hooks import Queue
from games.jobs.models import Job
from games.jobs.services import enqueue, extend
from games.matches.models import Match
from games.ratings import services
from games.ratings.models import RatingPool
from games.ratings.stepwise_recount import recount_steps

RECOUNT = "ratings.recount"  # the kind of job
RECOUNTS = Queue("recounts", batch=1, lease=timedelta(minutes=5))
PAUSE = 0.05  # seconds between two steps, in which others get the lock: SQLite queues writers without fairness


def count_match(match: Match) -> None:
    """Count a match for both players' ratings.

    It is done in the transaction of the last move: the order in which matches count is the order in which they end,
    and the new rating is there when the result is shown. If that fails, it is done by the job.
    """
    services.count_match(match)


def take_back(match: Match) -> None:
    """Remove what a void match did, at once, and have the pool recounted by a job: that takes long in a big pool."""
    with transaction.atomic():
        pool = services.remove_match(match)
        if pool:
            enqueue(RECOUNT, pool.pk)


def recount(job: Job) -> None:
    """Recount a pool in short steps; it begins again from the start if a process died, with the same result."""
    pool = RatingPool.objects.filter(pk=int(job.key)).first()
    for _step in recount_steps(pool) if pool else ():
        extend(job, RECOUNTS.lease)
        time.sleep(PAUSE)
