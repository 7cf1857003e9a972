"""Registrations of the matches at hooks: periodic work, account deletion and export, the settings page."""

from __future__ import annotations

from django.core.management import call_command

from accounts.hooks import Export, account_deletion, personal_data
from accounts.naming.retired_names import release_old
from accounts.security.places import delete_old_places
from accounts.security.security_log import delete_old_events
from accounts.services import delete_stale_guests
from core import clock
from core.slots import SlotPartial
from games import slots
from games.jobs import beats
from games.matches.files import exports
from games.matches.hooks import Periodic, cache_warmers, end_warmers, periodic_work
from games.matches.pages import vacation_forms
from games.matches.play import deals, positions, services, vacation

MINUTE, HOUR = 60, 3600  # seconds

periodic_work.register(Periodic(beats.EVERY, beats.beat_scheduler), rank=10)
periodic_work.register(Periodic(HOUR, lambda: delete_stale_guests(clock.now())))
periodic_work.register(Periodic(HOUR, lambda: release_old(clock.now())))
periodic_work.register(Periodic(24 * HOUR, lambda: call_command("clearsessions")))
# Each deletes a batch: once a day, a site whose players add more than that in a day would keep them for ever.
periodic_work.register(Periodic(MINUTE, lambda: delete_old_events(clock.now())))
periodic_work.register(Periodic(MINUTE, lambda: delete_old_places(clock.now())))

cache_warmers.register(positions.cache_start)
end_warmers.register(deals.read_mixed)

account_deletion.register(services.resign_all)
account_deletion.register(vacation.delete_vacations)
personal_data.register(Export("matches", exports.matches_of))
personal_data.register(Export("vacations", vacation.vacations_of))

slots.settings.register(SlotPartial("matches/_vacation.html", vacation_forms.vacation_panel), rank=20)
