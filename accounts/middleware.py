"""Puts each page in the language and the time zone of its reader."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import timezone, translation

from accounts.languages import chosen_language
from accounts.models import User
from accounts.services import note_browser
from accounts.zones import zone_of


class LanguageMiddleware(LocaleMiddleware):
    """Django's own, but a player's choice comes first. It stands below the AuthenticationMiddleware."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate language and zone for this request, and keep both for what reaches the player elsewhere."""
        super().process_request(request)
        if language := chosen_language(request.user):
            translation.activate(language)
            request.LANGUAGE_CODE = language
        timezone.activate(zone_of(request.user, request.COOKIES))
        if isinstance(request.user, User):
            note_browser(request.user, request)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Deactivate the zone, so that the thread goes on in UTC."""
        timezone.deactivate()
        return super().process_response(request, response)
