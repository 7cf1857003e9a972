"""Hears that a match began or ended, and has it noted."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from games.history.services import look_through, note, strike
from games.matches.models import Match


def match_saved(instance: Match, created: bool, **signal: object) -> None:
    """A match begins."""
    if created:
        note([instance])


def match_came_to_its_end(match: Match, **signal: object) -> None:
    """A match ended. What takes reading all its turns waits until the end is committed; the clock does what fails."""
    note([match])
    transaction.on_commit(partial(look_through, match), robust=True)


def match_was_voided(match: Match, **signal: object) -> None:
    """Staff declared a match void."""
    strike(match)
