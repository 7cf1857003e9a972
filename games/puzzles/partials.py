"""Partials of the puzzles on other pages: today's puzzles, puzzle ratings, and the link to a puzzle from a match."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import User
from core.hooks import Context
from core.live.partials import Inputs, LivePartial, active_language, memoized
from games.matches.models import Match
from games.puzzles.lists import solvers_of
from games.puzzles.models import Puzzle
from games.puzzles.puzzle_view import PuzzleView
from games.puzzles.services.practice import advice_for
from games.puzzles.services.selection import dailies_of, today, visible
from games.puzzles.services.stock import OF_MATCH
from games.puzzles.today import today_of


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
    todays = today_of(user if isinstance(user, User) else None)
    return {"today": todays} if todays else None


def mistakes_today(page: Context) -> Context | None:
    """Return what the viewer gave away most in, and how many positions of it are due; None while nothing is."""
    user = page.get("user")
    advice = advice_for(user) if isinstance(user, User) else None
    return {"advice": advice} if advice else None


def advice_line(user: User) -> str:
    """Return what the player gave away most in as one line, in the active language; empty while nothing is due."""
    advice = advice_for(user)
    return render_to_string("puzzles/advice.html", {"advice": advice}).strip() if advice else ""


def replay_at_home(page: Context) -> Context | None:
    """Return the puzzle of today whose match plays itself on the home page, another than the one to solve there."""
    dailies = dailies_of(today())
    return {"puzzle": dailies[(today().toordinal() + 1) % len(dailies)].puzzle} if dailies else None


def of_player(page: Context) -> Context | None:
    """Return a player's puzzle ratings; None without any."""
    solvers = solvers_of(page["person"])
    return {"solvers": solvers} if solvers else None


def after_match(page: Context) -> SafeString:
    """Draw the link to a puzzle from a match that has ended, or to today's puzzle until one is found and verified."""
    match: Match = page["match"]
    if page.get("just_ended"):  # none can have been found
        return _to_todays(active_language(), match.game_slug)
    return WAY.bound(_way(match)).html


@memoized
def _to_todays(_language: str, game: str) -> SafeString:
    return WAY.bound({"puzzle": None, "game": game}).html


def _way(match: Match) -> Inputs:
    """Return the key of the match's hardest puzzle, None if it has none, and the game, of which today's puzzle is."""
    puzzles = visible().filter(source__match=match, state=Puzzle.State.OFFERED).order_by("-rating")
    puzzle = puzzles.first()
    return {"puzzle": puzzle and puzzle.pk, "game": match.game_slug}


# The same link on an open page; none before the end of the match.
WAY: LivePartial[Match, User | None] = LivePartial(
    OF_MATCH, "puzzles/_end_puzzle.html", lambda match, _viewer: _way(match) if match.finished_at else None
)
