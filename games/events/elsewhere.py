"""Partials of the events on other pages: the viewer's leagues on the front page and in the lobby."""

from __future__ import annotations

from accounts.models import User
from core.hooks import Context
from games.events.lists import my_leagues


def my_leagues_at(page: Context) -> Context | None:
    """Return the running leagues of the viewer; None without one."""
    user = page.get("user")
    leagues = my_leagues(user) if isinstance(user, User) else []
    return {"leagues": leagues} if leagues else None
