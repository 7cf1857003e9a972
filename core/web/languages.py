"""A user's language: the setting, else the cookie, else the browser's preference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import get_language_from_request, get_language_info

Scope = Mapping[str, Any]  # of a socket; ASGI does not type what servers and middleware put into it


def languages() -> list[tuple[str, str]]:
    """Return the code and the native name of each language of the site."""
    return [(code, get_language_info(code)["name_local"].capitalize()) for code, _ in settings.LANGUAGES]


def chosen_language(user: object) -> str | None:
    """Return the language in the user's settings; None if there is none or the user is not signed in."""
    language = getattr(user, "language", "")
    return language if language in dict(settings.LANGUAGES) else None


def language_for(user: object) -> str:
    """Return the language for messages to a player: the setting, else that of the last page, else empty."""
    last = getattr(user, "last_language", "")
    return chosen_language(user) or (last if last in dict(settings.LANGUAGES) else "")


def language_of(scope: Scope) -> str:
    """Return the language of the page behind a socket: named in the socket's address, else guessed from its headers."""
    query = bytes(scope.get("query_string", b"")).decode("latin-1")
    page = parse_qs(query).get("lang", [""])[0]
    if page in dict(settings.LANGUAGES):
        return page
    if language := chosen_language(scope.get("user")):
        return language
    request = HttpRequest()
    request.COOKIES = dict(scope.get("cookies", {}))
    accepted = dict(scope.get("headers", [])).get(b"accept-language", b"")
    if not accepted and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        return language_for(scope.get("user")) or settings.LANGUAGE_CODE
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted.decode("latin-1")
    return get_language_from_request(request)


def remember_language(response: HttpResponseBase, language: str) -> None:
    """Set the cookie that keeps the language after sign-out; an empty language deletes it."""
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, path=settings.LANGUAGE_COOKIE_PATH)
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=60 * 60 * 24 * 365,
        path=settings.LANGUAGE_COOKIE_PATH,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
