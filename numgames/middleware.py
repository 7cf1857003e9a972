"""Middleware: refused requests, and headers that isolate the site."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

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


class SaneRequestMiddleware(MiddlewareMixin):
    """Middleware that answers 400 to NUL characters and to forms in other charsets than UTF-8, and 413 to large forms.

    It must stand above all middleware that reads sessions or forms.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Return the refusal, or None for a valid request."""
        if (request.content_params or {}).get("charset", "utf-8").lower() not in CHARSETS:
            return bad_request(request)
        try:
            return bad_request(request) if has_nul(request) else None
        except RequestDataTooBig:
            return too_large(request)


def has_nul(request: HttpRequest) -> bool:
    """Return whether a NUL stands in path, query, cookies or form; raises RequestDataTooBig."""
    values = [request.path_info, *request.COOKIES.values(), *_values(request.GET), *_values(request.POST)]
    return any(NUL in value for value in values)


def _values(form: QueryDict) -> Iterable[str]:
    for name, values in form.lists():
        yield name
        yield from map(str, values)


class IsolationMiddleware(MiddlewareMixin):
    """Middleware that adds the headers of `isolated`."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the answer with these headers."""
        return isolated(response)


def isolated(response: HttpResponseBase) -> HttpResponseBase:
    """Add headers: no powerful features of browsers, no use of answers by other sites, no guessing of types."""
    response.headers.setdefault("Permissions-Policy", PERMISSIONS)
    response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    return response


class HostCookieStorage(CookieStorage):
    """Django's messages in a cookie that other hosts of the domain cannot set."""

    cookie_name = "__Host-messages"


class HostMessages(FallbackStorage):
    """Django's usual storage of messages, with that cookie."""

    storage_classes = (HostCookieStorage, SessionStorage)
