"""Periodic passes over rows with an error boundary for each row: a failing row is logged once and parked."""

from __future__ import annotations

import logging
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from threading import Lock
from typing import TypeVar
from weakref import WeakSet

from cachetools import LRUCache
from django.db.models import Model, QuerySet

from core.telemetry import is_outage

log = logging.getLogger(__name__)

M = TypeVar("M", bound=Model)
R = TypeVar("R")
T = TypeVar("T")

FIRST_PAUSE = 1.0  # seconds until a failed row is tried again; doubled after each further failure
LONGEST_PAUSE = 3600.0
MOST_EXCLUDED = 1000  # keys that a query excludes; further parked rows are read and skipped
MOST_PARKED = 10_000  # keys that one process remembers for one sweep; beyond, those parked first are tried again
MOST_LOGGED = 100_000  # keys that one process remembers to have logged

_sweeps: WeakSet[Sweep] = WeakSet()
_logged: LRUCache[tuple[str, Hashable], bool] = LRUCache(MOST_LOGGED)
_lock = Lock()


@dataclass
class _Parked:
    """A failed row: when it is tried again, in monotonic seconds, and the length of its pause."""

    until: float
    pause: float

    def is_forgiven(self, now: float) -> bool:
        """Return whether the row was fine for as long as it had been parked."""
        return now >= self.until + self.pause


def _key(row: object) -> Hashable:
    """Return the primary key of a model's row; a plain value is its own key."""
    return row.pk if isinstance(row, Model) else row


class Sweep:
    """One kind of periodic work, and its parked rows (bulkhead, exponential backoff).

    The state is in memory: each process tries a bad row itself, and again after a restart.
    """

    def __init__(self, name: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Create a sweep with its name in the log; `clock` returns monotonic seconds."""
        self.name = name
        self._clock = clock
        self._parked: OrderedDict[Hashable, _Parked] = OrderedDict()
        self._lock = Lock()
        _sweeps.add(self)

    def run(self, queryset: QuerySet[M], work: Callable[[M], T], most: int) -> list[T]:
        """Do the work for the first `most` rows that are not parked; return the results of those that did not fail."""
        return self.each(self.rows(queryset, most), work)

    def rows(self, queryset: QuerySet[M], most: int) -> list[M]:
        """Return the first `most` rows that are not parked: healthy ones are reached behind any number of bad ones."""
        parked = self.parked()
        excluded, beyond = parked[:MOST_EXCLUDED], set(parked[MOST_EXCLUDED:])
        rows = queryset.exclude(pk__in=excluded)[: most + len(beyond)]
        return [row for row in rows if row.pk not in beyond][:most]

    def each(self, rows: Iterable[R], work: Callable[[R], T]) -> list[T]:
        """Do the work for each row; return the results of those that did not fail.

        Raises the error of an outage: a broken database would fail every row.
        """
        results = []
        for row in rows:
            try:
                results.append(work(row))
            except Exception as fault:
                if is_outage(fault):
                    self._set_aside(_key(row))  # if the row was the cause after all, the next pass skips it
                    raise
                self.park(_key(row), fault)
        return results

    def park(self, key: Hashable, fault: BaseException) -> None:
        """Skip the row until its pause is over, and log it unless this process has logged it before."""
        self._set_aside(key)
        log_once(self.name, key, fault)

    def parked(self) -> list[Hashable]:
        """Return the keys of the rows that are parked now."""
        now = self._clock()
        with self._lock:
            for key in [key for key, it in self._parked.items() if it.is_forgiven(now)]:
                del self._parked[key]
            return [key for key, it in self._parked.items() if it.until > now]

    def _set_aside(self, key: Hashable) -> None:
        now = self._clock()
        with self._lock:
            parking = self._parked.pop(key, None)
            again = parking and not parking.is_forgiven(now)
            pause = min(2 * parking.pause, LONGEST_PAUSE) if parking and again else FIRST_PAUSE
            self._parked[key] = _Parked(now + pause, pause)
            while len(self._parked) > MOST_PARKED:
                self._parked.popitem(last=False)


def log_once(name: str, key: Hashable, fault: BaseException) -> None:
    """Log once for each row and process that a row failed: its key, the type of the error, and its place in the code.

    The message of the error is omitted: it may contain hidden tiles or values of the row.
    """
    with _lock:
        if (name, key) in _logged:
            return
        _logged[name, key] = True
    log.error("The sweep “%s” failed at row %s: %s", name, key, describe(fault))


def forget_all() -> None:
    """Forget all parked and logged rows, as a restart does."""
    with _lock:
        _logged.clear()
    for sweep in _sweeps:
        with sweep._lock:
            sweep._parked.clear()


def describe(fault: BaseException | None) -> str:
    """Return the types of the error and its causes, each with the line that raised it."""
    causes = []
    while fault is not None:
        frames = traceback.extract_tb(fault.__traceback__)
        place = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
        causes.append(f"{type(fault).__name__}{place}")
        fault = fault.__cause__ or fault.__context__
    return ", from ".join(causes)
