"""Analyses of matches in the export of a player's data."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from accounts.models import User
from core.web import rows_of
from games.analysis.models import Analysis


def analyses_of(player: User) -> Iterator[dict[str, object]]:
    """Yield the analyses of the player's matches; without what the computer measured at each position."""
    own = Analysis.objects.filter(Q(match__first=player) | Q(match__second=player))
    return map(_record, rows_of(own.defer("measured", "estimate").order_by("asked_at", "pk")))


def _record(analysis: Analysis) -> dict[str, object]:
    return {"match": analysis.pk, **{name: getattr(analysis, name) for name in ("state", "asked_at", "summary")}}
