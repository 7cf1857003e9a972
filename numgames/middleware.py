"""Middleware: traces, refused requests, addresses in a language, bounds of pupils, isolation, messages in a cookie.

The id of a trace is shared by its log records, its answer and its error page.
"""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from time import perf_counter

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.urls import resolve
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import quote_etag
from django.utils.translation import get_language_from_request, override

from accounts.models import User
from core.clients import AsgiMessage, Receive, Scope, Send, Wrapper, remember_language
from core.problems import open_to_all, problem
from core.telemetry import DURATION, REQUESTS, Trace, current_trace
from core.web import is_api
from games.classes.bounds import answer_pupil
from games.discovery.addresses import is_public
from numgames.errors import bad_request, too_large

NUL = "\0"  # PostgreSQL cannot store it in text
CHARSETS = {"utf-8", "utf8"}
UNUSED = "accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb"
PERMISSIONS = ", ".join(f"{name}=()" for name in (*UNUSED.split(), "xr-spatial-tracking"))
logger = logging.getLogger(__name__)
HEADER = b"x-request-id"
VALID = re.compile(rb"[\w-]{8,64}")
MATCH = re.compile(r"/matches/([0-9a-z]{10})/")


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


class ReadsGZipMiddleware(GZipMiddleware):
    """Django's compression, not of answers of the API to what changes something: bots read these, in a data centre."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the answer, compressed if the client takes that."""
        if is_api(request.path_info) and request.method == "POST":
            return response
        return super().process_response(request, response)


class ApiMiddleware:
    """Middleware that answers what is below `/api/`, without all that is below it: cookies, sessions, CSRF, messages.

    What changes something is safe without a CSRF token: no browser adds the access token by itself.
    """

    READS = {"Access-Control-Allow-Methods": "GET, HEAD", "Access-Control-Max-Age": "86400"}
    HEADERS = {"Access-Control-Allow-Headers": "Authorization, Accept-Language, If-None-Match"}

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Answer all else by `get_response`."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the answer."""
        if not is_api(request.path_info):
            return self.get_response(request)
        if request.method == "OPTIONS":
            answer: HttpResponseBase = HttpResponse(status=204, headers=self.READS | self.HEADERS)
        else:
            answer = self._answered(request)
        open_to_all(answer)
        patch_vary_headers(answer, ["Accept-Language", "Authorization"])
        if isinstance(answer, HttpResponse) and answer.content:
            answer.headers.setdefault("Content-Length", str(len(answer.content)))
        return answer

    def _answered(self, request: HttpRequest) -> HttpResponseBase:
        from core.api import limit_headers  # ninja takes a moment to load, which commands do not need

        match = request.resolver_match = resolve(request.path_info, settings.API_URLCONF)
        if trace := current_trace.get():
            trace.view = match.view_name
        method, request.COOKIES, request.user = request.method, {}, AnonymousUser()
        request.method = "GET" if method == "HEAD" else method
        with override(get_language_from_request(request)):
            answer: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
            if answer.status_code == 405:
                answer = problem(405, headers={"Allow": answer["Allow"]})
        for name, value in limit_headers(request):
            answer[name] = value
        answer.headers.setdefault("Cache-Control", "private, no-cache")
        if request.method == "GET" and answer.status_code == 200 and isinstance(answer, HttpResponse):
            answer = get_conditional_response(request, etag=set_etag(answer), response=answer) or answer
        request.method = method
        return answer


def set_etag(answer: HttpResponse) -> str:
    """Give the answer the hash of its content as its `ETag`, and return it."""
    answer["ETag"] = quote_etag(hashlib.sha256(answer.content).hexdigest())
    return answer["ETag"]


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


def split(path: str) -> tuple[str, str]:
    """Return the language that the path begins with and the path without it; an empty language for none."""
    language, slash, rest = path[1:].partition("/")
    return (language, f"/{rest}") if slash and language in dict(settings.LANGUAGES) else ("", path)


class PupilMiddleware(MiddlewareMixin):
    """Middleware that lets pupils open the views of their class only; 403 for all others."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., object], args: object, kwargs: Mapping[str, object]
    ) -> HttpResponse | None:
        """Return the refusal, a redirect to the class, or None for a view that is open."""
        user = request.user
        return answer_pupil(request, user, kwargs) if isinstance(user, User) and user.is_pupil else None


class HostCookieStorage(CookieStorage):
    """Django's messages in a cookie that other hosts of the domain cannot set."""

    cookie_name = "__Host-messages"


class HostMessages(FallbackStorage):
    """Django's usual storage of messages, with that cookie."""

    storage_classes = (HostCookieStorage, SessionStorage)


class Traced(Wrapper):
    """An ASGI wrapper that begins the trace of a request or socket; it puts its id into answers, and counts these."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        trace, began, status = _trace_of(scope), perf_counter(), 0

        async def send_with_id(event: AsgiMessage) -> None:
            nonlocal status
            if event["type"] == "http.response.start":
                status = event["status"]
                event = {**event, "headers": [*event.get("headers", ()), (b"X-Request-ID", trace.id.encode())]}
            await send(event)

        token = current_trace.set(trace)
        try:
            await self.application(scope, receive, send_with_id)
        finally:
            if scope["type"] == "http":
                seconds = perf_counter() - began
                REQUESTS.labels(trace.view, status).inc()
                DURATION.labels(trace.view).observe(seconds)
                logger.info("%s %s: %s in %.0f ms", scope["method"], scope["path"], status, 1000 * seconds)
            current_trace.reset(token)


def _trace_of(scope: Scope) -> Trace:
    """Begin a trace, with the id that the proxy gave if there is a proxy to trust."""
    header = dict(scope["headers"]).get(HEADER, b"") if settings.SECURE_PROXY_SSL_HEADER else b""
    number = header.decode() if VALID.fullmatch(header) else secrets.token_hex(8)
    match = MATCH.search(scope["path"])
    return Trace(number, match[1] if match else "")


class NamedViewMiddleware(MiddlewareMixin):
    """Middleware that stores the name of the view in the trace before it runs, so that its errors have it too."""

    def process_view(self, request: HttpRequest, *view: object) -> None:
        """Store it."""
        if (trace := current_trace.get()) and request.resolver_match:
            trace.view = request.resolver_match.view_name
