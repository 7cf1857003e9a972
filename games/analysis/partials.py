"""Links from the pages of a match to its analysis."""

from __future__ import annotations

from django.urls import reverse

from accounts.slots import Context
from games.matches.models import Match


def of_match(page: Context) -> dict[str, object] | None:
    """Return the context of the link on the page of a finished match."""
    match: Match = page["match"]
    return {"analysis": reverse("analysis:analysis", args=[match.pk])} if _has_ended(match) else None


def of_turn(page: Context) -> dict[str, object] | None:
    """Return the context of the link to the analysis of the shown turn; at the start, of the first turn."""
    match: Match = page["match"]
    return {"analysis": reverse("analysis:turn", args=[match.pk, max(1, page["ply"])])} if _has_ended(match) else None


def _has_ended(match: Match) -> bool:
    return match.finished_at is not None and match.ply > 0
