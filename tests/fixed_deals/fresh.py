"""How a site becomes as fresh as one that has just started: when it gets SIGUSR1 it forgets what it was told.

Another start costs five times as much processor time, as each process has to draw its first pages slowly. Only what
stories can see is forgotten. Keys of rows go on, so nothing that is remembered of a former row is taken for a new one.
"""

from __future__ import annotations

import signal
from threading import Thread

from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.db import connections

from core import sweeps
from games.computers.services import make_computers
from games.jobs.hooks import periodic_work
from games.lobby import partials
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.heartbeat import heart
from games.webhooks import services as webhooks
from tests.fixed_deals import FORGOTTEN, deals
from tests.quick_flush.management.commands.flush import Command


def deal_from_the_first() -> None:
    """Deal the next match from the first of the fixed seeds."""
    vars(Match._meta.get_field("seed"))["_get_default"] = deals().__next__


def forget_on_signal() -> None:
    """Forget everything at each SIGUSR1, in a thread of its own: the main thread may hold any lock just then."""
    signal.signal(signal.SIGUSR1, lambda _number, _frame: Thread(target=_forget).start())


def _forget() -> None:
    """Empty database and memory, have all periodic work run soon, and print that it is done."""
    Command().handle(interactive=False, reset_sequences=False, database="default")
    heart.beat()
    make_computers()
    connections.close_all()
    for cache in (caches[alias] for alias in caches):
        if isinstance(cache, LocMemCache):
            cache.clear()
    sweeps.forget_all()
    positions.clear_matches()
    partials._snapshots.clear()
    webhooks._listeners = float("-inf"), frozenset()
    deal_from_the_first()
    for work in periodic_work:
        work.due = 0.0
    print(FORGOTTEN, flush=True)
