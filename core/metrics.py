"""Metrics of this process for Prometheus; counting costs about a microsecond.

With `PROMETHEUS_MULTIPROC_DIR` set, the processes of one machine share their values in that folder.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from time import perf_counter
from typing import ParamSpec, TypeVar

from prometheus_client import Counter, Gauge, Histogram

P = ParamSpec("P")
Result = TypeVar("Result")

FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds

MOVES = Counter("numgames_moves", "Moves committed by this process")
STAGES = Histogram("numgames_move_seconds", "Duration of a move by stage: judge, commit, tell", ["stage"], buckets=FAST)
SOCKETS = Gauge("numgames_sockets", "Open websockets", multiprocess_mode="livesum")
WORKERS = Gauge("numgames_workers", "Worker processes by state", ["state"], multiprocess_mode="livesum")
REQUESTS = Counter("numgames_requests", "Requests by view and status", ["view", "status"])
DURATION = Histogram("numgames_request_seconds", "Duration of requests by view", ["view"], buckets=FAST)
ADMITTED = Counter("numgames_admissions", "Requests and sockets that were let in or refused", ["gate", "outcome"])
RECORDS = Counter("numgames_log_records", "Log records by level", ["level"])


def timed(stage: str) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
    """Return a decorator that measures a function as this stage of a move."""
    observe = STAGES.labels(stage).observe

    def decorate(function: Callable[P, Result]) -> Callable[P, Result]:
        @wraps(function)
        def measured(*args: P.args, **kwargs: P.kwargs) -> Result:
            began = perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                observe(perf_counter() - began)

        return measured

    return decorate


def timed_async(stage: str) -> Callable[[Callable[P, Awaitable[Result]]], Callable[P, Awaitable[Result]]]:
    """Return a decorator that measures a coroutine function as this stage of a move, its waiting included."""
    observe = STAGES.labels(stage).observe

    def decorate(function: Callable[P, Awaitable[Result]]) -> Callable[P, Awaitable[Result]]:
        @wraps(function)
        async def measured(*args: P.args, **kwargs: P.kwargs) -> Result:
            began = perf_counter()
            try:
                return await function(*args, **kwargs)
            finally:
                observe(perf_counter() - began)

        return measured

    return decorate
