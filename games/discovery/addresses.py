"""Public addresses per language: `/nl/games/digifeud/` is `/games/digifeud/` in Dutch.

The address without a prefix is in the reader's language, and English for clients that name none, such as crawlers: it
is the `x-default` and the English one of the alternates. A prefix exists only for the pages of `PUBLIC`, which search
engines may list; a player's page only if the player allows it (`may_be_listed`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin

from accounts.models import User
from core.clients import remember_language

INFORMATION = ("about", "help", "contact", "privacy", "terms", "imprint", "accessibility", "credits", "house-rules")
PUBLIC = frozenset(
    {
        *("home", "lobby:lobby", "rules", "lessons:lesson", "fairness:fairness", "dumps:data"),
        *("puzzles:puzzles", "puzzles:puzzle", "puzzles:past", "ratings:ratings", "ratings:pool"),
        *("matches:match", "matches:turn", "matches:player", "events:events", "events:event"),
        *(f"information:{name}" for name in (*INFORMATION, "parents")),
    }
)


def split(path: str) -> tuple[str, str]:
    """Return the language that the path begins with and the path without it; an empty language for none."""
    language, slash, rest = path[1:].partition("/")
    return (language, f"/{rest}") if slash and language in dict(settings.LANGUAGES) else ("", path)


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


class LanguageAddressMiddleware(MiddlewareMixin):
    """Serve `/nl/…` as the page behind it in Dutch. It must stand below the middleware that chooses the language.

    Views see the address without the language, so that all links of a page, which have none, agree with it. A cookie
    keeps the language for them. A page that is not public has no address per language: it redirects.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Take the language from the address; redirect where the address has no page in a language of its own."""
        language, path = split(request.path_info)
        if not language:
            return None
        safe = request.method in ("GET", "HEAD")
        if not safe or language == settings.LANGUAGE_CODE or not is_public(path):
            return _redirect(request, path, language, safe=safe)
        request.path = request.path_info = path
        request.LANGUAGE_CODE = language
        request.META["numgames.language"] = language
        translation.activate(language)
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Set the cookie that keeps the language on the following pages, unless the settings of the player name one."""
        language = request.META.get("numgames.language", "")
        if language and response.status_code == 200 and not _is_chosen(request):
            if translation.get_language_from_request(request) != language:
                remember_language(response, language)
            response.headers["Content-Language"] = language
        return response


def _is_chosen(request: HttpRequest) -> bool:
    """Return whether the settings of the player name a language."""
    return bool(getattr(getattr(request, "user", None), "chosen_language", ""))


def _redirect(request: HttpRequest, path: str, language: str, *, safe: bool) -> HttpResponse:
    """Redirect to the address without a language; 307 keeps what is posted."""
    query = request.META.get("QUERY_STRING", "")
    target = "/" + path.lstrip("/\\")  # never an address of another site, such as //example.org
    answer = HttpResponseRedirect(f"{target}?{query}" if query else target, preserve_request=not safe)
    if safe and not _is_chosen(request):
        remember_language(answer, language)
    return answer
