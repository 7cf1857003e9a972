"""Job handlers of the draw statistics."""

from __future__ import annotations

from collections.abc import Sequence

from games.fairness import services
from games.jobs.models import Job


def count(job: Job) -> None:
    """Count the draw of one finished match, exactly once."""
    services.count_draws([job])


def count_all(jobs: Sequence[Job]) -> None:
    """Count the draws of several finished matches, each exactly once."""
    services.count_draws(jobs)
