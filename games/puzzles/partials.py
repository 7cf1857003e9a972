"""Partials of the puzzles on other pages: today's puzzles, puzzle ratings, and the link to a puzzle from a match."""

from __future__ import annotations

from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import User
from core.live.templates import draw
from core.slots import Context
from core.web.paths import page_path
from games.matches.hooks import LivePartial
from games.matches.models import Match
from games.puzzles.days import streak_of, today
from games.puzzles.lists import days_of, solvers_of
from games.puzzles.models import Puzzle
from games.puzzles.puzzle_view import PuzzleView
from games.puzzles.selection import visible
from games.puzzles.services.dailies import dailies_of


def at_home(page: Context) -> Context | None:
    """Return one of today's puzzles to be solved on the home page, each day of another game; None without any."""
    dailies = dailies_of(today())
    if not dailies:
        return None
    puzzle = dailies[today().toordinal() % len(dailies)].puzzle
    return {"puzzle": puzzle, "board_view": PuzzleView(puzzle, None, at_home=True), "at_home": True}


def in_lobby(page: Context) -> Context | None:
    """Return today's puzzles with the viewer's attempts; None while there are none."""
    user = page.get("user")
    viewer = user if isinstance(user, User) else None
    days = days_of(viewer, dailies_of(today()))
    return {"days": days, "streak": streak_of(viewer, today())} if days else None


def of_player(page: Context) -> Context | None:
    """Return a player's puzzle ratings; None without any."""
    found = solvers_of(page["person"])
    return {"solvers": found} if found else None


def after_match(page: Context) -> SafeString:
    """Draw the link to a puzzle from a match that has ended, or to today's puzzle until one is found and verified."""
    return _of_match(page["match"], looks=not page.get("just_ended"))[1]


def news_of_match(match: Match, viewer: User | None) -> LivePartial | None:
    """Return the same link as a live partial for an open page; None before the end of the match."""
    return LivePartial(*_of_match(match)) if match.finished_at else None


def _of_match(match: Match, *, looks: bool = True) -> tuple[str, SafeString]:
    """Return the mark of the live partial and the link to the match's hardest puzzle, or to today's if it has none.

    Without `looks` no puzzle is looked up, since the match has only just ended.
    """
    found = visible().filter(source__match=match, state=Puzzle.State.OFFERED).order_by("-rating") if looks else None
    puzzle = found.first() if found else None
    mark = str(puzzle.pk) if puzzle else "none"
    drawn = draw(
        "puzzles/end_puzzle",
        mark=mark,
        path=reverse("puzzles:puzzle", args=[puzzle.pk]) if puzzle else page_path("puzzles:daily", match.game_slug),
        has_own=puzzle is not None,
    )
    return mark, drawn
