"""Receivers of the events: their job, results, leagues, account deletion and export, pages, notifications."""

from __future__ import annotations

from accounts.hooks import Export, account_deletion, live_pages, personal_data
from core.hooks import SlotFunction, SlotPartial
from games import slots
from games.clubs.hooks import club_partials, members_left, name_needs
from games.events import elsewhere, exports, honours, jobs, notices, partials, seasons, services
from games.events.cups import recurring
from games.events.formats import formats
from games.events.formats.arena import Arena
from games.events.formats.knockout import Knockout
from games.events.formats.league import League
from games.events.formats.robin import Robin
from games.events.formats.swiss import Swiss
from games.events.formats.teams import Teams
from games.jobs.hooks import MINUTE, Handler, Periodic, job_handlers, periodic_work
from games.matches.hooks import MatchJob, match_ended, match_voided, mirror_ended
from games.notifications.hooks import kinds

job_handlers.register(Handler(services.RUN, jobs.run))
match_ended.register(MatchJob("events.match_ended", services.record_result, concerns=services.is_of_event))
match_voided.register(MatchJob("events.match_voided", services.record_result, concerns=services.is_of_event))
mirror_ended.register(MatchJob("events.mirror_ended", services.record_result, concerns=services.is_of_event))
for format_ in (League(), Knockout(), Robin(), Swiss(), Arena(), Teams()):
    formats.register(format_)
# No job: as a dead letter it would leave a league without a season that players can enter.
periodic_work.register(Periodic(10 * MINUTE, seasons.keep_leagues))
periodic_work.register(Periodic(10 * MINUTE, recurring.keep_cups))

account_deletion.register(services.leave_all, rank=10)  # before matches are resigned
personal_data.register(Export("entries", exports.entries_of))
personal_data.register(Export("events", exports.events_by))
live_pages.register(partials.EVENT)
members_left.register(services.heed_members)
club_partials.register(elsewhere.OF_CLUB, rank=30)
name_needs.register(elsewhere.needs_name)
kinds.register(notices.SeasonBegun(), rank=60)
kinds.register(notices.SeasonOver(), rank=61)
kinds.register(notices.RoundBegun(), rank=62)
kinds.register(notices.RoundWaits(), rank=63)
kinds.register(notices.Soon(), rank=64)
kinds.register(notices.Moved(), rank=65)
kinds.register(notices.Cancelled(), rank=66)
kinds.register(notices.TakenOut(), rank=67)

slots.home_news.register(SlotPartial("events/_at_home.html", elsewhere.at_home), rank=60)
slots.today.register(SlotPartial("events/_my_leagues.html", elsewhere.today))
slots.lobby.register(SlotPartial("events/_my_leagues.html", elsewhere.in_lobby), rank=60)
slots.player.register(SlotPartial("events/_of_player.html", honours.of_player), rank=25)
slots.match.register(SlotPartial("events/_at_match.html", elsewhere.at_match), rank=20)
slots.end.register(SlotFunction(elsewhere.at_end), rank=5)
