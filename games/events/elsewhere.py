"""What other pages show of events."""

from __future__ import annotations

from accounts.models import User
from core.hooks import Context
from games.events.lists import my_leagues, next_cups, next_league


def in_lobby(page: Context) -> Context | None:
    """Return the running leagues of the viewer, and the next one that players can enter; None without any."""
    user = page.get("user")
    leagues = my_leagues(user) if isinstance(user, User) else []
    coming = [] if leagues else [event for event in [next_league()] if event]
    return {"leagues": leagues, "coming": coming} if leagues or coming else None


def today(page: Context) -> Context | None:
    """Return the same with the cups that are about to begin, for the page of the day."""
    context = in_lobby(page) or {"leagues": [], "coming": []}
    coming = [*context["coming"], *next_cups()]
    return {**context, "coming": coming} if context["leagues"] or coming else None
