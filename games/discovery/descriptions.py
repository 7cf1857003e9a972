"""Titles, descriptions and structured data of public pages, from the context that their templates have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.matches.models import Match
from games.matches.templatetags.sentences import localized, named
from games.puzzles.models import Puzzle
from games.rules import AnyGame

Context = Mapping[str, Any]  # of a template: values of any type, as in Django
Data = dict[str, object]  # JSON-LD


@dataclass(frozen=True)
class Description:
    """The title and text of a page in search results and link previews, and its structured data."""

    title: str
    text: str
    data: Data = field(default_factory=dict)  # structured data of schema.org; empty: none


def of_site() -> str:
    """Return the description of the site, which pages without one of their own have."""
    return _(
        "Number board games for two: live or by correspondence, free, without an account, with tiles drawn fairly."
    )


def describe(view_name: str, context: Context, url: str) -> Description | None:
    """Return the description of the page that this view draws; None for one without a description of its own.

    `url` is the page's canonical address.
    """
    describe_page = _pages.get(view_name)
    if describe_page:
        return describe_page(context, url)
    section, _colon, name = view_name.partition(":")
    return Description("", _information(name)) if section == "information" else None


def _home(context: Context, url: str) -> Description:
    languages = [language for language, _name in settings.LANGUAGES]
    data: Data = {"@type": "WebSite", "name": "Numgames", "url": url, "inLanguage": languages, "description": of_site()}
    return Description(_("Number board games for two"), of_site(), data)


def _lobby(context: Context, url: str) -> Description:
    text = _("Meet a live opponent, take an open challenge or play the computer. Free, without an account.")
    return Description(_("Play number games online"), text)


def _rules(context: Context, url: str) -> Description | None:
    game: AnyGame | None = context.get("game")
    if game is None:
        return None
    name, aim = named(game), localized(game.aim)
    data: Data = {
        "@type": "VideoGame",
        "name": name,
        "description": aim,
        "url": url,
        "genre": "Board game",
        "gamePlatform": "Web browser",
        "playMode": "MultiPlayer",
        "numberOfPlayers": {"@type": "QuantitativeValue", "value": 2},
        "isAccessibleForFree": True,
        "offers": {"@type": "Offer", "price": 0, "priceCurrency": "EUR"},
    }
    text = _("Play %(game)s online for free, no account needed, against people or the computer.") % {"game": name}
    return Description(_("Play %(game)s online") % {"game": name}, f"{text} {aim}", data)


def _lesson(context: Context, url: str) -> Description | None:
    step = context.get("step") or getattr(context.get("board_view"), "step", None)
    if step is None:
        return None
    game = named(step.game)
    return Description(game, _("Learn %(game)s by playing: a short lesson on a real board.") % {"game": game})


def _puzzles(context: Context, url: str) -> Description:
    return Description(
        _("Puzzles"), _("A new number puzzle for each game, every day: find the move that scores the most points.")
    )


def _puzzle(context: Context, url: str) -> Description | None:
    puzzle: Puzzle | None = context.get("puzzle")
    if puzzle is None or not puzzle.is_offered:
        return None
    game = named(puzzle.game)
    text = _("Can you find the best move? A position from a real match of %(game)s.")
    return Description(f"{_('Puzzle')} · {game}", text % {"game": game})


def _past(context: Context, url: str) -> Description | None:
    game: AnyGame | None = context.get("game")
    if game is None:
        return None
    facts = {"game": named(game)}
    return Description(
        f"{_('Puzzles')} · {facts['game']}", _("All past daily puzzles of %(game)s, free to solve.") % facts
    )


def _ratings(context: Context, url: str) -> Description:
    return Description(_("Ratings"), _("The strongest players of each number game, live and by correspondence."))


def _pool(context: Context, url: str) -> Description | None:
    pool = context.get("pool")
    if pool is None:
        return None
    return Description(
        f"{_('Ratings')}: {pool}",
        _("The strongest players of %(game)s, with their ratings.") % {"game": pool.game_name},
    )


def _match(context: Context, url: str) -> Description | None:
    match: Match | None = context.get("match")
    if match is None:
        return None
    title = f"{match.first} – {match.second} · {match.game_name}"
    facts = {
        "game": match.game_name,
        "first": match.first,
        "second": match.second,
        "first_points": match.first_points,
        "second_points": match.second_points,
    }
    if match.finished_at:
        text = _("%(game)s: %(first)s %(first_points)s, %(second)s %(second_points)s. Replay every move.") % facts
    else:
        text = _("%(game)s: %(first)s %(first_points)s, %(second)s %(second_points)s. Watch the match.") % facts
    return Description(title, text)


def _player(context: Context, url: str) -> Description | None:
    person = context.get("person")
    if person is None:
        return None
    return Description(str(person), _("Matches, ratings and records of %(name)s.") % {"name": person})


def _fairness(context: Context, url: str) -> Description:
    text = _("How tiles are drawn here, and how you can check it yourself after every match.")
    return Description(_("Are the draws fair?"), text)


def _information(name: str) -> str:
    """Return the description of a page about the site; most are the first sentence of the page."""
    texts = {
        "about": _("Number board games for two, free and without advertising."),
        "privacy": _(
            "What this site stores about you, why, and for how long. No advertising, no tracking, no sale of data."
        ),
        "terms": _("The rules for using this site, in plain words."),
        "accessibility": _("Everyone should be able to play here. We aim for WCAG 2.2, level AA."),
        "credits": _("The games were invented by others. Here is where they come from."),
        "help": _("Answers to common questions about playing, your account and other players."),
    }
    return texts.get(name) or of_site()


_pages: dict[str, Callable[[Context, str], Description | None]] = {
    "home": _home,
    "lobby:lobby": _lobby,
    "rules": _rules,
    "lessons:lesson": _lesson,
    "puzzles:puzzles": _puzzles,
    "puzzles:puzzle": _puzzle,
    "puzzles:past": _past,
    "ratings:ratings": _ratings,
    "ratings:pool": _pool,
    "matches:match": _match,
    "matches:turn": _match,
    "fairness:fairness": _fairness,
    "matches:player": _player,
}
