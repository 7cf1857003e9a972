"""The entries in the export of a player's data."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.models import User
from core.responses import rows_of
from games.events.models import Entry


def entries_of(player: User) -> Iterator[dict[str, object]]:
    """Yield every entry of the player as plain data, oldest first."""
    theirs = Entry.objects.filter(player=player).select_related("event__series", "division").order_by("joined_at", "pk")
    return map(_record, rows_of(theirs))


def _record(entry: Entry) -> dict[str, object]:
    plain = ("state", "joined_at", "stays", "confirmed_bots", "absences", "place", "removed_later", "movement")
    return {
        "event": entry.event_id,
        "club": entry.event.club_id,
        "kind": entry.event.kind,
        "game": entry.event.game_slug,
        "division": entry.division.number if entry.division else None,
        **{name: getattr(entry, name) for name in plain},
    }
