"""Heartbeats in the database: of the scheduler, in whatever process it runs, and of readiness checks (a test write)."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts import sitetime
from games.jobs.models import Beat

SCHEDULER = "scheduler"
EVERY = 5.0  # seconds between two beats of a scheduler


def beat(name: str, *, now: datetime | None = None) -> None:
    """Store the time of a heartbeat, by default now."""
    Beat.objects.update_or_create(name=name, defaults={"beat_at": now or sitetime.now()})


def beat_scheduler() -> None:
    """Store a heartbeat of this process's scheduler."""
    beat(SCHEDULER)


def age_of(name: str, *, now: datetime | None = None) -> timedelta | None:
    """Return the time since the last heartbeat of this name; None if there was none."""
    last = Beat.objects.filter(name=name).first()
    return (now or sitetime.now()) - last.beat_at if last else None
