"""Receivers of the planned moves: work in the background, and what the page of a match shows."""

from __future__ import annotations

from accounts.hooks import Export, personal_data
from core.slots import SlotPartial
from games import slots
from games.matches.hooks import Periodic, background_work, live_partials
from games.planned import partials, services

background_work.register(Periodic(1, services.play_due, lambda: [services.some_planned]))
live_partials.register(partials.PLANS)

personal_data.register(Export("planned_moves", services.plans_by))

slots.match.register(SlotPartial("planned/_planned.html", partials.of_match), rank=20)
