"""Help in matches against computers, in the export of a player's data."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import User
from games.computers.models import Guide, Hint


def help_of(player: User) -> dict[str, object]:
    """Return which matches have a guide, and how far a hint of the present turn was shown; the match has its text."""
    own = Q(match__first=player) | Q(match__second=player)
    return {
        "guides": list(Guide.objects.filter(own).order_by("pk").values("match", "shown")),
        "hints": list(Hint.objects.filter(own).order_by("pk").values("match", "ply", "step")),
    }
