"""What search engines and link previews read in the head of a page: title, description, structured data, addresses.

It is made from the context that the page's template has.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from accounts.models import User
from core.templatetags.wording import label_of
from core.web import absolute, site_address
from games.discovery.addresses import PUBLIC, alternates, in_language, may_be_listed
from games.events.models import Event
from games.lessons.courses import Step
from games.matches.models import Match
from games.matches.pages.tallies import score_of
from games.matches.templatetags.sentences import localized, named
from games.puzzles.models import Puzzle
from games.ratings.models import RatingPool
from games.rules import AnyGame, Game

PageContext = Mapping[str, Any]  # of a template: values of any type, as in Django
Data = dict[str, object]  # JSON-LD
COUNTRIES = {"en": "GB"}  # of languages whose country has another code than they have
CHALLENGE = "lobby:challenge"  # its own template has title, description and noindex
NEWS = "daily:news"
register = template.Library()
ESCAPES = {ord(sign): f"\\u{ord(sign):04X}" for sign in "<>&"}  # no text can end the script block


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


def describe(view_name: str, context: PageContext, url: str) -> Description | None:
    """Return the description of the page that this view draws; None for one without a description of its own.

    `url` is the page's canonical address.
    """
    if view_name in TEXTS:
        title, text = TEXTS[view_name]
        return Description(str(title), str(text))
    if view_name in _pages:
        subject, describe_page = _pages[view_name]
        page_subject = context.get(subject)  # an error page of this view has none
        return describe_page(page_subject, url) if page_subject is not None else None
    return Description("", of_site()) if view_name.startswith("information:") else None


# Title and text of pages that are the same for all. Most texts of pages about the site are their first sentence.
TEXTS = {
    "lobby:lobby": (
        gettext_lazy("Play number games online"),
        gettext_lazy("Meet a live opponent, take an open challenge or play the computer. Free, without an account."),
    ),
    "puzzles:puzzles": (
        gettext_lazy("Puzzles"),
        gettext_lazy("A new number puzzle for each game, every day: find the move that scores the most points."),
    ),
    "ratings:ratings": (
        gettext_lazy("Ratings"),
        gettext_lazy("The strongest players of each number game, live and by correspondence."),
    ),
    "fairness:fairness": (
        gettext_lazy("Are the draws fair?"),
        gettext_lazy("How tiles are drawn here, and how you can check it yourself after every match."),
    ),
    "events:events": (
        gettext_lazy("Leagues and cups"),
        gettext_lazy("Leagues with divisions, cups and live arenas for number games. Free, they run by themselves."),
    ),
    "dumps:data": (
        gettext_lazy("Public data"),
        gettext_lazy("All rated matches of each month and all puzzles, for research and programs."),
    ),
    "information:about": ("", gettext_lazy("Number board games for two, free and without advertising.")),
    "information:privacy": (
        "",
        gettext_lazy(
            "What this site stores about you, why, and for how long. No advertising, no tracking, no sale of data."
        ),
    ),
    "information:terms": ("", gettext_lazy("The rules for using this site, in plain words.")),
    "information:accessibility": (
        "",
        gettext_lazy("Everyone should be able to play here. We aim for WCAG 2.2, level AA."),
    ),
    "information:house-rules": ("", gettext_lazy("House rules that are the same in all games.")),
    "information:credits": ("", gettext_lazy("The games were invented by others. Here is where they come from.")),
    "information:help": (
        "",
        gettext_lazy("Answers to common questions about playing, your account and other players."),
    ),
}


def _home(request: HttpRequest, url: str) -> Description:
    languages = [language for language, _name in settings.LANGUAGES]
    data: Data = {"@type": "WebSite", "name": "Numgames", "url": url, "inLanguage": languages, "description": of_site()}
    return Description(_("Number board games for two"), of_site(), data)


def _rules(game: AnyGame, url: str) -> Description:
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


def _lesson(step: Step, url: str) -> Description:
    game = named(step.game)
    return Description(game, _("Learn %(game)s by playing: a short lesson on a real board.") % {"game": game})


def _puzzle(puzzle: Puzzle, url: str) -> Description | None:
    if not puzzle.is_offered:
        return None
    game = named(puzzle.game)
    text = _("Can you find the best move? A position from a real match of %(game)s.")
    return Description(f"{_('Puzzle')} · {game}", text % {"game": game})


def _past(game: AnyGame, url: str) -> Description:
    facts = {"game": named(game)}
    return Description(
        f"{_('Puzzles')} · {facts['game']}", _("All past daily puzzles of %(game)s, free to solve.") % facts
    )


def _pool(pool: RatingPool, url: str) -> Description:
    return Description(
        label_of(_("Ratings"), pool),
        _("The strongest players of %(game)s, with their ratings.") % {"game": pool.game_name},
    )


def _match(match: Match, url: str) -> Description:
    facts = {"game": match.game_name, "first": match.first, "second": match.second}
    score = score_of(match)
    first, second = (f"{number} {score.unit}".strip() for number in score.numbers)
    facts |= {"first_points": first, "second_points": second}
    if match.finished_at:
        text = _("%(game)s: %(first)s %(first_points)s, %(second)s %(second_points)s. Replay every move.")
    else:
        text = _("%(game)s: %(first)s %(first_points)s, %(second)s %(second_points)s. Watch the match.")
    return Description(f"{match.first} – {match.second} · {match.game_name}", text % facts)


def _event(event: Event, url: str) -> Description:
    facts = {"event": event.title, "game": event.game_name}
    return Description(event.title, _("%(event)s: players, table and matches of %(game)s.") % facts)


def _player(person: User, url: str) -> Description:
    return Description(str(person), _("Matches, ratings and records of %(name)s.") % {"name": person})


# By view, the name of what it shows in its context, and how that is described
_pages: dict[str, tuple[str, Callable[[Any, str], Description | None]]] = {
    "home": ("request", _home),
    "rules": ("game", _rules),
    "lessons:lesson": ("step", _lesson),
    "puzzles:puzzle": ("puzzle", _puzzle),
    "puzzles:past": ("game", _past),
    "ratings:pool": ("pool", _pool),
    "matches:match": ("match", _match),
    "matches:turn": ("match", _match),
    "matches:player": ("person", _player),
    "events:event": ("event", _event),
}


@register.inclusion_tag("discovery/_head.html", takes_context=True)
def page_head(context: Context) -> dict[str, object]:
    """Render description, canonical address, languages, link preview and structured data.

    A page that is not public gets `noindex`. Who is signed in gets no other languages, preview or structured data.
    Error pages are drawn without a request, and get the description alone.
    """
    request = cast("HttpRequest | None", context.get("request"))
    view_name = request.resolver_match.view_name if request and request.resolver_match else ""
    head: dict[str, object] = {"text": of_site(), "is_public": False, "view_name": view_name}
    if request is None or not view_name:
        return head
    page = cast("dict[str, object]", context.flatten())
    base, language = site_address(request), get_language() or settings.LANGUAGE_CODE
    canonical = base + (in_language(request.path, language) if view_name in PUBLIC else request.path)
    description = describe(view_name, page, canonical)
    feed = "" if getattr(request.user, "is_pupil", False) else _feed(view_name, page)
    if description is None:
        picture = picture_path(view_name, page, language)
        image = {"image": base + picture} if view_name == CHALLENGE and picture else {}
        return head | image | ({"feed": feed} if view_name == NEWS else {})
    head |= {
        "is_public": may_be_listed(view_name, page),
        "text": description.text,
        "locale": _locale(language),
        "canonical": canonical,
        "feed": feed,
    }
    if request.user.is_authenticated:  # neither a search engine nor what draws a preview of a link
        return head
    return head | {
        "title": description.title or "Numgames",
        "alternates": [(code, base + path) for code, path in alternates(request.path)],
        "image": base + picture_path(view_name, page, language),
        "data": structured(description.data) if description.data else "",
    }


def _locale(language: str) -> str:
    """Return the language with a country, as Open Graph has it: `nl_NL`."""
    return f"{language}_{COUNTRIES.get(language, language.upper())}"


def picture_path(view_name: str, page: Mapping[str, object], language: str) -> str:
    """Return the path of the picture of the page that this view draws; that of the site for one without its own."""
    match, puzzle, challenge, person = (page.get(name) for name in ("match", "puzzle", "challenge", "person"))
    if isinstance(match, Match):
        ply = page["ply"] if view_name == "matches:turn" and "ply" in page else match.ply
        return reverse("discovery:match_picture", args=[language, match.pk, ply])
    if isinstance(event := page.get("event"), Event):
        return reverse("discovery:event_picture", args=[language, event.pk, event.version])
    if isinstance(puzzle, Puzzle):
        return reverse("discovery:puzzle_picture", args=[language, puzzle.pk])
    if view_name == CHALLENGE:
        offer = getattr(challenge, "offer", None)
        return reverse("discovery:challenge_picture", args=[language, offer.pk]) if offer else ""
    if isinstance(person, User):
        return reverse("discovery:player_picture", args=[language, person.username])
    if view_name == "rules" and isinstance(game := page.get("game"), Game):
        return reverse("discovery:game_picture", args=[language, game.slug])
    return reverse("discovery:site_picture", args=[language])


def _feed(view_name: str, page: Mapping[str, object]) -> str:
    """Return the path of the page's feed; empty for none."""
    if view_name in ("puzzles:puzzles", "puzzles:past", "puzzles:puzzle"):
        return reverse("discovery:daily_feed")
    if view_name == NEWS:
        return reverse("discovery:news_feed")
    if isinstance(event := page.get("event"), Event):
        return reverse("discovery:event_feed", args=[event.pk])
    person = page.get("person")
    return reverse("discovery:player_feed", args=[person.username]) if isinstance(person, User) else ""


def structured(data: Data) -> SafeString:
    """Return structured data as JSON-LD, escaped for a script element."""
    text = json.dumps({"@context": "https://schema.org", **data}, ensure_ascii=False)
    return mark_safe(text.translate(ESCAPES))  # noqa: S308 - nothing in it can end the block


@register.inclusion_tag("discovery/_snippet.html", takes_context=True)
def embed_snippet(context: Context, path: str, label: str, id: str) -> dict[str, str]:
    """Render the iframe for this path as text to copy; `id` is that of its field."""
    return {"address": absolute(path, cast("HttpRequest", context["request"])), "label": label, "id": id}
