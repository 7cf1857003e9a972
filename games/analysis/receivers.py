"""Receivers of the analysis: its job, and the links from pages of finished matches."""

from __future__ import annotations

from datetime import timedelta

from accounts import slots
from accounts.slots import SlotPartial
from games.analysis import jobs, partials, services
from games.jobs.hooks import Handler, job_handlers

job_handlers.register(
    Handler(
        services.MEASURE,
        jobs.work_on,
        jobs.ANALYSES,
        most_tries=3,
        first_pause=timedelta(seconds=10),
        gave_up=services.fail,
    )
)

slots.end.register(SlotPartial("analysis/_end.html", partials.of_match), rank=70)
slots.replay.register(SlotPartial("analysis/link.html", partials.of_turn), rank=20)
