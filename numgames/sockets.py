"""Websocket routes."""

from __future__ import annotations

from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import path, re_path

from games.lobby.consumers import LobbyConsumer
from games.matches.consumers import MatchConsumer
from games.notifications.consumers import NewsConsumer


class UnknownAddressConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels comes without types
    """A consumer that rejects sockets at unknown addresses, which would otherwise log an error."""

    async def connect(self) -> None:
        """Reject the handshake."""
        await self.close()


routes = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/matches/<slug:match_id>/", MatchConsumer.as_asgi()),
    path("ws/news/", NewsConsumer.as_asgi()),
    re_path(r"", UnknownAddressConsumer.as_asgi()),
]
