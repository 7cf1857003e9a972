"""Partials of the puzzles on other pages: today's puzzles, puzzle ratings, and the way to a puzzle from a match."""

from __future__ import annotations

from django.template.loader import render_to_string

from accounts.models import User
from accounts.slots import Context
from games.matches.hooks import LivePartial
from games.matches.models import Match
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
    return _of_match(page["match"], looks=not page.get("just_ended"))


def news_of_match(match: Match, viewer: User | None) -> LivePartial | None:
    """Render the same for an open page; None before the end of the match."""
    if match.finished_at is None:
        return None
    context = _of_match(match)
    return LivePartial(str(context["mark"]), render_to_string("puzzles/after.html", context))


def _of_match(match: Match, *, looks: bool = True) -> Context:
    """Return the context of the way to a puzzle; without `looks` that of a match which cannot have one yet."""
    found = visible().filter(source__match=match, state=Puzzle.State.OFFERED).order_by("-rating") if looks else None
    puzzle = found.first() if found else None
    return {"puzzle": puzzle, "mark": puzzle.pk if puzzle else "none", "game": match.game_slug}
