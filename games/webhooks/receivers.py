"""Receivers of the webhooks: what happens to matches, jobs, account deletion and export, a link in the settings."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.hooks import Export, account_deletion, personal_data, sessions_ended
from core.hooks import Context, SlotPartial
from games import slots
from games.jobs.hooks import DAY, Periodic, job_handlers, periodic_work
from games.matches.hooks import MatchJob, match_ended, match_started, turn_jobs
from games.matches.models import Match
from games.notifications.hooks import kinds
from games.webhooks import exports, jobs, notices, services

for handler in jobs.HANDLERS:
    job_handlers.register(handler)


@match_started.register
def note_start(matches: Sequence[Match]) -> None:
    """Note that matches have begun."""
    for match in matches:
        services.note("match.started", match.pk, match.first_id, match.second_id)


def note_end(match: Match) -> None:
    """Note that a match is over."""
    services.note("match.ended", match.pk, match.first_id, match.second_id)


def panel(page: Context) -> Context:
    """Return the context of the link in the settings."""
    return {}


turn_jobs.register(services.jobs_of_turns)
match_ended.register(MatchJob("webhooks.match_ended", note_end, concerns=services.concerns))
periodic_work.register(Periodic(DAY, services.delete_old))
kinds.register(notices.Disabled(), rank=90)
account_deletion.register(services.forget_all)
sessions_ended.register(services.forget_all_of)
personal_data.register(Export("webhooks", exports.webhooks_of))
slots.settings.register(SlotPartial("webhooks/_settings.html", panel), rank=80)
