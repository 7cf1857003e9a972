"""Jobs of the planned moves: each is written by the move after which it is the planner's turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from core import clock
from games.jobs.models import Job
from games.matches.models import Match
from games.planned import services


def jobs_of_turns(matches: Sequence[Match]) -> Mapping[tuple[str, str], datetime]:
    """Return the jobs of the turns that these matches begin, due at once, where the player has planned a move."""
    now = clock.now()
    return {(services.PLAY, key): now for key in services.has_plan(matches)}


def play(job: Job) -> None:
    """Play the planned move of the player whose turn it is in the job's match."""
    services.play_first(job.key)


def forget(match: Match) -> None:
    """Delete the planned moves of a match that is over."""
    services.forget([match])


def forget_all(matches: Sequence[Match]) -> None:
    """Delete the planned moves of matches that are over."""
    services.forget(matches)
