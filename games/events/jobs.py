"""Jobs of the events: their run, and the results of matches."""

from __future__ import annotations

from core import clock
from games.events import services
from games.jobs.models import Job


def run(job: Job) -> None:
    """Do what is due in the event with the job's key, and come back when something is due next."""
    job.again_at = services.run(job.key, clock.now())
