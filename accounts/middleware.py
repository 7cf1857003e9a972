"""Middleware for language and time zone, and for throttled guest sign-ins."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import cast

from asgiref.sync import sync_to_async
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import timezone, translation
from django.utils.decorators import sync_and_async_middleware

from accounts.languages import chosen_language
from accounts.models import User
from accounts.services import note_browser
from accounts.throttling import is_admission, pause_for
from accounts.zones import zone_of


class LanguageMiddleware(LocaleMiddleware):
    """Django's LanguageMiddleware, with the player's setting first. Must stand below AuthenticationMiddleware."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate language and zone for this request, and store both for later mail and push messages."""
        super().process_request(request)
        if language := chosen_language(request.user):
            translation.activate(language)
            request.LANGUAGE_CODE = language
        timezone.activate(zone_of(request.user, request.COOKIES))
        if isinstance(request.user, User):
            note_browser(request.user, request)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Deactivate the zone, so that the thread continues in UTC."""
        timezone.deactivate()
        return super().process_response(request, response)


Answer = Callable[[HttpRequest], HttpResponseBase]
Answering = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@sync_and_async_middleware
def slow_admission(get_response: Answer | Answering) -> Answer | Answering:
    """Delay requests that create a guest; the delay grows as the address approaches its limit.

    It waits in the event loop, above all other middleware, and so holds neither a thread nor a database connection.
    Under WSGI there is no delay.
    """
    if not iscoroutinefunction(get_response):
        return get_response
    answering = cast(Answering, get_response)

    async def delayed(request: HttpRequest) -> HttpResponseBase:
        if is_admission(request):
            await sleep(await sync_to_async(pause_for, thread_sensitive=False)(request))
        return await answering(request)

    return delayed
