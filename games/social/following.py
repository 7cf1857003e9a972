"""Followed players who are online."""

from __future__ import annotations

from accounts import presence
from accounts.models import User
from games.social.models import Favourite


def followed_online(viewer: User | None, hidden: set[int]) -> list[User]:
    """Return the players whom the viewer follows and who are online, without those with these keys; by name."""
    if viewer is None:
        return []
    followed = Favourite.objects.filter(by=viewer).values("of")
    return list(presence.online().filter(pk__in=followed).exclude(pk__in=hidden).order_by("name_key"))
