"""`/healthz`, `/readyz` and `/metrics`, answered above Django's middleware.

So they need no session, no valid host name and no HTTPS, and `/healthz` no thread and no database: an orchestrator can
ask a process directly, by its address. A process is ready if the database takes writes, events arrive, the scheduler
has a heartbeat, and no jobs are stuck. The metrics are values of this process, of others that share its folder, and of
the database.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import os
import time
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.conf import settings
from django.db import Error, connection
from django.db.models import Count, Min
from django.db.models.functions import Greatest
from prometheus_client import REGISTRY, CollectorRegistry, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from core import clock
from core.clients import Receive, Scope, Send, Wrapper, parsed_address
from core.live import fanout
from core.live.concurrency import SingleFlight
from core.telemetry import WORKERS
from games import workers
from games.jobs import scheduler
from games.jobs.models import Job
from games.jobs.services import STUCK, stuck
from games.matches.models import Match

SHARED = "PROMETHEUS_MULTIPROC_DIR"
logger = logging.getLogger(__name__)
OK = "ok"
PATIENCE = 4.0  # seconds for one check; a probe gives up soon after
FRESH = 1.0  # seconds for which a result is used again, so that probes by strangers cost next to nothing
SILENCE = timedelta(seconds=30)  # without a heartbeat, after which the scheduler counts as dead
PROBE = "readiness"  # the row that the database check writes
_threads = ThreadPoolExecutor(4, thread_name_prefix="readiness")
_running: SingleFlight[str] = SingleFlight()
_known: dict[str, tuple[float, str]] = {}
Answer = tuple[int, str, bytes]  # status, content type, body
JSON = "application/json"
TEXT = "text/plain; charset=utf-8"
FORWARDED = {b"forwarded", b"x-forwarded-for", b"x-real-ip"}  # a proxy on this machine passes on requests of others
SAFE = {"GET", "HEAD"}


class DatabaseCollector(Collector):
    """Gauges read from the database at each scrape: jobs, the scheduler's heartbeat, matches."""

    def collect(self) -> Iterable[Metric]:
        """Return the gauges; if the database does not answer, only `numgames_database_up`, which is 0 then."""
        up = GaugeMetricFamily("numgames_database_up", "Whether the database answers")
        try:
            own_metrics = [*_job_metrics(), *_match_metrics()]
        except Error:
            up.add_metric([], 0)
            return [up]
        finally:
            with suppress(Error):
                connection.close()
        up.add_metric([], 1)
        return [up, *own_metrics]


def _job_metrics() -> Iterable[Metric]:
    jobs = GaugeMetricFamily("numgames_jobs", "Jobs by kind and state: waiting, dead", labels=["kind", "state"])
    for row in Job.objects.values("kind", "state").annotate(count=Count("pk")).order_by("kind", "state"):
        jobs.add_metric([row["kind"], row["state"]], row["count"])
    yield jobs
    yield GaugeMetricFamily("numgames_jobs_stuck", "Due jobs that no runner takes, at most 500", value=stuck())
    free = Job.objects.filter(state=Job.State.WAITING, leased_until=None)
    # Some are due before they were made, so that they precede others
    oldest = free.aggregate(since=Min(Greatest("due_at", "created_at")))["since"]
    late = max(0.0, (clock.now() - oldest).total_seconds()) if oldest else 0.0
    yield GaugeMetricFamily("numgames_jobs_delay_seconds", "How long the oldest free job has been due", value=late)
    age = scheduler.age_of(scheduler.SCHEDULER)
    if age is not None:
        silence = GaugeMetricFamily("numgames_scheduler_silence_seconds", "Time since the scheduler's last heartbeat")
        silence.add_metric([], age.total_seconds())
        yield silence


def _match_metrics() -> Iterable[Metric]:
    running = Match.objects.filter(finished_at=None)
    yield GaugeMetricFamily("numgames_matches_running", "Running matches", value=running.count())
    overdue = running.filter(deadline_at__lte=clock.now()).count()
    yield GaugeMetricFamily("numgames_matches_overdue", "Running matches past their deadline", value=overdue)


def metrics() -> tuple[bytes, str]:
    """Return the text and its content type."""
    observe_workers()
    own = CollectorRegistry()
    own.register(DatabaseCollector())
    if SHARED in os.environ:
        forget_dead_processes()
        ProcessCollector(registry=own)
        MultiProcessCollector(own)  # type: ignore[no-untyped-call]  # Prometheus' library has no types here
        return generate_latest(own), CONTENT_TYPE_LATEST
    return generate_latest(REGISTRY) + generate_latest(own), CONTENT_TYPE_LATEST


