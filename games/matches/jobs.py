"""The job that writes the jobs of turns which an earlier release began; a migration enqueues it."""

from __future__ import annotations

from django.db import transaction

from games.catalogue import games
from games.jobs.models import Job
from games.jobs.services import schedule_missing
from games.matches.hooks import jobs_of_turns
from games.matches.models import Match

TURNS = "matches.turns"
AT_ONCE = 500  # matches in one transaction: others may be waiting to write


def write_turns(_job: Job) -> None:
    """Write the jobs of the present turns of all running matches that lack them. Idempotent."""
    running = Match.objects.filter(finished_at=None, game_slug__in=games()).select_related("first", "second")
    last = ""
    while matches := list(running.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        with transaction.atomic():
            schedule_missing(jobs_of_turns(matches))
        last = matches[-1].pk
