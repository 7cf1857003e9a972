"""Websocket routes."""

from __future__ import annotations

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.sessions import InstanceSessionWrapper, SessionMiddleware
from django.urls import path, re_path

from accounts.online.live_pages import LivePageConsumer
from games.lobby.consumers import LobbyConsumer
from games.matches.live.consumers import MatchConsumer
from games.notifications.consumers import NewsConsumer


class ReadSession(SessionMiddleware):  # type: ignore[misc]  # Channels comes without types
    """Channels' middleware for sockets that read the session only: it does not look for changes at each message."""

    async def __call__(self, scope: dict[str, Any], receive: object, send: object) -> object:
        """Serve one socket; ASGI does not type its scope."""
        wrapper = InstanceSessionWrapper(scope, send)
        await wrapper.resolve_session()
        return await self.inner(wrapper.scope, receive, send)


class UnknownAddressConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels comes without types
    """A consumer that rejects sockets at unknown addresses, which would otherwise log an error."""

    async def connect(self) -> None:
        """Reject the handshake."""
        await self.close()


routes = [
    path("ws/live/<slug:name>/<str:key>/", LivePageConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/matches/<slug:match_id>/", MatchConsumer.as_asgi()),
    path("ws/news/", NewsConsumer.as_asgi()),
    re_path(r"", UnknownAddressConsumer.as_asgi()),
]
