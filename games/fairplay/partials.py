"""Context of the partial that a report shows to staff."""

from __future__ import annotations

from core.hooks import Context
from games.fairplay.models import Comparison, Suspicion


def of_report(page: Context) -> Context | None:
    """Return the fair play figures of the reported player, and of the reported match; None without any."""
    report = page["report"]
    figures = list(Suspicion.objects.filter(player=report.about_id).order_by("-score"))
    if not figures:
        return None
    comparisons = Comparison.objects.filter(match=report.match_id, player=report.about_id) if report.match_id else None
    return {"figures": figures, "compared": comparisons.first() if comparisons else None}
