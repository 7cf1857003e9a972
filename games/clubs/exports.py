"""The clubs in the export of a player's data."""

from __future__ import annotations

from accounts.models import User
from games.clubs.models import Line, Member


def clubs_of(player: User) -> list[dict[str, object]]:
    """Return what the player is to which club, the first one first, and of own clubs, which captains lead, the rest."""
    theirs = Member.objects.filter(player=player).select_related("club").order_by("joined_at", "pk")
    return [_club(one) for one in theirs]


def _club(member: Member) -> dict[str, object]:
    club = member.club
    club_data: dict[str, object] = {
        "club": club.pk,
        "name": club.name,
        "role": member.role,
        "since": member.joined_at,
    }
    if not member.leads:
        return club_data
    people = club.members.select_related("player").order_by("joined_at", "pk")
    return club_data | {
        "text": club.text,
        "entry": club.entry,
        "made_at": club.made_at,
        "members": [{"name": one.player.file_name, "role": one.role, "since": one.joined_at} for one in people],
    }


def lines_of(player: User) -> list[dict[str, object]]:
    """Return what the player wrote in the chats of clubs, the oldest first."""
    rows = Line.objects.filter(author=player).order_by("pk")
    return [{**row} for row in rows.values("club", "text", "phrase", "made_at", "erased_at")]
