"""A websocket to the site inside the tests' own process that has patience, as busy machines need."""

from __future__ import annotations

from typing import Any

from channels.testing import WebsocketCommunicator

PATIENCE = 30.0  # seconds


class PatientSocket(WebsocketCommunicator):  # type: ignore[misc]  # Channels comes without types
    """Like Channels' own, which gives up after a second."""

    async def connect(self, timeout: float = PATIENCE) -> tuple[bool, Any]:
        """Whether the socket was accepted, and its protocol or close code."""
        accepted, rest = await super().connect(timeout)
        return bool(accepted), rest

    async def receive_from(self, timeout: float = PATIENCE) -> str:
        """The next text that the server sends."""
        return str(await super().receive_from(timeout))

    async def receive_output(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next thing that the server does, such as closing."""
        output: dict[str, Any] = await super().receive_output(timeout)
        return output

    async def disconnect(self, code: int = 1000, timeout: float = PATIENCE) -> None:
        """Close the socket, unless waiting for a message in vain has ended it already.

        asgiref cancels the application after a timeout, and a `CancelledError` raised in a fixture's teardown makes
        pytest leave out all other teardowns of the test, and of every later test in the process.
        """
        if not self.future.cancelled():
            await super().disconnect(code, timeout)
