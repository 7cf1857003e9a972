"""What fair play plugs into others: the end and the voiding of a match, personal data, the context of reports."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.hooks import Export, account_deletion, personal_data
from accounts.models import User
from core.hooks import Context, SlotPartial
from games import slots
from games.fairplay import services
from games.fairplay.models import Comparison, Suspicion
from games.matches.hooks import MatchJob, match_ended, match_voided


def of_report(page: Context) -> Context | None:
    """Return the fair play figures of the reported player, and of the reported match; None without any."""
    report = page["report"]
    figures = list(Suspicion.objects.filter(player=report.about_id).order_by("-score"))
    if not figures:
        return None
    comparisons = Comparison.objects.filter(match=report.match_id, player=report.about_id) if report.match_id else None
    return {"figures": figures, "compared": comparisons.first() if comparisons else None}


def comparisons_of(user: User) -> Iterator[dict[str, object]]:
    """Yield the comparisons of the user's rated matches, as JSON can hold them."""
    comparisons = Comparison.objects.filter(player=user).order_by("finished_at", "pk")
    columns = ("match", "finished_at", "rating", "turns", "agreed", "expected", "loss", "seconds")
    return ({**row} for row in comparisons.values(*columns))


match_ended.register(
    MatchJob("fairplay.compare", services.compare, concerns=lambda match: match.rated, delay=services.PAUSE)
)
match_voided.register(MatchJob("fairplay.forget", services.forget))

account_deletion.register(services.delete_figures)
personal_data.register(Export("fair_play", comparisons_of))

slots.report.register(SlotPartial("fairplay/_report.html", of_report))
