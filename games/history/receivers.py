"""Receivers of the history: start and end of a match, the export, and slots."""

from accounts.hooks import Export, personal_data
from core.hooks import SlotFunction, SlotPartial
from games import slots
from games.history import partials, services
from games.jobs.hooks import Handler, job_handlers
from games.matches.hooks import MatchJob, match_ended, match_started, match_voided, matches_of

match_started.register(services.note_starts)
scan = MatchJob("history.match_ended", together=services.scan, publishes=True, concerns=services.is_public)
match_ended.register(scan)
match_voided.register(MatchJob("history.match_voided", services.withdraw, publishes=True))
job_handlers.register(Handler(services.SCAN, lambda job: services.scan(matches_of([job]))))

personal_data.register(Export("participations", services.participations_of))
personal_data.register(Export("records", services.records_of))

slots.player.register(SlotPartial("history/_player.html", partials.of_player), rank=60)
slots.fairness.register(SlotPartial("history/check_file.html"))
slots.replay.register(SlotFunction(partials.curve_of_replay))
slots.over.register(SlotFunction(partials.curve_of_end), rank=60)
