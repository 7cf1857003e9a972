"""Websocket routes, and whose pages may open sockets."""

from __future__ import annotations

import sys
from typing import Any

from channels.security.websocket import WebsocketDenier
from channels.sessions import InstanceSessionWrapper, SessionMiddleware
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.urls import path, re_path

from accounts.online.sockets import LivePageConsumer
from core.clients import Application, Receive, Scope, Send, Wrapper, request_of
from core.limits import Bulkhead
from games.lobby.consumers import LobbyConsumer
from games.matches.live.consumers import MatchConsumer
from games.notifications.consumers import NewsConsumer
from numgames.middleware import has_nul

routes = [
    path("ws/live/<slug:name>/<str:key>/", LivePageConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/matches/<slug:match_id>/", MatchConsumer.as_asgi()),
    path("ws/news/", NewsConsumer.as_asgi()),
    re_path(r"", WebsocketDenier.as_asgi()),  # unknown addresses, which would otherwise log an error
]


class SiteSockets(Wrapper):
    """An ASGI wrapper that refuses sockets of other sites' pages, of programs that name no origin, and with a NUL."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket, or refuse it before the handshake (403)."""
        request = request_of(scope)
        application = self.application if is_same_origin(request) and not has_nul(request) else WebsocketDenier()
        await application(scope, receive, send)


def is_same_origin(request: HttpRequest) -> bool:
    """Return whether scheme, host and port of the page are those of the site, as Django asks of forms."""
    try:
        own = f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return False
    return request.headers.get("Origin", "").lower() in {own.lower(), *settings.CSRF_TRUSTED_ORIGINS}


class BoundedAccounts:
    """An ASGI wrapper that bounds the open sockets of each account; a page beyond that polls."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.open = Bulkhead("sockets of accounts", at_once=sys.maxsize, each=settings.SOCKETS_PER_ACCOUNT)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket; raises Busy."""
        account = scope["user"].pk
        with self.open.held({account} if account else ()):
            await self.application(scope, receive, send)


class ReadSession(SessionMiddleware):  # type: ignore[misc]  # Channels comes without types
    """Channels' middleware for sockets that read the session only: it does not look for changes at each message."""

    async def __call__(self, scope: dict[str, Any], receive: object, send: object) -> object:
        """Serve one socket; ASGI does not type its scope."""
        wrapper = InstanceSessionWrapper(scope, send)
        await wrapper.resolve_session()
        return await self.inner(wrapper.scope, receive, send)
