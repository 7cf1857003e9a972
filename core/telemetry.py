"""What operators see of a process: metrics for Prometheus, the trace of a request, and which errors are outages.

Counting costs about a microsecond. With `PROMETHEUS_MULTIPROC_DIR` set, the processes of one machine share their values
in that folder. This module imports no models, as logging is set up before they load.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass

from django.db import InterfaceError, InternalError, OperationalError
from prometheus_client import Counter, Gauge, Histogram
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds

MOVES = Counter("numgames_moves", "Moves committed by this process")
STAGES = Histogram("numgames_move_seconds", "Duration of a move by stage: judge, commit, tell", ["stage"], buckets=FAST)
SOCKETS = Gauge("numgames_sockets", "Open websockets", multiprocess_mode="livesum")
WORKERS = Gauge("numgames_workers", "Worker processes by state", ["state"], multiprocess_mode="livesum")
REQUESTS = Counter("numgames_requests", "Requests by view and status", ["view", "status"])
DURATION = Histogram("numgames_request_seconds", "Duration of requests by view", ["view"], buckets=FAST)
ADMITTED = Counter("numgames_admissions", "Requests and sockets that were let in or refused", ["gate", "outcome"])
RECORDS = Counter("numgames_log_records", "Log records by level", ["level"])
NO_VIEW = "none"  # of requests that no view answered, such as those for unknown addresses
current_trace: ContextVar[Trace | None] = ContextVar("trace", default=None)  # None in the scheduler and in commands
PRIMARY = 0xFF  # mask for the primary result code of SQLite, without its extension
READ_ONLY = "25006"  # the SQLSTATE of a write to a replica of PostgreSQL, as after a failover


@dataclass
class Trace:
    """The id of a request or socket, its match and its view, for the log and the metrics."""

    id: str
    match: str = ""
    view: str = NO_VIEW


def is_outage(error: BaseException | None) -> bool:
    """Return whether this error means that the database or Redis is unreachable, read-only, full or overloaded.

    Failed constraints and invalid SQL are not outages. SQLite also reports invalid SQL as OperationalError, so its
    result code decides: SQLITE_ERROR is a bug, all others (busy, full, unreadable) are outages.
    """
    return any(_is_outage(one) for one in _causes(error))


def is_unreachable(error: BaseException) -> bool:
    """Return whether this error means that the database server could not be reached; never with SQLite."""
    return is_outage(error) and not any(isinstance(one, sqlite3.Error | InternalError) for one in _causes(error))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _is_outage(error: BaseException) -> bool:
    if isinstance(error, OperationalError) and isinstance(error.__cause__, sqlite3.Error):
        return error.__cause__.sqlite_errorcode & PRIMARY != sqlite3.SQLITE_ERROR
    if isinstance(error, InternalError):
        return getattr(error.__cause__, "sqlstate", "") == READ_ONLY
    return isinstance(error, OperationalError | InterfaceError | RedisConnectionError | RedisTimeoutError)
