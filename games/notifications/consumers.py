"""The websocket of pages that have none of their own: brings the news, and says that the player is here."""

from __future__ import annotations

from accounts.sockets import NOTHING_HERE, Event, PageSocket


class NewsConsumer(PageSocket):
    """Only for players; who is not signed in has no news."""

    async def connect(self) -> None:
        """Opens, and closes at once for whoever is not signed in."""
        await super().connect()
        if self.viewer is None:
            await self.close(NOTHING_HERE)

    async def hello(self, data: Event) -> None:
        """A heartbeat is answered with nothing; news follow by themselves."""
        await self.touch()
        await self.tell({})
