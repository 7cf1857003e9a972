"""Traces of requests and sockets: each has an id that its log records, its answer and its error page share."""

from __future__ import annotations

import logging
import re
import secrets
from time import perf_counter

from django.conf import settings
from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin

from core.live.page_socket import Event, Scope
from core.metrics import DURATION, REQUESTS
from core.trace import Trace, current
from numgames.serving.asgi_types import Application, Receive, Send

logger = logging.getLogger(__name__)

HEADER = b"x-request-id"
VALID = re.compile(rb"[\w-]{8,64}")
MATCH = re.compile(r"/matches/([0-9a-z]{10})/")


class TracedPages:
    """An ASGI wrapper that begins the trace of a request, puts its id into the answer, and counts the answer."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        trace, began, status = _trace_of(scope), perf_counter(), 0

        async def send_with_id(event: Event) -> None:
            nonlocal status
            if event["type"] == "http.response.start":
                status = event["status"]
                event = {**event, "headers": [*event.get("headers", ()), (b"X-Request-ID", trace.id.encode())]}
            await send(event)

        token = current.set(trace)
        try:
            await self.application(scope, receive, send_with_id)
        finally:
            seconds = perf_counter() - began
            REQUESTS.labels(trace.view, status).inc()
            DURATION.labels(trace.view).observe(seconds)
            logger.info("%s %s: %s in %.0f ms", scope["method"], scope["path"], status, 1000 * seconds)
            current.reset(token)


class TracedSockets:
    """An ASGI wrapper that begins the trace of a socket."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket."""
        token = current.set(_trace_of(scope))
        try:
            await self.application(scope, receive, send)
        finally:
            current.reset(token)


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
        if (trace := current.get()) and request.resolver_match:
            trace.view = request.resolver_match.view_name
