"""The websocket of pages that have none of their own: live news and presence."""

from __future__ import annotations

from accounts.online.sockets import ViewerSocket
from core.live.page_socket import NOTHING_HERE, PageData


class NewsConsumer(ViewerSocket):
    """A socket for signed-in players only."""

    async def connect(self) -> None:
        """Accept the socket, and close it at once if the visitor is not signed in."""
        await super().connect()
        if self.viewer is None:
            await self.close(NOTHING_HERE)

    async def hello(self, data: PageData) -> None:
        """Answer a heartbeat with nothing; news are sent by themselves."""
        await self.tell({})
