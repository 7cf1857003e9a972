"""Receivers of the notifications: events of matches, periodic work, account deletion and export, news, slots."""

from __future__ import annotations

from accounts.hooks import (
    Export,
    account_deletion,
    page_events,
    page_partials,
    page_reports,
    personal_data,
    session_ended,
    sessions_ended,
)
from accounts.models import User
from core.slots import SlotFunction, SlotPartial
from games import slots
from games.jobs.hooks import job_handlers
from games.matches.hooks import (
    MatchJob,
    Periodic,
    end_warmers,
    match_ended,
    match_nudged,
    match_opened,
    message_written,
    periodic_work,
)
from games.matches.models import Match
from games.notifications import detection, exports, jobs, live_news, partials, services, turns

DAY = 24 * 3600  # seconds

for handler in jobs.handlers():
    job_handlers.register(handler)

match_ended.register(MatchJob("notifications.match_ended", jobs.tell_end, together=jobs.tell_ends))
match_nudged.register(MatchJob("notifications.match_nudged", jobs.tell_nudge))
message_written.register(services.tell_message)
end_warmers.register(turns.count_at_ends)

periodic_work.register(Periodic(5, lambda: detection.notify_turns(recent=True)))
periodic_work.register(Periodic(2, detection.notify_turns))
periodic_work.register(Periodic(2, detection.notify_reminders))
periodic_work.register(Periodic(DAY, services.delete_old))

account_deletion.register(services.forget_all)
sessions_ended.register(services.forget_devices)
session_ended.register(services.forget_devices_of_session)
personal_data.register(Export("notifications", exports.notifications_of))

page_partials.register(live_news.MY_TURNS)
page_partials.register(live_news.TOAST)
page_reports.register(live_news.look)
page_events.register(live_news.note_end)

slots.title.register(SlotFunction(partials.title))
slots.header.register(SlotFunction(partials.my_turns))
slots.end.register(SlotFunction(partials.next_match), rank=10)
slots.match.register(SlotPartial("notifications/_next.html", partials.next_turn), rank=10)
slots.settings.register(SlotPartial("notifications/_notifications.html", partials.settings_panel), rank=30)


@match_opened.register
def mark_seen(match: Match, user: User) -> None:
    """Mark the notifications about a match as seen by a player who has opened its page."""
    services.mark_match_seen(user, match.pk)
