"""The websocket of the lobby and of a challenge link: sends partials that changed, and where a match began."""

from __future__ import annotations

import asyncio
from itertools import count
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from accounts import localization, presence
from accounts.sockets import Event, PageSocket, Scope
from games.lobby import live
from games.lobby.errors import NoSuchOffer
from games.lobby.lists import accepted_match
from games.lobby.partials import Shown, show_challenge, show_lobby
from games.matches.live import player_group

MOST_WAITING = 20
GAP = 1.0  # seconds between two pushes to one page (throttling)
STAGGER = 0.01  # seconds between the pushes to two pages, so that a thousand pages are not rendered at once
ARRIVALS = 10  # seconds in which the arrivals of many players are announced once

_places = count()
_open_pages: set[str] = set()


class LobbyConsumer(PageSocket):
    """Keeps one open page up to date for its viewer.

    The query string of the socket says which of the viewer's own offers the page shows as waiting (`waiting`, several),
    to which game and pace it is filtered (`game`, `pace`), and on the page of a challenge link, which offer it shows
    (`offer`).
    """

    missing = (NoSuchOffer,)

    def groups_to_join(self) -> list[str]:
        """Return the group of the lobby, and that of the viewer's own offers and matches."""
        return [live.LOBBY, player_group(self.viewer.pk)] if self.viewer else [live.LOBBY]

    async def connect(self) -> None:
        """Read the query string."""
        asked = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.offer_id = asked.get("offer", [""])[0]
        self.only, self.pace = asked.get("game", [""])[0], asked.get("pace", [""])[0]
        self.waiting = frozenset(asked.get("waiting", [])[:MOST_WAITING])
        self.drawn: dict[str, int] = {}
        self.pushing: asyncio.Task[None] | None = None
        self.pushed_at = 0.0
        self.one_at_a_time = asyncio.Lock()
        _open_pages.add(self.channel_name)
        await super().connect()

    async def disconnect(self, code: int) -> None:
        """Leave the groups and cancel a pending push."""
        _open_pages.discard(self.channel_name)
        if self.pushing:
            self.pushing.cancel()
        await super().disconnect(code)

    async def hello(self, data: Event) -> None:
        """Answer a hello or heartbeat, `{}`, with what the page lacks, or with `{}`."""
        if await database_sync_to_async(self._arrives)() and await cache.aadd("lobby.arrivals", True, ARRIVALS):
            await self.channel_layer.group_send(live.LOBBY, live.CHANGED)
        await self._bring_up_to_date(answer=True)

    async def lobby_changed(self, event: Event) -> None:
        """Schedule one push for everything that changes in the lobby until then."""
        if self.drawn and self.pushing is None:
            self.pushing = self.in_background(self._push_soon)

    async def match_changed(self, event: Event) -> None:
        """Push at once: a match of the viewer's own started or changed."""
        if self.drawn:
            await self._bring_up_to_date()

    async def _push_soon(self) -> None:
        pause = self.pushed_at + GAP - asyncio.get_running_loop().time()
        await asyncio.sleep(max(pause, 0) + next(_places) % len(_open_pages) * STAGGER)
        self.pushing = None
        await self._bring_up_to_date()

    async def _bring_up_to_date(self, *, answer: bool = False) -> None:
        async with self.one_at_a_time:
            self.pushed_at = asyncio.get_running_loop().time()
            message = await database_sync_to_async(self._news)()
            if message or answer:
                await self.tell(message)

    def _news(self) -> dict[str, str]:
        """Return what to send to the page: partials that changed, and the match to go to."""
        with localization.for_socket(self.scope):
            shown = self._shown()
        message = {}
        if html := "".join(piece for name, piece in shown.pieces.items() if self.drawn.get(name) != hash(piece)):
            message["html"] = html
        if go := self._match_of(self.waiting - shown.waiting):
            message["go"] = go
        self.drawn = {name: hash(piece) for name, piece in shown.pieces.items()}
        self.waiting = shown.waiting
        return message

    def _shown(self) -> Shown:
        site = site_of(self.scope)
        if self.offer_id:
            return show_challenge(self.offer_id, self.viewer, site)
        return show_lobby(self.viewer, site, self.only, self.pace)

    def _match_of(self, gone: frozenset[str]) -> str:
        """Return the address of the match that came of offers which no longer wait; empty if none did."""
        match = accepted_match(self.viewer, gone) if self.viewer and gone else None
        return reverse("matches:match", args=[match.pk]) if match else ""

    def _arrives(self) -> bool:
        """Record that the viewer is online; return whether they were away before."""
        if self.viewer is None:
            return False
        before = self.viewer.seen_at
        presence.touch(self.viewer)
        return before is None or before < timezone.now() - presence.PRESENT


def site_of(scope: Scope) -> str:
    """Return the base address of links to this site: the configured one, or that of the viewer's page."""
    origin: bytes = dict(scope["headers"]).get(b"origin", b"")
    return settings.SITE_URL.rstrip("/") or origin.decode("latin-1")
