"""Background work of the puzzles: search matches, replenish the stock, choose the daily puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from games.jobs.errors import Postponed
from games.jobs.hooks import Queue
from games.jobs.models import Job
from games.matches.models import Match
from games.puzzles.models import Source
from games.puzzles.services import extraction
from games.puzzles.services.dailies import choose_all
from games.puzzles.services.verification import withdraw_outdated
from games.workers import PoolClosed

MINUTE = 60.0
SEARCHES = Queue("puzzles", batch=1, lease=timedelta(minutes=10))  # much longer than the slowest search


def add_match(match: Match) -> None:
    """Enqueue the search of a finished match for puzzles. Idempotent."""
    extraction.add_matches([match])


def add_matches(matches: Sequence[Match]) -> None:
    """Enqueue the searches of several finished matches for puzzles. Idempotent."""
    extraction.add_matches(matches)


def search(job: Job) -> None:
    """Search the job's source for puzzles; raises Postponed if this process is about to exit."""
    source = Source.objects.select_related("match").filter(pk=int(job.key)).first()
    if source:
        try:
            extraction.search(source)
        except PoolClosed:  # this process is exiting; another one will do it
            raise Postponed from None


def keep_stock() -> None:
    """Withdraw outdated puzzles, replenish those of games that have few, choose today's daily puzzles. Idempotent."""
    withdraw_outdated()
    extraction.replenish()
    choose_all()
