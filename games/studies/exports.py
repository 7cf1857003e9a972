"""The studies in the export of a player's data."""

from __future__ import annotations

from accounts.models import User
from games.studies.models import Study


def studies_of(player: User) -> list[dict[str, object]]:
    """Return the studies of a player, the latest first."""
    fields = ("id", "match", "begins", "line", "name", "comment", "sharing", "made_at")
    return [{**row} for row in Study.objects.filter(owner=player).values(*fields)]
