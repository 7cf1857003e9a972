"""Receivers of the day: deals made in time, the ends of their matches, account deletion and export, slots."""

from __future__ import annotations

from accounts.hooks import Export, account_deletion, personal_data
from core.hooks import SlotFunction, SlotPartial
from games import slots
from games.daily import partials, services
from games.daily.exports import deals_of
from games.daily.weekly import Weekly, write_weekly
from games.jobs.hooks import HOUR, MINUTE, Periodic, periodic_work
from games.matches.hooks import MatchJob, match_ended, match_voided
from games.matches.models import Match
from games.notifications.hooks import kinds


def _is_of_deal(match: Match) -> bool:
    return match.sealed_until is not None


match_ended.register(MatchJob("daily.match_ended", services.note_end, at_once=True, concerns=_is_of_deal))
match_voided.register(MatchJob("daily.match_voided", services.note_end, concerns=_is_of_deal))

# Not a job that enqueues its next one: as a dead letter it would leave all later days without a deal.
periodic_work.register(Periodic(MINUTE, services.make_deals))
# Nor this: the players who have had the mail of the week are the truth.
periodic_work.register(Periodic(HOUR, write_weekly))
kinds.register(Weekly(), rank=75)

account_deletion.register(services.forget)
personal_data.register(Export("deals", deals_of))

slots.lobby_turns.register(SlotPartial("daily/_deals.html", partials.in_lobby), rank=40)
slots.home_news.register(SlotPartial("daily/_news.html", partials.at_home))
slots.end.register(SlotFunction(partials.of_match), rank=10)
