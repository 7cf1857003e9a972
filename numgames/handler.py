"""Django's ASGI handler with one visit to a thread for a page."""

from __future__ import annotations

from asgiref.sync import AsyncToSync
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_started
from django.db import close_old_connections, reset_queries
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class PagesHandler(ASGIHandler):
    """Runs a page's middleware, view and template in one visit to a thread.

    Under ASGI, Django calls each method of each synchronous middleware in a visit of its own: some twenty for a page,
    which took more CPU than most views. Here the middleware is loaded as under WSGI. What is above
    `ServeStaticMiddleware`, which is asynchronous, stays in the event loop, as does that; all below shares the visit
    that Django makes there.
    """

    def __init__(self) -> None:
        """Load the middleware; after each request `GuardedPages` has closed what is old, so nothing does before one."""
        super().__init__()
        for receiver in (close_old_connections, reset_queries):
            request_started.disconnect(receiver)

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the chain from the innermost on, so that synchronous middleware stays synchronous."""
        super().load_middleware(is_async=False)
        # Its top is asynchronous, and Django has wrapped it for a synchronous caller, which there is not.
        wrapped: AsyncToSync[[HttpRequest], HttpResponseBase] = vars(self)["_middleware_chain"]
        self._middleware_chain = wrapped.awaitable
