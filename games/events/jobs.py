"""The job of the events: their run."""

from __future__ import annotations

from core import clock
from games.events import formats
from games.jobs.models import Job


def run(job: Job) -> None:
    """Do what is due in the event with the job's key, and come back when something is due next."""
    job.again_at = formats.run(job.key, clock.now())
