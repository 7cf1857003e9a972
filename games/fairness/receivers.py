"""Hears that a match ended, and has its draw counted later."""

from __future__ import annotations

from games.fairness.services import let_wait
from games.matches.models import Match


def match_came_to_its_end(match: Match, **signal: object) -> None:
    """One row that nobody else writes: no two matches that end wait for each other."""
    let_wait([match.pk])
