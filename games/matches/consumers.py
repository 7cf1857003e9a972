"""The websocket of a match page: says which version there is, and brings the pieces that changed."""

from __future__ import annotations

import asyncio
from typing import Any

from channels.db import database_sync_to_async
from django.urls import reverse

from accounts import localization
from accounts.sockets import NOTHING_HERE, Event, PageSocket
from games.matches.forms import HelloForm
from games.matches.live import match_group
from games.matches.models import Match
from games.matches.pages.live_partials import LivePartial, live_partials_since
from games.matches.pages.partials import away_piece, update_since
from games.matches.services import find_match
from games.matches.time import attendance
from games.rules import Seat

UNKNOWN = -1
ABSENCE = 2.0  # seconds: who is back by then has only loaded the page anew


class MatchConsumer(PageSocket):
    """Keeps one open page of a match up to date, for its own viewer."""

    missing = (Match.DoesNotExist,)

    def groups_to_join(self) -> list[str]:
        """The group of everybody who looks at this match."""
        return [match_group(self.match_id)]

    async def connect(self) -> None:
        """Joins the match's group first and says hello after, so that no move falls between."""
        self.match_id: str = self.scope["url_route"]["kwargs"]["match_id"]
        self.version = self.ply = UNKNOWN
        self.seat: Seat | None = None  # of a player at a live match, once the page has said hello
        self.looking: asyncio.Task[None] | None = None
        self.marks: dict[str, str] = {}
        await super().connect()
        if not await database_sync_to_async(Match.objects.filter(pk=self.match_id).exists)():
            await self.close(NOTHING_HERE)

    async def disconnect(self, code: int) -> None:
        """Leaves the board with the groups; another page of the same player comes back at once."""
        if self.looking:
            self.looking.cancel()
        await super().disconnect(code)
        if self.seat:
            await database_sync_to_async(attendance.leave)(self.match_id, self.seat)

    async def hello(self, data: Event) -> None:
        """The page says which version and ply it shows; it gets what it lacks, or the same version back."""
        form = HelloForm(data)
        shown = form.numbers
        if shown is None:
            raise ValueError("version and ply are missing")
        (self.version, self.ply), self.marks = shown, form.marks
        await self.touch()
        if not await self._bring_up_to_date():
            await self.tell({"version": self.version})
        await self._bring_asides(self.marks)

    async def match_attendance(self, event: Event) -> None:
        """A player has come or gone: comes back if it is this one, and looks in a moment who is away."""
        if self.seat and self.seat == event["seat"]:
            await database_sync_to_async(self._come_back)()
        if self.version != UNKNOWN and self.looking is None:
            self.looking = self.in_background(self._show_who_is_here)

    async def match_changed(self, event: Event) -> None:
        """The match has changed: brings the page what it lacks, once it has said what it shows."""
        if self.version != UNKNOWN:
            await self._bring_up_to_date()

    async def aside_changed(self, event: Event) -> None:
        """A piece beside the match has changed: brings it to a page that shows it."""
        name = event["name"]
        if name in self.marks:
            await self._bring_asides({name: self.marks[name]})

    async def _bring_asides(self, marks: dict[str, str]) -> None:
        if not marks:
            return
        changed = await database_sync_to_async(self._asides)(marks)
        self.marks |= {name: aside.mark for name, aside in changed.items()}
        if html := "".join(aside.html for aside in changed.values()):
            await self.tell({"asides": html})

    def _asides(self, marks: dict[str, str]) -> dict[str, LivePartial]:
        with localization.for_socket(self.scope):
            return live_partials_since(find_match(self.match_id), self.viewer, marks)

    async def _bring_up_to_date(self) -> bool:
        message = await database_sync_to_async(self._news)()
        if message is None:
            return False
        self.version, self.ply = message["version"], message["ply"]
        await self.tell(message)
        return True

    async def _show_who_is_here(self) -> None:
        await asyncio.sleep(ABSENCE)
        self.looking = None
        await self.tell({"version": self.version, "html": await database_sync_to_async(self._who_is_here)()})

    def _who_is_here(self) -> str:
        match = find_match(self.match_id)
        with localization.for_socket(self.scope):
            return away_piece(match, match.seat_of(self.viewer))

    def _come_back(self) -> None:
        attendance.arrive(find_match(self.match_id), self.seat)

    def _news(self) -> dict[str, Any] | None:
        """The update for this viewer, and where a rematch has begun, the way there; None when nothing is new."""
        match = find_match(self.match_id)
        seat = match.seat_of(self.viewer)
        attendance.arrive(match, seat)
        self.seat = seat if match.is_live else None
        if match.version == self.version:
            return None
        with localization.for_socket(self.scope):
            message: dict[str, Any] = update_since(match, seat, self.version, self.ply).data()
        if seat and match.rematch_id:
            message["go"] = reverse("matches:match", args=[match.rematch_id])
        return message
