"""Hears that a match ended, and has its draw counted later."""

from __future__ import annotations

from games.fairness.models import Waiting
from games.matches.models import Match


def match_came_to_its_end(match: Match, **signal: object) -> None:
    """One row that nobody else writes: no two matches that end wait for each other."""
    Waiting.objects.bulk_create([Waiting(match=match)], ignore_conflicts=True)
