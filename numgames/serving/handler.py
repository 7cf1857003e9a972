"""Django's ASGI handler with one switch to a thread for each page."""

from __future__ import annotations

from asgiref.sync import AsyncToSync
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_started
from django.db import close_old_connections, reset_queries
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class PagesHandler(ASGIHandler):
    """Runs a page's middleware, view and template with one switch from the event loop to a thread.

    Under ASGI, Django switches for each method of each synchronous middleware: some twenty times for a page, which took
    more CPU than most views. Here the middleware is loaded as under WSGI. `StaticFiles`, which is
    asynchronous, and all above it stay in the event loop; all below it shares the switch that Django makes there.
    """

    def __init__(self) -> None:
        """Load the middleware, and leave it to `GuardedPages` to close old connections, after each request."""
        super().__init__()
        for receiver in (close_old_connections, reset_queries):
            request_started.disconnect(receiver)

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the chain from the innermost on, so that synchronous middleware stays synchronous."""
        super().load_middleware(is_async=False)
        # Its top is asynchronous, and Django has wrapped it for a synchronous caller, which there is not.
        wrapped: AsyncToSync[[HttpRequest], HttpResponseBase] = vars(self)["_middleware_chain"]
        self._middleware_chain = wrapped.awaitable
