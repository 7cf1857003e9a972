"""Jobs of the draw statistics."""

from __future__ import annotations

from games.fairness import services
from games.jobs.models import Job


def count(job: Job) -> None:
    """Count the draw of one finished match, exactly once."""
    services.count_draws([job])
