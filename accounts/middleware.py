"""Puts each page in the language of its reader."""

from __future__ import annotations

from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from accounts.languages import chosen_language


class LanguageMiddleware(LocaleMiddleware):
    """Django's own, but a player's choice comes first. It stands below the AuthenticationMiddleware."""

    def process_request(self, request: HttpRequest) -> None:
        """Activates the language for this request."""
        super().process_request(request)
        if language := chosen_language(request.user):
            translation.activate(language)
            request.LANGUAGE_CODE = language
