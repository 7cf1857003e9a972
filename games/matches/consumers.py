"""The websocket of a match page: says which version there is, and brings the pieces that changed."""

from __future__ import annotations

import json
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import reverse
from django.utils import translation

from accounts import presence
from accounts.languages import language_of
from accounts.models import User
from accounts.sessions import group_of, still_signed_in
from games.matches.forms import HelloForm
from games.matches.live import match_group
from games.matches.models import Match
from games.matches.pieces import update_since
from games.matches.services import find_match

SESSION_ENDED = 4001
NO_SUCH_MATCH = 4004
GARBAGE = 4008
LONGEST_MESSAGE = 1000


class MatchConsumer(AsyncWebsocketConsumer):
    """Keeps one open page of a match up to date, for its own viewer."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Gives each socket its own thread for the database, so that none waits for another's query."""
        async with ThreadSensitiveContext():
            await super().__call__(scope, receive, send)

    async def connect(self) -> None:
        """Joins the match's group first and says hello after, so that no move falls between."""
        self.match_id = self.scope["url_route"]["kwargs"]["match_id"]
        self.version = self.ply = -1  # unknown until the page says hello
        self.groups_joined = [match_group(self.match_id), group_of(self.scope)] if self.match_id.isalnum() else []
        for group in self.groups_joined:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()
        if not self.groups_joined or not await self._exists():
            await self.close(NO_SUCH_MATCH)

    async def disconnect(self, code: int) -> None:
        """Leaves the groups."""
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A hello or heartbeat: the version and ply that the page shows."""
        hello = read_hello(text_data)
        if hello is None:
            await self.close(GARBAGE)
            return
        if not await still_signed_in(self.scope):
            await self.close(SESSION_ENDED)
            return
        self.version, self.ply = hello
        await self._touch()
        await self._bring_up_to_date(answer=True)

    async def match_changed(self, event: dict[str, Any]) -> None:
        """The match has changed: brings the page what it lacks."""
        if self.version >= 0:
            await self._bring_up_to_date()

    async def session_ended(self, event: dict[str, Any]) -> None:
        """The viewer has signed out: nothing more is shown here."""
        await self.close(SESSION_ENDED)

    async def _bring_up_to_date(self, *, answer: bool = False) -> None:
        message = await self._news()
        if message is None:
            if answer:
                await self.send(json.dumps({"version": self.version}))
            return
        self.version, self.ply = message["version"], message["ply"]
        await self.send(json.dumps(message))

    @database_sync_to_async
    def _news(self) -> dict[str, Any] | None:
        match = find_match(self.match_id)
        if match.version == self.version:
            return None
        seat = match.seat_of(self.scope["user"])
        with translation.override(language_of(self.scope)):
            message: dict[str, Any] = update_since(match, seat, self.version, self.ply).data()
        if seat and match.rematch_id:
            message["go"] = reverse("matches:match", args=[match.rematch_id])
        return message

    @database_sync_to_async
    def _exists(self) -> bool:
        return Match.objects.filter(pk=self.match_id).exists()

    @database_sync_to_async
    def _touch(self) -> None:
        if isinstance(user := self.scope["user"], User):
            presence.touch(user)


def read_hello(text: str | None) -> tuple[int, int] | None:
    """Version and ply from a page's message, or None where it is garbage."""
    if text is None or len(text) > LONGEST_MESSAGE:
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return HelloForm(data).numbers if isinstance(data, dict) else None
