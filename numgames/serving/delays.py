"""Delays of requests that create a guest or an account, outside the gate of posts."""

from __future__ import annotations

from asyncio import sleep
from io import BytesIO

from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.core.handlers.asgi import ASGIRequest

from core.limits.bulkheads import Bulkhead, Busy, visitors_of
from core.limits.throttling import admission_of, pause_for
from core.live.page_socket import Scope
from numgames.serving.asgi_types import Application, Receive, Send

AT_ONCE, EACH = 200, 8  # requests that are delayed at a time; those of one address


class DelayedAdmissions:
    """An ASGI wrapper that delays these requests the longer, the closer their address is to its limit.

    A delayed request holds neither a place among the posts nor a thread or a database connection. What exceeds the
    delays of one address is refused at once.
    """

    def __init__(self, application: Application, refuse: Application) -> None:
        """Serve by `application`, and by `refuse` what exceeds the delays of one address."""
        self.application = application
        self.refuse = refuse
        self.delays = Bulkhead("delays", at_once=AT_ONCE, each=EACH)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["method"] == "POST":
            request = ASGIRequest(dict(scope), BytesIO())
            request.user = AnonymousUser()  # only the address counts
            if action := admission_of(request):
                try:
                    await self._delay(request, action)
                except Busy:
                    await self.refuse(scope, receive, send)
                    return
        await self.application(scope, receive, send)

    async def _delay(self, request: ASGIRequest, action: str) -> None:
        """Wait as long as the address has to; raises Busy."""
        if seconds := await sync_to_async(pause_for, thread_sensitive=False)(request, action):
            with self.delays.held(visitors_of(request)):
                await sleep(seconds)
