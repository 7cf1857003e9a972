"""Heartbeats in the database: of schedulers in whatever process, of readiness checks, of returns of the site."""

from __future__ import annotations

from datetime import datetime, timedelta

from core import clock
from games.jobs.models import Beat

SCHEDULER = "scheduler"
EVERY = 5.0  # seconds between two beats of a scheduler


def beat(name: str, *, now: datetime | None = None) -> None:
    """Store the time of a heartbeat, by default now."""
    row = Beat(name=name, beat_at=now or clock.now())
    Beat.objects.bulk_create([row], update_conflicts=True, unique_fields=["name"], update_fields=["beat_at"])


def beat_scheduler() -> None:
    """Store a heartbeat of this process's scheduler."""
    beat(SCHEDULER)


def age_of(name: str, *, now: datetime | None = None) -> timedelta | None:
    """Return the time since the last heartbeat of this name; None if there was none."""
    last = Beat.objects.filter(name=name).first()
    return (now or clock.now()) - last.beat_at if last else None
