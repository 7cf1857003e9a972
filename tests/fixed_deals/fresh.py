"""How a site becomes as fresh as one that has just started: when it gets SIGUSR1 it forgets what it was told.

Another start costs five times as much processor time, as each process has to draw its first pages slowly. Only what
stories can see is forgotten. Keys of rows go on, so nothing that is remembered of a former row is taken for a new one.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import suppress
from threading import RLock, Thread

from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.db import DatabaseError, connections

from core import sweeps
from games import workers
from games.computers.services import make_computers
from games.jobs import scheduler
from games.jobs.hooks import periodic_work
from games.lobby import partials
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.heartbeat import heart
from games.webhooks import services as webhooks
from tests.fixed_deals import FORGOTTEN, deals
from tests.quick_flush.management.commands.flush import Command

TRIES = 10
_periodic = RLock()  # held while periodic work runs, and while the tables are emptied into which it would write


def deal_from_the_first() -> None:
    """Deal the next match from the first of the fixed seeds."""
    vars(Match._meta.get_field("seed"))["_get_default"] = deals().__next__


def forget_on_signal() -> None:
    """Forget everything at each SIGUSR1, in a thread of its own: the main thread may hold any lock just then."""
    run = scheduler.run_logged

    def run_alone(function: Callable[[], object]) -> tuple[bool, object]:
        with _periodic:
            return run(function)

    vars(scheduler)["run_logged"] = run_alone
    signal.signal(signal.SIGUSR1, lambda _number, _frame: Thread(target=_forget).start())


def _forget() -> None:
    """Empty database and memory, have all periodic work run soon, and print that it is done."""
    if workers.load()[0]:  # with what no one waits for any more
        workers.close()
    with _periodic:
        _empty_tables()
    for cache in (caches[alias] for alias in caches):
        if isinstance(cache, LocMemCache):
            cache.clear()
    sweeps.forget_all()
    positions.clear()
    positions.clear_matches()
    partials._snapshots.clear()
    webhooks._listeners = float("-inf"), frozenset()
    deal_from_the_first()
    for work in periodic_work:
        work.due = 0.0
    print(FORGOTTEN, flush=True)


def _empty_tables() -> None:
    """Leave what a site has that has just started."""
    for _try in range(TRIES):  # a job may write rows that refer to others while these are deleted
        with suppress(DatabaseError):
            Command().handle(interactive=False, reset_sequences=False, database="default")
            break
    heart.beat()
    make_computers()
    connections.close_all()
