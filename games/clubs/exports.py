"""The clubs in the export of a player's data."""

from __future__ import annotations

from accounts.models import User
from games.clubs.models import Line, Member


def clubs_of(player: User) -> list[dict[str, object]]:
    """Return what the player is to which club, the first one first. A ban is a decision of its captains."""
    theirs = Member.objects.filter(player=player).select_related("club").order_by("joined_at", "pk")
    return [{"club": one.club_id, "name": one.club.name, "role": one.role, "since": one.joined_at} for one in theirs]


def lines_of(player: User) -> list[dict[str, object]]:
    """Return what the player wrote in the chats of clubs, the oldest first."""
    rows = Line.objects.filter(author=player).order_by("pk")
    return [{**row} for row in rows.values("club", "text", "phrase", "made_at", "erased_at")]
