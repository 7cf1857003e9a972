"""Registrations of the matches at hooks: periodic work, account deletion and export, the settings page."""

from __future__ import annotations

from accounts.hooks import EventSource, Export, account_deletion, event_sources, personal_data
from core.hooks import SlotPartial
from games import slots, workers
from games.jobs.hooks import Handler, Periodic, job_handlers, periodic_work, scheduler_stops
from games.matches import hooks
from games.matches.files import exports
from games.matches.hooks import MatchJob, cache_warmers, end_warmers, live_partials, match_ended, match_voided
from games.matches.live.streams import EVENTS, things_of
from games.matches.pages import mirror
from games.matches.play import deals, mirrors, positions, sealing, services, updates, vacation
from games.matches.views.player import vacation_panel

SWEEP = 0.5  # seconds between two sweeps of the deadlines

periodic_work.register(Periodic(SWEEP, services.end_overdue, is_apart=True), rank=10)
job_handlers.register(Handler(hooks.MISSING_TURNS, hooks.write_turns))
job_handlers.register(Handler("matches.tallies", updates.write_tallies))
job_handlers.register(Handler(sealing.REVEAL, sealing.reveal_late))
match_ended.register(MatchJob("matches.settle_mirror", mirrors.settle, concerns=lambda match: bool(match.twin_id)))
match_voided.register(MatchJob("matches.void_mirror", mirrors.void_both, concerns=lambda match: bool(match.twin_id)))
scheduler_stops.register(workers.close)  # or a long search would delay the stop

cache_warmers.register(positions.cache_start)
end_warmers.register(deals.read_mixed)

account_deletion.register(services.resign_all)
account_deletion.register(vacation.delete_vacations)
personal_data.register(Export("matches", exports.matches_of))
personal_data.register(Export("vacations", vacation.vacations_of))

event_sources.register(EventSource("matches", "match", "match", EVENTS, things_of), rank=10)

live_partials.register(mirror.BOARDS)
slots.settings.register(SlotPartial("matches/_vacation.html", vacation_panel), rank=20)
