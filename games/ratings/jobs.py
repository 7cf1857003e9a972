"""Jobs of the ratings: count a finished match, remove a void one, recount a pool in steps."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction

from games.jobs.hooks import Postponed, Queue
from games.jobs.models import Job
from games.jobs.services import enqueue, extend
from games.matches.models import Match
from games.ratings import services
from games.ratings.models import RatingPool
from games.ratings.stepwise_recount import recount_steps

RECOUNT = "ratings.recount"  # the kind of job
RECOUNTS = Queue("recounts", batch=1, lease=timedelta(minutes=5))
PAUSE = 0.05  # seconds between two steps in which other writers get the lock: SQLite does not queue writers fairly


def count_match(match: Match) -> None:
    """Count a match for both players' ratings.

    It runs in the transaction of the last move, so that matches count in the order in which they end, and the result
    is shown with the new rating. If it fails there, the job does it.
    """
    services.count_match(match)


def count_matches(matches: Sequence[Match]) -> None:
    """Count the matches that end with one commit, at the cost of little more than one; see `count_match`."""
    services.count_matches(matches)


def take_back(match: Match) -> None:
    """Remove a void match from the ratings at once; a job recounts the pool, which takes long if it is large."""
    with transaction.atomic():
        pool = services.remove_match(match)
        if pool:
            enqueue(RECOUNT, pool.pk)


def recount(job: Job) -> None:
    """Recount a pool in short steps. Idempotent: if its process dies or exits, it starts over, with the same result."""
    pool = RatingPool.objects.filter(pk=int(job.key)).first()
    for _step in recount_steps(pool) if pool else ():
        if job.is_stopping:
            raise Postponed
        extend(job, RECOUNTS.lease)
        time.sleep(PAUSE)
