"""Middleware: answers that wait outside the gate, refused requests, headers that isolate the site."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from inspect import iscoroutinefunction
from typing import cast

from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.core.exceptions import RequestDataTooBig
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware
from django.utils.deprecation import MiddlewareMixin

from core.limits.bulkheads import Outside
from numgames.errors import bad_request, too_large

NUL = "\0"  # PostgreSQL cannot store it in text
CHARSETS = {"utf-8", "utf8"}
UNUSED = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
)
PERMISSIONS = ", ".join(f"{name}=()" for name in (*UNUSED, "payment", "usb", "xr-spatial-tracking"))

Answer = Callable[[HttpRequest], HttpResponseBase]
Answering = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


class SaneRequestMiddleware(MiddlewareMixin):
    """Middleware that answers 400 to NUL characters and to forms in other charsets than UTF-8, and 413 to large forms.

    It must stand above all middleware that reads sessions or forms.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Return the refusal, or None for a valid request."""
        if (request.content_params or {}).get("charset", "utf-8").lower() not in CHARSETS:
            return bad_request(request)
        try:
            values = [request.path_info, *request.COOKIES.values(), *_values(request.GET), *_values(request.POST)]
        except RequestDataTooBig:
            return too_large(request)
        return bad_request(request) if any(NUL in value for value in values) else None


def _values(form: QueryDict) -> Iterable[str]:
    for name, values in form.lists():
        yield name
        yield from map(str, values)


@sync_and_async_middleware
def wait_outside(get_response: Answer | Answering) -> Answer | Answering:
    """Complete answers of `Outside` after they have left the gate of pages and given back their database connection.

    It stands above `ServeStaticMiddleware`, and so waits in the event loop, without a thread. Under WSGI such answers
    are complete when they come.
    """
    if not iscoroutinefunction(get_response):
        return get_response
    answering = cast(Answering, get_response)

    async def answer(request: HttpRequest) -> HttpResponseBase:
        response = await answering(request)
        if isinstance(response, Outside):
            try:
                if isinstance(request, ASGIRequest) and (step_out := request.scope.get("step_out")):
                    await step_out()
                await response.complete()
            except BaseException:
                response.leave()
                raise
        return response

    return answer


@sync_and_async_middleware
def isolation_headers(get_response: Answer | Answering) -> Answer | Answering:
    """Add headers: no powerful features of browsers, no use of answers by other sites, no guessing of types.

    It stands above `StaticFiles`, and so concerns static files too.
    """

    def with_headers(response: HttpResponseBase) -> HttpResponseBase:
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        return response

    if iscoroutinefunction(get_response):
        answering = cast(Answering, get_response)

        async def answer(request: HttpRequest) -> HttpResponseBase:
            return with_headers(await answering(request))

        return answer
    answered = cast(Answer, get_response)
    return lambda request: with_headers(answered(request))


class HostCookieStorage(CookieStorage):
    """Django's messages in a cookie that other hosts of the domain cannot set."""

    cookie_name = "__Host-messages"


class HostMessages(FallbackStorage):
    """Django's usual storage of messages, with that cookie."""

    storage_classes = (HostCookieStorage, SessionStorage)
