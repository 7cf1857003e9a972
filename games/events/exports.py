"""The entries in the export of a player's data."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.models import User
from core.web import rows_of
from games.events.models import Entry, Event, Pairing, Series

PAIRINGS = ("as_first__round", "as_second__round")


def entries_of(player: User) -> Iterator[dict[str, object]]:
    """Yield every entry of the player as plain data, oldest first."""
    theirs = (
        Entry.objects.filter(player=player)
        .select_related("event__series", "division", "team")
        .prefetch_related(*PAIRINGS)
        .order_by("joined_at", "pk")
    )
    return map(_record, rows_of(theirs))


def events_by(player: User) -> list[dict[str, object]]:
    """Return the events and series that the player has made, the first one first."""
    plain = ("pk", "name", "text")
    series = Series.objects.filter(creator=player).order_by("pk").values(*plain)
    events = Event.objects.filter(creator=player).prefetch_related("teams").order_by("pk")
    rows = [{name: getattr(one, name) for name in plain} | _teams(one) for one in events]
    return [*({**row} for row in series), *rows]


def _teams(event: Event) -> dict[str, object]:
    teams = [{"name": team.name, "link": team.link_key} for team in event.teams.all()]
    return {"teams": teams} if teams else {}


def _record(entry: Entry) -> dict[str, object]:
    plain = ("state", "joined_at", "stays", "confirmed_bots", "absences", "place", "removed_later", "movement")
    return {
        "event": entry.event_id,
        "club": entry.event.club_id,
        "team": entry.team and entry.team.name,
        "kind": entry.event.kind,
        "game": entry.event.game_slug,
        "division": entry.division.number if entry.division else None,
        **{name: getattr(entry, name) for name in plain},
        "pairings": [_pairing(one) for one in (*entry.as_first.all(), *entry.as_second.all())],
    }


def _pairing(pairing: Pairing) -> dict[str, object]:
    plain = ("match_id", "result", "cause", "decided_at")
    return {"round": pairing.round.number, **{name: getattr(pairing, name) for name in plain}}
