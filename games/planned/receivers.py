"""Receivers of the planned moves: its jobs, and what the page of a match shows."""

from __future__ import annotations

from accounts.hooks import Export, personal_data
from core.hooks import SlotPartial
from games import slots
from games.jobs.hooks import Handler, job_handlers
from games.matches.hooks import TURNS, MatchJob, live_partials, match_ended, turn_jobs
from games.planned import partials, services

job_handlers.register(Handler(services.PLAY, services.play, TURNS))
turn_jobs.register(services.jobs_of_turns)
match_ended.register(MatchJob("planned.forget", together=services.forget))
live_partials.register(partials.PLANS)

personal_data.register(Export("planned_moves", services.plans_by))

slots.match.register(SlotPartial("planned/_planned.html", partials.of_match), rank=20)
