"""The pieces that stand on pages of other apps: today's puzzles, and how good a player is at them."""

from __future__ import annotations

from accounts.models import User
from accounts.slots import Context
from games.puzzles.days import streak_of, today
from games.puzzles.lists import days_of, solvers_of
from games.puzzles.services.dailies import dailies_of


def at_home(page: Context) -> Context | None:
    """The way to today's puzzles from the front door."""
    return {}


def in_lobby(page: Context) -> Context | None:
    """Today's puzzles, with what the viewer did at them; nothing while there are none."""
    user = page.get("user")
    viewer = user if isinstance(user, User) else None
    days = days_of(viewer, dailies_of(today()))
    return {"days": days, "streak": streak_of(viewer, today())} if days else None


def of_player(page: Context) -> Context | None:
    """A player's puzzle ratings."""
    found = solvers_of(page["person"])
    return {"solvers": found} if found else None
