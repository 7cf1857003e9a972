"""Partials of the puzzles on other pages: today's puzzles, and puzzle ratings."""

from __future__ import annotations

from accounts.models import User
from accounts.slots import Context
from games.puzzles.days import streak_of, today
from games.puzzles.lists import days_of, solvers_of
from games.puzzles.models import Puzzle
from games.puzzles.puzzle_view import PuzzleView
from games.puzzles.selection import visible
from games.puzzles.services.dailies import dailies_of


def at_home(page: Context) -> Context:
    """Return one of today's puzzles for the home page, to be solved there; of another game every day.

    Without one, the page has only the link to the puzzles.
    """
    dailies = dailies_of(today())
    if not dailies:
        return {"board_view": None}
    puzzle = dailies[today().toordinal() % len(dailies)].puzzle
    return {"puzzle": puzzle, "board_view": PuzzleView(puzzle, None, at_home=True), "at_home": True}


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
    if page.get("just_ended"):
        return {"puzzle": None}
    found = visible().filter(source__match=page["match"], state=Puzzle.State.OFFERED).order_by("-rating").first()
    return {"puzzle": found}
