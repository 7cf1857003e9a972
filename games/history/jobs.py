"""Jobs of the history: add a finished match, withdraw a void one, scan a match for records."""

from __future__ import annotations

from games.history import services
from games.jobs.models import Job
from games.matches.models import Match


def record_end(match: Match) -> None:
    """Update both players' participations and scan the match for records. Idempotent."""
    services.save_participations([match])
    services.scan(match)


def record_void(match: Match) -> None:
    """Remove the match from statistics and records."""
    services.withdraw(match)


def scan(job: Job) -> None:
    """Scan one finished match for records. Idempotent."""
    match = Match.objects.filter(pk=job.key, finished_at__isnull=False).first()
    if match:
        services.scan(match)
