"""Receivers of the lobby: periodic work, account deletion and export, news, notifications, a slot."""

from __future__ import annotations

from accounts.hooks import (
    EventSource,
    Export,
    account_deletion,
    event_sources,
    live_pages,
    page_partials,
    personal_data,
    player_blocked,
)
from core.hooks import SlotFunction, SlotPartial
from games import slots
from games.clubs.hooks import club_partials
from games.jobs.hooks import Periodic, periodic_work
from games.lobby import elsewhere, exports, notices, pairing, programs, services, standing
from games.matches.hooks import MatchJob, match_ended, match_voided, mirror_ended, player_awaited, site_resumed
from games.notifications.hooks import kinds

# No job: what pairs offers or makes them stale is also that players come and go, at moments that no row knows. Each is
# one read of the few open offers by their index; the first asks only whether there are two.
periodic_work.register(Periodic(1, pairing.pair_waiting, is_apart=True))
periodic_work.register(Periodic(30, services.close_stale_offers))
site_resumed.register(services.resume_offers)
player_awaited.register(services.call_awaited)

account_deletion.register(services.withdraw_all, rank=10)  # before matches are resigned
account_deletion.register(standing.stop_all, rank=10)
player_blocked.register(standing.stop_between)
personal_data.register(Export("offers", exports.offers_of))
personal_data.register(Export("standing_challenges", exports.standing_of))
match_ended.register(MatchJob("lobby.match_ended", together=standing.go_on, concerns=standing.may_concern))
match_voided.register(MatchJob("lobby.match_voided", together=standing.go_on, concerns=standing.may_concern))
mirror_ended.register(MatchJob("lobby.mirror_ended", together=standing.go_on, concerns=standing.may_concern))

event_sources.register(EventSource("challenges", "challenge", "offer", programs.EVENTS, programs.things_of), rank=20)
page_partials.register(elsewhere.CALL)
live_pages.register(elsewhere.FRONT)
club_partials.register(elsewhere.OF_CLUB, rank=20)
kinds.register(notices.Challenge(), rank=20)
kinds.register(notices.Call(), rank=30)

slots.home.register(SlotFunction(elsewhere.at_home), rank=10)
slots.player.register(SlotPartial("lobby/_us_two.html", elsewhere.us_two), rank=20)
slots.player.register(SlotPartial("lobby/_of_player.html", elsewhere.of_player), rank=22)
slots.player.register(SlotPartial("lobby/_played_now.html", elsewhere.played_now_by), rank=21)
slots.beside_computer.register(SlotPartial("lobby/_called.html", elsewhere.called), rank=10)
