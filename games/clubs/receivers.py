"""Receivers of the clubs: the rule for captains, account deletion and export, pages, notifications."""

from __future__ import annotations

from accounts.hooks import Export, account_deletion, live_pages, personal_data
from core.hooks import SlotPartial
from games import slots
from games.clubs import exports, notices, partials, services
from games.clubs.hooks import club_partials
from games.jobs.hooks import DAY, Periodic, periodic_work
from games.notifications.hooks import kinds

periodic_work.register(Periodic(DAY, services.keep_offices))  # no moment causes it: captains stay away
account_deletion.register(services.leave_all)
personal_data.register(Export("clubs", exports.clubs_of))
live_pages.register(partials.CLUB)
club_partials.register(partials.HEAD, rank=10)
club_partials.register(partials.MEMBERS, rank=50)
kinds.register(notices.Asked(), rank=70)
kinds.register(notices.Admitted(), rank=71)
kinds.register(notices.Captain(), rank=72)
slots.player.register(SlotPartial("clubs/_own.html", partials.own_clubs), rank=60)
