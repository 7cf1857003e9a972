"""Jobs of the draw statistics."""

from __future__ import annotations

from games.fairness import services
from games.jobs.models import Job
from games.jobs.registry import handler
from games.matches.events import match_ended

match_ended.add_kind(services.COUNT)


@handler(services.COUNT)
def count(job: Job) -> None:
    """Count the draw of one finished match, exactly once."""
    services.count_draws([job])
