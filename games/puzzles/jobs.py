"""Background work of the puzzles: search matches, check puzzles, replenish the stock, choose the daily puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from games.jobs.errors import Postponed
from games.jobs.hooks import Queue
from games.jobs.models import Job
from games.jobs.runner import run_due
from games.matches.models import Match
from games.puzzles.models import Source
from games.puzzles.services import extraction, verification
from games.puzzles.services.dailies import choose_all
from games.workers import PoolClosed

MINUTE = 60.0
SEARCHES = Queue("puzzles", batch=1, lease=timedelta(minutes=10))  # much longer than the slowest search
CHECKS = Queue("puzzle checks", batch=1, lease=timedelta(minutes=10))  # apart, so that searches keep no check waiting


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


def check(job: Job) -> None:
    """Check the job's puzzle if that is not done, and enqueue a further check in its place.

    Raises Postponed if this process is about to exit.
    """
    puzzle = verification.waiting().select_related("source").filter(pk=job.key).first()
    if puzzle:
        try:
            verification.check(puzzle)
        except PoolClosed:  # this process is exiting; another one will do it
            raise Postponed from None
    verification.enqueue_checks()


def check_all() -> None:
    """Check the puzzles that wait for it now, for commands; those that another process checks are left to it."""
    verification.enqueue_checks()
    run_due(CHECKS)


def keep_stock() -> None:
    """Withdraw outdated puzzles, have others checked, replenish games with few, choose today's. Idempotent."""
    verification.withdraw_outdated()
    verification.enqueue_checks()
    extraction.replenish()
    choose_all()
