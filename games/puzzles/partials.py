"""Partials of the puzzles on other pages: today's puzzles, and puzzle ratings."""

from __future__ import annotations

from accounts.models import User
from accounts.slots import Context
from games.puzzles.days import streak_of, today
from games.puzzles.lists import days_of, solvers_of
from games.puzzles.models import Puzzle
from games.puzzles.selection import visible
from games.puzzles.services.dailies import dailies_of


def at_home(page: Context) -> Context | None:
    """Return one of today's puzzles for the home page, of another game every day; without one, only the link."""
    days = days_of(None, dailies_of(today()))
    return {"day": days[today().toordinal() % len(days)] if days else None}


def in_lobby(page: Context) -> Context | None:
    """Return today's puzzles with the viewer's attempts; None while there are none."""
    user = page.get("user")
    viewer = user if isinstance(user, User) else None
    days = days_of(viewer, dailies_of(today()))
    return {"days": days, "streak": streak_of(viewer, today())} if days else None


def of_player(page: Context) -> Context | None:
    """Return a player's puzzle ratings."""
    found = solvers_of(page["person"])
    return {"solvers": found} if found else None


def after_match(page: Context) -> Context:
    """Return a puzzle from the match that has ended, if one was found and is offered; it takes a while."""
    found = visible().filter(source__match=page["match"], state=Puzzle.State.OFFERED).order_by("-rating").first()
    return {"puzzle": found}
