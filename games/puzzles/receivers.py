"""Hears that a match ended, and has it looked through."""

from __future__ import annotations

from games.matches.models import Match
from games.puzzles.services.extraction import enlist


def match_came_to_its_end(match: Match, **signal: object) -> None:
    """Enlists it, in the same transaction; the clock does the looking."""
    enlist([match])
