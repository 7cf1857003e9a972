"""Background work of the puzzles: search matches, check puzzles, replenish the stock, choose the daily puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from games.jobs.hooks import Postponed, Queue
from games.jobs.models import Job
from games.matches.models import Match
from games.puzzles.making.budget import admitted
from games.puzzles.models import Source
from games.puzzles.services import extraction, verification
from games.puzzles.services.dailies import choose_all
from games.workers import PoolClosed

SEARCHES = Queue("puzzles", batch=1, lease=timedelta(minutes=10))  # much longer than the slowest search
CHECKS = Queue("puzzle checks", batch=1, lease=timedelta(minutes=10))  # apart, so that searches keep no check waiting


def add_match(match: Match) -> None:
    """Enqueue the search of a finished match for puzzles. Idempotent."""
    extraction.add_matches([match])


def add_matches(matches: Sequence[Match]) -> None:
    """Enqueue the searches of several finished matches for puzzles. Idempotent."""
    extraction.add_matches(matches)


def search(job: Job) -> None:
    """Search the job's source for puzzles; raises Postponed if it has to wait or this process is about to exit."""
    source = Source.objects.select_related("match").filter(pk=int(job.key), searched_at=None).first()
    if source:
        try:
            with admitted(job, of_players=bool(source.match_id)):
                extraction.search(source)
        except PoolClosed:  # this process is exiting; another one will do it
            raise Postponed from None


def check(job: Job) -> None:
    """Check the job's puzzle if that is not done, and enqueue a further check in its place.

    Raises Postponed if it has to wait or this process is about to exit.
    """
    puzzle = verification.waiting().select_related("source").filter(pk=job.key).first()
    if puzzle:
        try:
            with admitted(job, of_players=bool(puzzle.source and puzzle.source.match_id)):
                verification.check(puzzle)
        except PoolClosed:  # this process is exiting; another one will do it
            raise Postponed from None
    verification.enqueue_checks()


def check_all() -> None:
    """Check the puzzles that wait for it now and without a rest, for commands."""
    for puzzle in list(verification.unchecked().select_related("source")):
        verification.check(puzzle)


def search_all(most: int | None = None) -> None:
    """Search `most` of the sources that wait for it now and without a rest, for commands; by default all of them."""
    for source in list(Source.objects.filter(searched_at=None).select_related("match").order_by("pk")[:most]):
        extraction.search(source)


def keep_stock() -> None:
    """Withdraw outdated puzzles, choose the dailies, have others checked, replenish games with few. Idempotent."""
    verification.withdraw_outdated()
    choose_all()
    verification.enqueue_checks()
    extraction.replenish()
