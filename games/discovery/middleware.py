"""Middleware for addresses that name a language."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin

from core.clients import chosen_language, remember_language
from games.discovery.addresses import is_public, split


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
        if language and response.status_code == 200 and not chosen_language(getattr(request, "user", None)):
            if translation.get_language_from_request(request) != language:
                remember_language(response, language)
            response.headers["Content-Language"] = language
        return response


def _redirect(request: HttpRequest, path: str, language: str, *, safe: bool) -> HttpResponse:
    """Redirect to the address without a language; 307 keeps what is posted."""
    query = request.META.get("QUERY_STRING", "")
    target = "/" + path.lstrip("/\\")  # never an address of another site, such as //example.org
    answer = HttpResponseRedirect(f"{target}?{query}" if query else target, preserve_request=not safe)
    if safe and not chosen_language(getattr(request, "user", None)):
        remember_language(answer, language)
    return answer
