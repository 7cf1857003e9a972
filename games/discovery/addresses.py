"""Public addresses per language: `/nl/games/digifeud/` is `/games/digifeud/` in Dutch.

The address without a prefix is in the reader's language, and English for clients that name none, such as crawlers: it
is the `x-default` and the English one of the alternates. A prefix exists only for the pages of `PUBLIC`, which search
engines may list; a player's page only if the player allows it (`may_be_listed`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.conf import settings
from django.urls import Resolver404, resolve

from accounts.models import User

INFORMATION = ("about", "help", "contact", "privacy", "terms", "imprint", "accessibility", "credits", "house-rules")
PUBLIC = frozenset(
    {
        *("home", "lobby:lobby", "rules", "lessons:lesson", "fairness:fairness", "dumps:data"),
        *("puzzles:puzzles", "puzzles:puzzle", "puzzles:past", "ratings:ratings", "ratings:pool"),
        *("matches:match", "matches:turn", "matches:player", "events:events", "events:event"),
        *(f"information:{name}" for name in (*INFORMATION, "parents")),
    }
)


def is_public(path: str) -> bool:
    """Return whether this path, without a language, is one of a public page."""
    try:
        return resolve(path).view_name in PUBLIC
    except Resolver404:
        return False


def may_be_listed(view_name: str, page: Mapping[str, object]) -> bool:
    """Return whether search engines may list the page that this view draws from that context."""
    person = page.get("person")
    if view_name == "matches:player" and isinstance(person, User):
        return person.is_computer or person.is_findable
    if view_name == "events:event":
        return bool(getattr(page.get("event"), "is_listed", False))
    return view_name in PUBLIC


def in_language(path: str, language: str) -> str:
    """Return the path of this public page in that language."""
    return path if language == settings.LANGUAGE_CODE else f"/{language}{path}"


def alternates(path: str) -> Iterator[tuple[str, str]]:
    """Yield the value of hreflang and the path for each language of this public page, `x-default` last."""
    for language, _name in settings.LANGUAGES:
        yield language, in_language(path, language)
    yield "x-default", path
