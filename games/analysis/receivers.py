"""Receivers of the analysis: background work, and the links from pages of finished matches."""

from __future__ import annotations

from accounts import slots
from accounts.slots import SlotPartial
from games.analysis import jobs, partials
from games.matches.hooks import background_work

background_work.register(jobs.work_on_waiting)

slots.over.register(SlotPartial("analysis/link.html", partials.of_match), rank=70)
slots.replay.register(SlotPartial("analysis/link.html", partials.of_turn), rank=20)
