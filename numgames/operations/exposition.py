"""The text of `/metrics`: values of this process, of others that share its folder, and of the database."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from django.db import Error, connection
from django.db.models import Count, Min
from prometheus_client import REGISTRY, CollectorRegistry, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from core import clock
from core.metrics import WORKERS
from games import workers
from games.jobs import scheduler
from games.jobs.models import Job
from games.jobs.services import stuck
from games.matches.models import Match

SHARED = "PROMETHEUS_MULTIPROC_DIR"


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
    yield GaugeMetricFamily("numgames_jobs_stuck", "Due jobs that no runner takes", value=stuck().count())
    oldest = Job.objects.filter(state=Job.State.WAITING, leased_until=None).aggregate(due_at=Min("due_at"))["due_at"]
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