def observe_workers() -> None:
    """Set the gauges of how many of this process's workers are busy and idle."""
    busy, idle = workers.load()
    WORKERS.labels("busy").set(busy)
    WORKERS.labels("idle").set(idle)


def forget_dead_processes() -> None:
    """Remove the gauges of processes that have ended without removing them."""
    for file in Path(os.environ[SHARED]).glob("gauge_live*_*.db"):
        pid = file.stem.rpartition("_")[2]
        if not Path("/proc", pid).exists() and Path("/proc/self").exists():
            mark_process_dead(int(pid))  # type: ignore[no-untyped-call]  # Prometheus' library has no types here


async def checks() -> dict[str, str]:
    """Return for each check `ok`, or in a few words what is wrong; never an address, a name or a password."""
    results = await asyncio.gather(*(_check(name) for name in CHECKS))
    return dict(zip(CHECKS, results, strict=True))


async def _check(name: str) -> str:
    checked_at, before = _known.get(name, (0.0, ""))
    if before and time.monotonic() - checked_at < FRESH:
        return before
    try:
        async with asyncio.timeout(PATIENCE):
            result = await _running.run(name, lambda: _run(name))
    except TimeoutError:
        result = "no answer in time"
    if before != result and (before or result != OK):
        logger.warning("Readiness, %s: %s", name, result)
    _known[name] = (time.monotonic(), result)
    return result


async def _run(name: str) -> str:
    try:
        work = database_sync_to_async(CHECKS[name], thread_sensitive=False, executor=_threads)
        return str(await work())
    except Exception as fault:
        logger.info("The check of readiness failed: %s", name, exc_info=fault)
        return f"failed ({type(fault).__name__})"


def _database() -> str:
    scheduler.beat(PROBE)
    return OK


def _events() -> str:
    return OK if fanout.passes_messages() else "messages do not come back from Redis"


def _scheduler() -> str:
    age = scheduler.age_of(scheduler.SCHEDULER)
    if age is None:
        return "no scheduler has ever run"
    return OK if age < SILENCE else f"no heartbeat for {age.total_seconds():.0f} s"


def _jobs() -> str:
    waiting = stuck()
    return f"{waiting} due for more than {STUCK.total_seconds() / 60:.0f} minutes" if waiting else OK


CHECKS: dict[str, Callable[[], str]] = {
    "database": _database,
    "events": _events,
    "scheduler": _scheduler,
    "jobs": _jobs,
}


class Probes(Wrapper):
    """An ASGI wrapper that answers the probes itself and passes on everything else."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        probe = PROBES.get(scope["path"])
        if probe is None:
            await self.application(scope, receive, send)
            return
        status, kind, body = await probe(scope) if scope["method"] in SAFE else (405, TEXT, b"Use GET.\n")
        headers = [(b"Content-Type", kind.encode()), (b"Content-Length", b"%d" % len(body))]
        headers += [(b"Cache-Control", b"no-store"), (b"X-Content-Type-Options", b"nosniff")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


async def _health(scope: Scope) -> Answer:
    """Say that the event loop runs."""
    return 200, JSON, _json({"status": "ok"})


async def _readiness(scope: Scope) -> Answer:
    results = await checks()
    failing = {name for name, state in results.items() if state != OK}
    return 503 if failing else 200, JSON, _json({"status": "failing" if failing else "ok", "checks": results})


async def _metrics(scope: Scope) -> Answer:
    if not _may_read_metrics(scope):
        return 403, TEXT, b"Metrics are for this machine only, or for those who send the token.\n"
    text, kind = await sync_to_async(metrics, thread_sensitive=False)()
    return 200, kind, text


def _may_read_metrics(scope: Scope) -> bool:
    """Return whether the request has the token; without a token in the settings, whether it comes from this machine."""
    headers = dict(scope["headers"])
    if settings.METRICS_TOKEN:
        expected = f"Bearer {settings.METRICS_TOKEN}".encode()
        return hmac.compare_digest(headers.get(b"authorization", b""), expected)
    address = (scope.get("client") or ("0.0.0.0", 0))[0]  # noqa: S104 - an address that is not local
    return parsed_address(address).is_loopback and not FORWARDED & {name.lower() for name in headers}


def _json(content: object) -> bytes:
    return json.dumps(content).encode() + b"\n"


PROBES: dict[str, Callable[[Scope], Awaitable[Answer]]] = {
    "/healthz": _health,
    "/readyz": _readiness,
    "/metrics": _metrics,
}
