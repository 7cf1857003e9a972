"""A websocket to the site in the tests' own process, with timeouts for busy machines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from channels.testing import WebsocketCommunicator

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
