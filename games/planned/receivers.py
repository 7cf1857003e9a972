"""Receivers of the planned moves: work in the background, and what the page of a match shows."""

from __future__ import annotations

from accounts.hooks import Export, personal_data
from core.slots import SlotPartial
from games import slots
from games.jobs.hooks import Periodic, periodic_work
from games.matches.hooks import LivePartialSource, live_partials
from games.planned import partials, services

periodic_work.register(Periodic(1, services.play_due, is_apart=True))
live_partials.register(LivePartialSource(services.PLANNED, partials.render))

personal_data.register(Export("planned_moves", services.plans_by))

slots.match.register(SlotPartial("planned/_planned.html", partials.of_match), rank=20)
