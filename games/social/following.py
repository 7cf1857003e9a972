"""Who of the players that somebody follows is here."""

from __future__ import annotations

from accounts import presence
from accounts.models import User
from games.social.models import Favourite


def favourites_here(viewer: User | None, hidden: set[int]) -> list[User]:
    """The players whom the viewer follows and who are here now, except those with these keys; by name."""
    if viewer is None:
        return []
    followed = Favourite.objects.filter(by=viewer).values("of")
    return list(presence.online().filter(pk__in=followed).exclude(pk__in=hidden).order_by("name_key"))
