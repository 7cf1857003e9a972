"""When searches and checks may run: they share a small part of a core, and wait while someone plays (duty cycle).

After each of them all rest so long that the mean stays within `PUZZLE_SHARE`. The time is that which passes, as the CPU
time of a worker of low priority is no longer. The rest is a key of the shared cache that expires: so all processes of a
site keep it together, and of several that come at once one is admitted.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.core.cache import cache
from django.db.models import Q

from accounts import sitetime
from games.jobs.errors import Postponed
from games.jobs.models import Job
from games.matches.models import Match
from games.matches.terms import played_live

REST = "puzzles.rest"  # its value is when the rest ends, in seconds since the epoch
LEASE = timedelta(minutes=10)  # of one search or check, in case its process dies
QUIET = timedelta(minutes=5)  # without a move, after which no player seems to be there
LONGEST_THOUGHT = timedelta(hours=1)  # in a live match, in which someone plays as long as it runs
LONGEST_WAIT = timedelta(days=1)  # of a job for a quiet moment, which a busy site may never have


@contextmanager
def admitted(job: Job) -> Iterator[None]:
    """Do the work of the job in this block, and have all others rest after it; raises Postponed if it has to wait."""
    now = sitetime.now()
    if now - job.created_at < LONGEST_WAIT and is_played():
        raise Postponed(QUIET)
    until = time.time() + LEASE.total_seconds()
    if not cache.add(REST, until, LEASE.total_seconds()):
        left = (cache.get(REST) or 0) - time.time()
        raise Postponed(timedelta(seconds=max(1.0, left)))
    began = time.monotonic()
    try:
        yield
    finally:
        _rest(time.monotonic() - began)


def is_played() -> bool:
    """Return whether someone plays: a running match had a move within `QUIET`, or is live and not left alone."""
    now = sitetime.now()
    recent = Q(moved_at__gte=now - QUIET) | (played_live() & Q(moved_at__gte=now - LONGEST_THOUGHT))
    return Match.objects.filter(recent, finished_at=None, moved_at__gte=now - LONGEST_THOUGHT).exists()


def _rest(worked: float) -> None:
    """Begin the rest after so many seconds of work."""
    rest = worked * (100 / settings.PUZZLE_SHARE - 1)
    if rest:
        cache.set(REST, time.time() + rest, rest)
    else:
        cache.delete(REST)
