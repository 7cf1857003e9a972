"""Base class of all websockets: groups, heartbeats, ended sessions, invalid messages."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from autobahn.exception import Disconnected
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts import localization, news, presence
from accounts.models import User
from accounts.outages import is_outage
from accounts.sessions import groups_of, still_signed_in

logger = logging.getLogger(__name__)

SESSION_ENDED = 4001
NOTHING_HERE = 4004
GARBAGE = 4008
RESTARTING = 4012  # the page reconnects at once; autobahn cannot send 1012 (service restart)
TRY_AGAIN = 4013  # an outage; autobahn cannot send 1013 (try again later)
LONGEST_MESSAGE = 1000
MOST_MESSAGES = 200  # in one window; a page sends one every 20 seconds, and a few a second while tiles are laid
WINDOW = 10.0  # seconds
FAILED = 1011  # the code of a socket that ended with an error
NUL = "\\u0000"  # as JSON writes it

Scope = dict[str, Any]
Event = Mapping[str, Any]


class PageSocket(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels comes without types
    """The socket of one open page. A subclass names its groups and answers heartbeats."""

    window_began = 0.0
    heard = 0
    shown: Event | None = None  # what the page says it shows of the player's news, once it has said so
    missing: tuple[type[Exception], ...] = ()  # errors that mean that the subject of the page does not exist
    groups_joined: Sequence[str] = ()
    over = False  # after closing, incoming events are ignored

    async def __call__(
        self, scope: Scope, receive: Callable[[], Awaitable[Event]], send: Callable[[Event], Awaitable[None]]
    ) -> None:
        """Run with a thread of its own for database work, so that no socket waits for another's query."""

        async def send_if_open(event: Event) -> None:
            with suppress(Disconnected):  # the page has gone while its answer was made; a disconnect event follows
                await send(event)

        async with ThreadSensitiveContext():
            try:
                await super().__call__(scope, receive, send_if_open)
            except Exception:
                with suppress(Exception):  # the clean-up may fail for the same reason
                    await self.disconnect(FAILED)
                raise

    async def dispatch(self, message: Event) -> None:
        """Handle an event; if the subject of the page does not exist, close with that code."""
        try:
            await super().dispatch(message)
        except self.missing:
            await self.close(NOTHING_HERE)

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the socket once and ignore what the page sent before it knew."""
        if not self.over:
            self.over = True
            await super().close(code, reason)

    def in_background(self, work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        """Start work for the page in a task of its own; an outage in it closes the socket, and the page retries."""

        async def careful() -> None:
            try:
                await work()
            except self.missing:
                await self.close(NOTHING_HERE)
            except Exception as fault:
                if not is_outage(fault):
                    raise
                logger.warning("Outage at a socket: %s: %s", type(fault).__name__, fault)
                await self.close(TRY_AGAIN)

        return asyncio.create_task(careful())

    @property
    def viewer(self) -> User | None:
        """The signed-in user who has the page open, or None."""
        user = self.scope["user"]
        return user if isinstance(user, User) else None

    def groups_to_join(self) -> list[str]:
        """Return the channel-layer groups for what the page shows."""
        return []

    async def hello(self, data: Event) -> None:
        """Answer the page's first message or heartbeat; raises ValueError for invalid data."""

    async def connect(self) -> None:
        """Join the groups before the first query, so that no change is missed between the two."""
        news_groups = [news.news_group(self.viewer.pk)] if self.viewer else []
        self.groups_joined = [*self.groups_to_join(), *groups_of(self.scope), *news_groups]
        for group in self.groups_joined:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave the groups and record the closed page, unless the server itself closed it to restart."""
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)
        if self.viewer and code != RESTARTING:
            await database_sync_to_async(presence.leave)(self.viewer)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Accept a JSON object of limited size and rate from a user still signed in.

        The page's own answer comes last: a page that has it has received everything before it.
        """
        if self.over:
            return
        try:
            self._count()
            data = read_object(text_data)
            if not await still_signed_in(self.scope):
                await self.close(SESSION_ENDED)
                return
            if isinstance(shown := data.get("news"), dict):
                self.shown = shown
                await self._bring_news({})
            await self.hello(data)
        except ValueError:
            await self.close(GARBAGE)

    def _count(self) -> None:
        now = asyncio.get_running_loop().time()
        if now - self.window_began > WINDOW:
            self.window_began, self.heard = now, 0
        self.heard += 1
        if self.heard > MOST_MESSAGES:
            raise ValueError("too often")

    async def session_ended(self, event: Event) -> None:
        """Close: the viewer has signed out."""
        await self.close(SESSION_ENDED)

    async def news_came(self, event: Event) -> None:
        """Forward news for the viewer to the page, if it shows news."""
        await self._bring_news(event)

    async def _bring_news(self, came: Event) -> None:
        if self.shown is None or self.viewer is None:
            return
        told = await database_sync_to_async(self._news_of)(self.viewer, self.shown, came)
        if told:
            self.shown = {**self.shown, **told}
            await self.tell({"news": told})

    def _news_of(self, viewer: User, shown: Event, came: Event) -> dict[str, Any]:
        with localization.for_socket(self.scope):
            return news.collect_news(viewer, shown, came)

    async def tell(self, message: Event) -> None:
        """Send the page a message."""
        await self.send(json.dumps(message))

    async def touch(self) -> None:
        """Record that the viewer is online."""
        if self.viewer:
            await database_sync_to_async(presence.touch)(self.viewer)


def read_object(text: str | None) -> dict[str, Any]:
    """Parse the JSON object that a page sent; raises ValueError for anything else."""
    if text is None or len(text) > LONGEST_MESSAGE or NUL in text:
        raise ValueError("too long, no text, or text that no database stores")
    try:
        data = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if not isinstance(data, dict):
        raise ValueError("no object")
    return data
