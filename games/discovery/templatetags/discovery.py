"""The template tag for what search engines and link previews read in the head of a page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from accounts.models import User
from core.addresses import absolute, site_address
from games.discovery.addresses import PUBLIC, alternates, in_language, may_be_listed
from games.discovery.descriptions import Data, describe, of_site
from games.matches.models import Match
from games.puzzles.models import Puzzle
from games.rules import Game

CHALLENGE = "lobby:challenge"  # its own template has title, description and noindex

register = template.Library()
ESCAPES = {ord(sign): f"\\u{ord(sign):04X}" for sign in "<>&"}  # no text can end the script block


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
    if description is None:
        picture = picture_path(view_name, page, language)
        return head | ({"image": base + picture} if view_name == CHALLENGE and picture else {})
    head |= {
        "is_public": may_be_listed(view_name, page),
        "text": description.text,
        "language": language,
        "canonical": canonical,
        "feed": _feed(view_name, page),
    }
    if request.user.is_authenticated:  # neither a search engine nor what draws a preview of a link
        return head
    return head | {
        "title": description.title or "Numgames",
        "alternates": [(code, base + path) for code, path in alternates(request.path)],
        "image": base + picture_path(view_name, page, language),
        "data": structured(description.data) if description.data else "",
    }


def picture_path(view_name: str, page: Mapping[str, object], language: str) -> str:
    """Return the path of the picture of the page that this view draws; that of the site for one without its own."""
    match, puzzle, challenge, person = (page.get(name) for name in ("match", "puzzle", "challenge", "person"))
    if isinstance(match, Match):
        ply = page["ply"] if view_name == "matches:turn" and "ply" in page else match.ply
        return reverse("discovery:match_picture", args=[language, match.pk, ply])
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
    person = page.get("person")
    return reverse("discovery:player_feed", args=[person.username]) if isinstance(person, User) else ""


def structured(data: Data) -> SafeString:
    """Return structured data as JSON-LD, escaped for a script element."""
    text = json.dumps({"@context": "https://schema.org", **data}, ensure_ascii=False)
    return mark_safe(text.translate(ESCAPES))  # noqa: S308 - nothing in it can end the block


@register.inclusion_tag("discovery/_snippet.html", takes_context=True)
def embed_snippet(context: Context, path: str, label: str, id: str) -> dict[str, str]:
    """Render the iframe for this path as text to copy; `id` is that of its field."""
    url = absolute(path, cast("HttpRequest", context["request"]))
    frame = f'<iframe src="{url}" width="360" height="560" title="Numgames" loading="lazy"></iframe>'
    return {"snippet": frame, "label": label, "id": id}
