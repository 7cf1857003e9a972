"""Jobs of the history: take in a match that ended, take out a void one, and scan a match for records."""

from __future__ import annotations

from games.history import services
from games.jobs.models import Job
from games.matches.models import Match


def record_end(match: Match) -> None:
    """Bring both players' participations up to date and look for records. Idempotent."""
    services.save_participations([match])
    services.scan(match)


def record_void(match: Match) -> None:
    """Take the match out of figures and records."""
    services.withdraw(match)


def scan(job: Job) -> None:
    """Look for records in one finished match. Idempotent."""
    match = Match.objects.filter(pk=job.key, finished_at__isnull=False).first()
    if match:
        services.scan(match)
