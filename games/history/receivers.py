"""Receivers of the history: start and end of a match, the export, and slots."""

from __future__ import annotations

from accounts.hooks import Export, personal_data
from core.hooks import SlotFunction, SlotPartial
from games import slots
from games.history import jobs, partials, services
from games.history.exports import records_of
from games.jobs.hooks import Handler, job_handlers
from games.matches.hooks import MatchJob, match_ended, match_started, match_voided

match_started.register(jobs.record_start)
match_ended.register(MatchJob("history.match_ended", jobs.record_end, together=jobs.record_ends))
match_voided.register(MatchJob("history.match_voided", jobs.record_void))
job_handlers.register(Handler(services.SCAN, jobs.scan))

personal_data.register(Export("records", records_of))

slots.player.register(SlotPartial("history/_player.html", partials.of_player), rank=60)
slots.fairness.register(SlotPartial("history/check_file.html"))
slots.replay.register(SlotFunction(partials.curve_of_replay))
slots.over.register(SlotFunction(partials.curve_of_end), rank=60)
