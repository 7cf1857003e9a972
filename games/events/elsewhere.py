"""What other pages show of events."""

from __future__ import annotations

from accounts.models import User
from core.hooks import Context
from games.events.lists import Standing, my_leagues, next_cups, next_leagues
from games.events.models import Event

LONGEST = 3  # leagues that the lobby shows


def in_lobby(page: Context) -> Context | None:
    """Return the running leagues of the viewer, or the next one that players can enter; None without any."""
    leagues = _leagues(page)[:LONGEST]
    coming = [] if leagues else next_leagues()
    return {"leagues": leagues, "coming": coming, "is_brief": True} if leagues or coming else None


def today(page: Context) -> Context | None:
    """Return the same with the cups that are about to begin, for the page of the day."""
    leagues = _leagues(page)
    coming = [*([] if leagues else next_leagues()), *next_cups()]
    return {"leagues": leagues, "coming": coming} if leagues or coming else None


def _leagues(page: Context) -> list[tuple[Event, Standing]]:
    user = page.get("user")
    return my_leagues(user) if isinstance(user, User) else []
