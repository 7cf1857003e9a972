"""Jobs of the puzzles: search a match, check a puzzle, keep the stock; and when they may run.

Searches and checks share a small part of a core, and wait while someone plays (duty cycle). After each of them all rest
so long that the mean stays within `PUZZLE_SHARE`. The time is that which passes, as the CPU time of a worker of low
priority is no longer. What concerns a match that players have just ended does not wait for quiet, as they may still
look at its page, and takes up to `CREDIT` in advance (generic cell rate algorithm). Mistakes at which a player looks
wait for nothing (`practice.look`). Lease and rest are keys of the shared cache: so all processes of a site keep them
together.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.core.cache import cache
from django.db.models import Q

from core import clock
from games.catalogue import games
from games.jobs.hooks import Postponed, Queue
from games.jobs.models import Job
from games.matches.models import Match
from games.matches.time.terms import played_live
from games.puzzles.models import Puzzle, Source
from games.puzzles.services import practice, stock
from games.puzzles.services.selection import choose_all
from games.workers import PoolClosed

SEARCHES = Queue("puzzles", batch=1, lease=timedelta(minutes=10))  # much longer than the slowest search
CHECKS = Queue("puzzle checks", batch=1, lease=timedelta(minutes=10))  # apart, so that searches keep no check waiting

MISTAKES = Queue("mistakes", batch=1, lease=timedelta(minutes=10))  # apart, as a player may look at them

REST = "puzzles.rest"  # its value is when the rest ends, in seconds since the epoch
BUSY = "puzzles.busy"  # there while one is at work
LEASE = timedelta(minutes=10)  # of one search or check, in case its process dies
AGAIN = timedelta(seconds=5)  # until a job asks again that found another one at work
CREDIT = timedelta(minutes=20)  # of rest that what is urgent need not wait for: a minute of work at 5 %
URGENT = timedelta(hours=1)  # since the job was made, after which no player waits for it
QUIET = timedelta(minutes=5)  # without a move, after which no player seems to be there
LONGEST_THOUGHT = timedelta(hours=1)  # in a live match, in which someone plays as long as it runs
LONGEST_WAIT = timedelta(days=1)  # of a job for a quiet moment, which a busy site may never have


@contextmanager
def admitted(job: Job, *, of_players: bool) -> Iterator[None]:
    """Do the work of the job in this block, and have all others rest after it.

    Raises Postponed if it has to wait or this process is about to exit.

    `of_players` says whether it concerns a match that players have played.
    """
    age = clock.now() - job.created_at
    is_urgent = of_players and age < URGENT
    if not is_urgent and age < LONGEST_WAIT and is_played():
        raise Postponed(QUIET)
    rest = timedelta(seconds=_rest_ends() - time.time())
    if (pause := rest - CREDIT if is_urgent else rest) > timedelta():
        raise Postponed(pause)
    if not cache.add(BUSY, True, LEASE.total_seconds()):
        raise Postponed(AGAIN)
    try:
        with paid():
            yield
    finally:
        cache.delete(BUSY)


@contextmanager
def paid() -> Iterator[None]:
    """Do the work in this block at once, and have all others rest after it.

    Raises Postponed if this process is about to exit.
    """
    began = time.monotonic()
    try:
        yield
    except PoolClosed:  # another process will do it
        raise Postponed from None
    finally:
        _rest(time.monotonic() - began)


def is_played() -> bool:
    """Return whether someone plays: a running match had a move within `QUIET`, or is live and not left alone."""
    now = clock.now()
    recent = Q(moved_at__gte=now - QUIET) | (played_live() & Q(moved_at__gte=now - LONGEST_THOUGHT))
    return Match.objects.filter(recent, finished_at=None, moved_at__gte=now - LONGEST_THOUGHT).exists()


def _rest(worked: float) -> None:
    """Add the rest after so many seconds of work to the one that is not over yet."""
    now = time.time()
    ends = max(now, _rest_ends()) + worked * (100 / settings.PUZZLE_SHARE - 1)
    cache.set(REST, ends, ends - now + 1)


def _rest_ends() -> float:
    ends: float | None = cache.get(REST)
    return ends or 0.0


def search(job: Job) -> None:
    """Search the job's source for puzzles; raises Postponed if it has to wait or this process is about to exit."""
    source = Source.objects.select_related("match").filter(pk=int(job.key), searched_at=None).first()
    if source:
        with admitted(job, of_players=bool(source.match_id)):
            stock.search(source)


def check(job: Job) -> None:
    """Check the job's puzzle if that is not done, and enqueue a further check in its place.

    Raises Postponed if it has to wait or this process is about to exit.
    """
    puzzle = stock.waiting().select_related("source").filter(pk=job.key).first()
    if puzzle:
        with admitted(job, of_players=bool(puzzle.source and puzzle.source.match_id)):
            stock.check(puzzle)
    stock.enqueue_checks()


def explain(job: Job) -> None:
    """Explain the job's puzzle; raises Postponed if it has to wait or this process is about to exit."""
    puzzle = Puzzle.objects.filter(pk=job.key, why__isnull=True, state=Puzzle.State.OFFERED).first()
    if puzzle:
        with admitted(job, of_players=True):
            stock.explain(puzzle)


def find_themes(job: Job) -> None:
    """Find the themes of the job's puzzle; raises Postponed if it has to wait or this process is about to exit."""
    puzzle = Puzzle.objects.filter(pk=job.key, state=Puzzle.State.OFFERED, game_slug__in=games()).first()
    if puzzle:
        with admitted(job, of_players=False):
            stock.find_themes(puzzle)


def collect(job: Job) -> None:
    """Collect the mistakes of the job's match, at once for a player who looks.

    Raises Postponed if it has to wait or this process is about to exit.
    """
    match = Match.objects.select_related("first", "second").filter(pk=job.key).first()
    if match:
        with paid() if practice.is_awaited(job) else admitted(job, of_players=True):
            practice.collect(match)


def check_all() -> None:
    """Check the puzzles that wait for it now and without a rest, for commands."""
    for puzzle in list(stock.unchecked().select_related("source")):
        stock.check(puzzle)


def search_all(most: int | None = None) -> None:
    """Search `most` of the sources that wait for it now and without a rest, for commands; by default all of them."""
    for source in list(Source.objects.filter(searched_at=None).select_related("match").order_by("pk")[:most]):
        stock.search(source)


def keep_stock() -> None:
    """Withdraw or doubt outdated puzzles, choose and explain dailies, have others checked, themed and added.

    Idempotent.
    """
    stock.withdraw_outdated()
    stock.doubt_outdated()
    choose_all()
    stock.enqueue_reasons()
    stock.enqueue_checks()
    stock.enqueue_themes()
    stock.replenish()
