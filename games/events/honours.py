"""What a player has reached in events, from their final tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from accounts.models import User
from core.hooks import Context
from games.events.models import Entry, Event

LATEST = 5  # events that a player's page lists
LEAGUE = Q(event__kind=Event.Kind.LEAGUE)
# A league is won in its highest division.
TITLE = Q(place=1) & (~LEAGUE | Q(division__number=1))


@dataclass(frozen=True)
class Honours:
    """How many seasons and cups a player has finished, titles, promotions, and the latest of these events."""

    seasons: int
    cups: int
    titles: int
    promotions: int
    latest: Sequence[Entry]


def honours_of(player: User) -> Honours | None:
    """Return what a player has reached; None before the first event. Events by link only are not named."""
    finished = Entry.objects.filter(
        player=player, place__isnull=False, event__state=Event.State.OVER, event__is_listed=True
    )
    counts = finished.aggregate(
        seasons=Count("pk", filter=LEAGUE),
        cups=Count("pk", filter=~LEAGUE),
        titles=Count("pk", filter=TITLE),
        promotions=Count("pk", filter=Q(movement__gt=0)),
    )
    if not counts["seasons"] + counts["cups"]:
        return None
    events = finished.select_related("event__series", "division").order_by("-event__ended_at", "-pk")
    return Honours(**counts, latest=list(events[:LATEST]))


def of_player(page: Context) -> Context | None:
    """Return the honours of the player whose page this is; None without any, and for computers."""
    person: User = page["person"]
    honours = None if person.is_computer else honours_of(person)
    return {"honours": honours} if honours else None
