"""The contexts of the partials that this app adds to slots of other pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import User
from core.hooks import Context
from core.live.partials import active_language, memoized
from games.catalogue import bots, games
from games.computers.characters import Character, character
from games.computers.forms import TermsForm
from games.computers.hints import Hints
from games.computers.matchmaking import finished_games
from games.computers.models import Computer, Guide
from games.computers.strengths import Measured, measured
from games.matches.pages.match_view import MatchView
from games.rules import AnyBot, AnyGame


@dataclass(frozen=True)
class Offered:
    """A game, and the computers that play it."""

    game: AnyGame
    bots: tuple[AnyBot, ...]


@dataclass(frozen=True)
class Strength:
    """The measured strength of a computer at a game against another one."""

    game: AnyGame
    other: Character
    measured: Measured


def offered(only: str = "") -> list[Offered]:
    """Return the games that computers play, with their computers, the weakest first; `only` is the slug of one game."""
    slugs = [slug for slug in games() if bots().get(slug) and only in ("", slug)]
    return [Offered(games()[slug], tuple(bots()[slug].values())) for slug in slugs]


def in_lobby(page: Context) -> Context | None:
    """Return the computers to play against in the lobby, with the guide where a game was not finished before."""
    lobby = page["lobby"]
    playable = [one.game.slug for one in offered(lobby.only)]
    if not playable:
        return None
    past_games = finished_games(lobby.viewer) if lobby.viewer else set()
    new_here = any(slug not in past_games for slug in playable)
    return {"choices": _choices(active_language(), lobby.only, lobby.plays_rated, new_here)}


@memoized(100)
def _choices(language: str, only: str, plays_rated: bool, new_here: bool) -> SafeString:
    choices = offered(only)
    levels = sorted({bot.level for one in choices for bot in one.bots})
    context = {
        "offered": choices,
        "new_here": new_here,
        "terms": TermsForm(plays_rated=plays_rated),
        "computers": [character(level) for level in levels],
    }
    return SafeString(render_to_string("computers/_choices.html", context))


def of_player(page: Context) -> Context | None:
    """Return what the profile page of a computer shows: its games and strengths; None for a person."""
    computer = Computer.objects.filter(user=page["person"]).first() if page["person"].is_computer else None
    if computer is None:
        return None
    playing = [(one.game, bots()[one.game.slug].get(computer.level)) for one in offered()]
    user = page["user"]
    terms = TermsForm(plays_rated=isinstance(user, User) and user.plays_rated)
    pairs = [(game, bot) for game, bot in playing if bot]
    return {
        "character": character(computer.level),
        "playing": pairs,
        "terms": terms,
        "strengths": strengths(computer.level, [game for game, _ in pairs]),
    }


def strengths(level: int, playing: Iterable[AnyGame]) -> list[Strength]:
    """Return the measurements of this level at these games."""
    return [Strength(game, character(one.other), one) for game in playing for one in measured(game.slug, level)]


def of_game(page: Context) -> Context | None:
    """Return an empty context, which offers a guided match of the game; None if no computer plays it."""
    return {} if bots().get(page["game"].slug) else None


def guide(page: Context) -> Context | None:
    """Return the guide of a guided match for its player; None once it has nothing to show."""
    board_view: MatchView = page["board_view"]
    if board_view.seat is None or not _is_guided(board_view):
        return None
    hints = Hints(board_view, board_view.seat)
    return None if hints.is_silent else {"guide": hints}


def head(page: Context) -> Context | None:
    """Return an empty context for what the guide needs in the head of the page; None without a guide."""
    return {} if _is_guided(page["board_view"]) else None


def _is_guided(board_view: MatchView) -> bool:
    """Return whether the viewer plays with a guide that is shown; matches between people need no query."""
    opponent: User | None = board_view.opponent
    if opponent is None or not opponent.is_computer:
        return False
    return Guide.objects.filter(match=board_view.match, shown=True).exists()
