"""Partials of the events on other pages: the viewer's leagues in the lobby."""

from __future__ import annotations

from accounts.models import User
from core.hooks import Context
from games.events.lists import my_leagues, next_league


def in_lobby(page: Context) -> Context | None:
    """Return the running leagues of the viewer, and the next one that players can enter; None without any."""
    user = page.get("user")
    leagues = my_leagues(user) if isinstance(user, User) else []
    coming = None if leagues else next_league()
    return {"leagues": leagues, "coming": coming} if leagues or coming else None
