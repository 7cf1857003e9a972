"""Middleware: sessions, language and time zone, the longest duration of sessions, private caching."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.sessions.middleware import SessionMiddleware as DjangoSessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import get_language, gettext

from accounts.models import User
from accounts.online.presence import looks_ahead
from accounts.sessions import PROVED_AT, give_cookie, is_worn_out, note_proof, note_session
from core.clock import browser_zone, zone_of


class SessionMiddleware(DjangoSessionMiddleware):
    """Middleware for sessions that removes the browser's cookie only with the session that this request ended.

    Django's also removes it where the session of the request was not found. But then another tab may just have signed
    in: the answer to a request that was under way with the former cookie would remove the new one.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Save the session, and send or remove its cookie."""
        answer = super().process_response(request, response)
        session = getattr(request, "session", None)
        if session is not None and not session.modified and session.is_empty():
            answer.cookies.pop(settings.SESSION_COOKIE_NAME, None)
        return answer


class LanguageMiddleware(LocaleMiddleware):
    """Django's LanguageMiddleware, with the player's setting first. Must stand below AuthenticationMiddleware."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate language and zone for this request; store both for later mail and push, and the browser."""
        super().process_request(request)
        if isinstance(request.user, User) and (language := request.user.chosen_language):
            translation.activate(language)
            request.LANGUAGE_CODE = language
        timezone.activate(zone_of(request.user, request.COOKIES))
        if isinstance(request.user, User):
            if not looks_ahead(request):
                _note_browser(request.user, request)
            note_session(request.user, request)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Deactivate the zone, so that the thread continues in UTC."""
        timezone.deactivate()
        return super().process_response(request, response)


def _note_browser(player: User, request: HttpRequest) -> None:
    """Store the page's language and the browser's zone if they changed, with one write.

    The player's settings stay as they are. If no language is stored, the site's default is not stored either.
    """
    language, zone = get_language() or "", browser_zone(request.COOKIES) or player.last_zone
    if language == (player.last_language or settings.LANGUAGE_CODE):
        language = player.last_language
    if (language, zone) != (player.last_language, player.last_zone):
        User.objects.filter(pk=player.pk).update(last_language=language, last_zone=zone)
        player.last_language, player.last_zone = language, zone


class HolderMiddleware(MiddlewareMixin):
    """For holders of accounts: end sessions that lasted too long, and give the browser the cookie of shared places.

    A session lasts `SESSION_LONGEST` days from the last sign-in or reauthentication, however much it is used. Guests
    are left out: they cannot sign in again. Must stand below MessageMiddleware.
    """

    def process_request(self, request: HttpRequest) -> None:
        """End a session that lasted too long, and say why; the view then treats the request as a visitor's."""
        if not isinstance(request.user, User) or request.user.is_guest:
            return
        if PROVED_AT not in request.session:  # signed in before the limit existed: it runs from now
            note_proof(request.session)
        elif is_worn_out(request.session):
            logout(request)
            messages.info(request, gettext("You have been signed in for a long time. Please sign in again."))

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Add the cookie to answers to forms, such as the sign-in; scripted requests, such as moves, save the query."""
        user = request.user
        is_form = request.method == "POST" and "HX-Request" not in request.headers
        if is_form and isinstance(user, User) and not user.is_guest:
            give_cookie(user, request, response)
        return response


class PrivatePagesMiddleware(MiddlewareMixin):
    """Keeps answers to signed-in users out of all caches, unless the view has said how its answer may be cached.

    It must stand below LanguageMiddleware, which has loaded the user.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the header."""
        if request.user.is_authenticated:
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response
