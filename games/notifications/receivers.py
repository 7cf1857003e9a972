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
from core.hooks import SlotFunction, SlotPartial
from games import slots
from games.jobs.hooks import DAY, Periodic, job_handlers, periodic_work
from games.matches.hooks import (
    MatchJob,
    end_warmers,
    match_ended,
    match_nudged,
    match_opened,
    message_written,
    turn_jobs,
)
from games.matches.models import Match
from games.notifications import exports, jobs, partials, services, turns
from games.notifications.hooks import kinds
from games.notifications.kinds import Message, Nudge, Over, Reminder, Test, Turn

kinds.register(Turn(), rank=10)
kinds.register(Over(), rank=40)
kinds.register(Nudge(), rank=50)
kinds.register(Reminder(), rank=60)
kinds.register(Message(), rank=70)
kinds.register(Test(), rank=80)

for handler in jobs.handlers():
    job_handlers.register(handler)

turn_jobs.register(jobs.jobs_of_turns)
match_ended.register(MatchJob("notifications.match_ended", services.tell_end, together=services.tell_ends))
match_nudged.register(MatchJob("notifications.match_nudged", services.tell_nudge))
message_written.register(services.tell_message)
end_warmers.register(turns.count_at_ends)

# Once a day, by the index of their age
periodic_work.register(Periodic(DAY, services.delete_old))

account_deletion.register(services.forget_all)
sessions_ended.register(services.forget_devices)
session_ended.register(services.forget_devices_of_session)
personal_data.register(Export("notifications", exports.notifications_of))

page_partials.register(partials.MY_TURNS)
page_partials.register(partials.TOAST)
page_reports.register(partials.look)
page_events.register(partials.note_end)

slots.push_key.register(SlotFunction(partials.push_key))
slots.title.register(SlotFunction(partials.title))
slots.header.register(SlotFunction(partials.my_turns))
slots.end.register(SlotFunction(partials.next_match), rank=10)
slots.match.register(SlotPartial("notifications/_next.html", partials.next_turn), rank=10)
slots.settings.register(SlotPartial("notifications/_notifications.html", partials.settings_panel), rank=30)


@match_opened.register
def mark_seen(match: Match, user: User) -> None:
    """Mark the notifications about a match as seen by a player who has opened its page."""
    services.mark_match_seen(user, match.pk)
