"""Work of the history: add a started and a finished match, withdraw a void one, scan a match for records."""

from __future__ import annotations

from collections.abc import Sequence

from games.history import services
from games.jobs.models import Job
from games.matches.models import Match


def record_start(match: Match) -> None:
    """Save both players' participations of a match that has just been created."""
    services.save_participations([match])


def record_end(match: Match) -> None:
    """Update both players' participations and scan the match for records. Idempotent."""
    services.scan([match])


def record_ends(matches: Sequence[Match]) -> None:
    """Update participations and scan for records, for several matches. Idempotent."""
    services.scan(matches)


def record_void(match: Match) -> None:
    """Remove the match from statistics and records."""
    services.withdraw(match)


def scan(job: Job) -> None:
    """Scan one finished match for records. Idempotent."""
    match = Match.objects.filter(pk=job.key, finished_at__isnull=False).first()
    if match:
        services.scan([match])
