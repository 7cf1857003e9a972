"""A player's records in the data export."""

from __future__ import annotations

from accounts.models import User
from games.history.models import Record


def records_of(player: User) -> list[dict[str, object]]:
    """Return the player's records as plain data."""
    plain = ("game_slug", "kind", "value", "text", "ply", "at")
    records = Record.objects.filter(player=player).order_by("game_slug", "kind")
    return [{"match": record.match_id, **{name: getattr(record, name) for name in plain}} for record in records]
