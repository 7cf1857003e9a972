"""A websocket to the site in the tests' own process, with timeouts for busy machines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore

from core.live.page_socket import PageSocket

PATIENCE = 30.0  # seconds
SocketEvent = Mapping[str, Any]  # of ASGI: its shape depends on its type


class PatientSocket(WebsocketCommunicator):  # type: ignore[misc]  # Channels comes without types
    """A communicator with a long timeout, and with a host as every browser names one; Channels has one second."""

    def __init__(self, application: object, path: str, headers: list[tuple[bytes, bytes]] | None = None) -> None:
        named = headers or []
        host = [] if any(name == b"host" for name, _value in named) else [(b"host", b"localhost")]
        super().__init__(application, path, [*host, *named])

    async def connect(self, timeout: float = PATIENCE) -> tuple[bool, str | int | None]:
        """Return whether the socket was accepted, and its protocol or close code."""
        accepted, rest = await super().connect(timeout)
        return bool(accepted), rest

    async def receive_from(self, timeout: float = PATIENCE) -> str:
        """Return the next text that the server sends."""
        return str(await super().receive_from(timeout))

    async def receive_output(self, timeout: float = PATIENCE) -> SocketEvent:
        """Return the next event of the server, such as a close."""
        output: SocketEvent = await super().receive_output(timeout)
        return output

    async def disconnect(self, code: int = 1000, timeout: float = PATIENCE) -> None:
        """Close the socket, unless a timeout has already ended the application.

        asgiref cancels the application after a timeout, and a `CancelledError` raised in a fixture's teardown makes
        pytest skip all other teardowns of the test, and of every later test in the process.
        """
        if not self.future.cancelled():
            await super().disconnect(code, timeout)


async def sent_by_page_socket(texts: Iterable[str] = (), query: bytes = b"") -> list[SocketEvent]:
    """Return what a visitor's page socket sends to a page that connects, sends these texts and leaves."""
    events: list[SocketEvent] = [
        {"type": "websocket.connect"},
        *({"type": "websocket.receive", "text": text} for text in texts),
        {"type": "websocket.disconnect", "code": 1001},
    ]
    sent: list[SocketEvent] = []

    async def receive() -> SocketEvent:
        return events.pop(0)

    async def send(event: SocketEvent) -> None:
        sent.append(event)

    scope = {"type": "websocket", "path": "/ws/", "user": AnonymousUser(), "session": SessionStore(), "headers": []}
    await PageSocket()({**scope, "query_string": query}, receive, send)
    return sent
