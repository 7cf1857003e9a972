"""Receivers of fair play: the end and the voiding of a match, account deletion and export, the context of reports."""

from __future__ import annotations

from accounts.hooks import Export, account_deletion, personal_data
from core.hooks import SlotPartial
from games import slots
from games.fairplay import exports, partials, services
from games.matches.hooks import MatchJob, match_ended, match_voided

match_ended.register(
    MatchJob("fairplay.compare", services.compare, concerns=lambda match: match.rated, delay=services.PAUSE)
)
match_voided.register(MatchJob("fairplay.forget", services.forget))

account_deletion.register(services.delete_figures)
personal_data.register(Export("fair_play", exports.comparisons_of))

slots.report.register(SlotPartial("fairplay/_report.html", partials.of_report))
