"""The websocket of a match page: tells the page its version and sends the partials that changed."""

from __future__ import annotations

import asyncio
from typing import Any

from channels.db import database_sync_to_async
from django.template.loader import render_to_string
from django.urls import reverse

from accounts import localization
from accounts.sockets import NOTHING_HERE, Event, PageSocket
from games.matches import positions, rooms
from games.matches.forms import HelloForm, MoveForm, PreviewForm
from games.matches.live import match_group
from games.matches.models import Match
from games.matches.pages.live_partials import LivePartial, live_partials_since
from games.matches.pages.partials import away_partial, update_since
from games.matches.pages.previews import answer_preview
from games.matches.services import find_match, play_move_on_socket
from games.matches.time import attendance
from games.rules import PlayerError, Seat

UNKNOWN = -1
ABSENCE = 2.0  # seconds: a player who is back by then has only reloaded the page


class MatchConsumer(PageSocket):
    """Keeps one open page of a match up to date, as its own viewer may see it."""

    missing = (Match.DoesNotExist,)

    def groups_to_join(self) -> list[str]:
        """Return the channel-layer group of the match."""
        return [match_group(self.match_id)]

    async def connect(self) -> None:
        """Join the match's group before accepting, so that no change is missed in between."""
        self.match_id: str = self.scope["url_route"]["kwargs"]["match_id"]
        self.version = self.ply = UNKNOWN
        self.seat: Seat | None = None  # of a player at a live match, once the page has said hello
        self.looking: asyncio.Task[None] | None = None
        self.marks: dict[str, str] = {}
        await super().connect()
        if not await database_sync_to_async(Match.objects.filter(pk=self.match_id).exists)():
            await self.close(NOTHING_HERE)

    async def disconnect(self, code: int) -> None:
        """Leave the groups and mark the player as away; another open page marks the player as present again."""
        if self.looking:
            self.looking.cancel()
        await super().disconnect(code)
        if self.seat:
            await database_sync_to_async(attendance.leave)(self.match_id, self.seat)

    async def hello(self, data: Event) -> None:
        """Handle a message of the page; raises ValueError for an invalid one."""
        if isinstance(asked := data.get("move"), dict):
            await self._answer(data, await self._play(asked))
        elif isinstance(asked := data.get("preview"), dict):
            await self._answer(data, await self._preview(asked))
        else:
            await self._catch_up(data)

    async def _answer(self, data: Event, answer: dict[str, Any]) -> None:
        """Answer a request under the number that the page gave it."""
        await self.tell({"answers": data.get("request"), **answer})

    async def _play(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Play a move. A refusal comes without its reason: the page sends its form, whose answer has all of it."""
        form = MoveForm(asked)
        if not self.viewer or not form.is_valid():
            return {"played": False}
        ply, sure = form.cleaned_data["ply"], form.cleaned_data["confirmed"]
        try:
            await play_move_on_socket(self.match_id, self.viewer, ply, form.notation, sure=sure)
        except PlayerError:
            return {"played": False}
        return {"played": True}

    async def _preview(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return what a move would do, as a fragment of the page."""
        match = rooms.get(self.match_id)
        if match and positions.is_cached(match):
            return self._previewed(match, asked)
        shown: dict[str, Any] = await database_sync_to_async(lambda: self._previewed(find_match(self.match_id), asked))()
        return shown

    def _previewed(self, match: Match, asked: dict[str, Any]) -> dict[str, Any]:
        with localization.for_socket(self.scope):
            answer = answer_preview(match, match.seat_of(self.viewer), PreviewForm(asked))
            return {
                "preview": render_to_string("matches/_previewed.html", {"match": match, "scripted": True, **answer})
            }

    async def _catch_up(self, data: Event) -> None:
        """Handle the page's version and ply: send what it lacks, or the same version back."""
        form = HelloForm(data)
        shown = form.numbers
        if shown is None:
            raise ValueError("version and ply are missing")
        (self.version, self.ply), self.marks = shown, form.marks
        await self.touch()
        if not await self._send_update():
            await self.tell({"version": self.version})
        await self._send_live_partials(self.marks)

    async def match_attendance(self, event: Event) -> None:
        """Handle a change of presence: mark this player as present, and soon show absent players."""
        if self.seat and self.seat == event["seat"]:
            await database_sync_to_async(self._mark_present)()
        if self.version != UNKNOWN and self.looking is None:
            self.looking = self.in_background(self._show_away)

    async def match_changed(self, event: Event) -> None:
        """Handle a change of the match: send the page what it lacks, once it has said what it shows."""
        if self.version != UNKNOWN:
            await self._send_update()

    async def aside_changed(self, event: Event) -> None:
        """Handle a change of a live partial: send it to a page that shows it."""
        name = event["name"]
        if name in self.marks:
            await self._send_live_partials({name: self.marks[name]})

    async def _send_live_partials(self, marks: dict[str, str]) -> None:
        if not marks:
            return
        changed = await database_sync_to_async(self._changed_live_partials)(marks)
        self.marks |= {name: aside.mark for name, aside in changed.items()}
        if html := "".join(aside.html for aside in changed.values()):
            await self.tell({"asides": html})

    def _changed_live_partials(self, marks: dict[str, str]) -> dict[str, LivePartial]:
        with localization.for_socket(self.scope):
            return live_partials_since(find_match(self.match_id), self.viewer, marks)

    async def _send_update(self) -> bool:
        message = await database_sync_to_async(self._update)()
        if message is None:
            return False
        self.version, self.ply = message["version"], message["ply"]
        await self.tell(message)
        return True

    async def _show_away(self) -> None:
        await asyncio.sleep(ABSENCE)
        self.looking = None
        await self.tell({"version": self.version, "html": await database_sync_to_async(self._away_html)()})

    def _away_html(self) -> str:
        match = find_match(self.match_id)
        with localization.for_socket(self.scope):
            return away_partial(match, match.seat_of(self.viewer))

    def _mark_present(self) -> None:
        attendance.arrive(find_match(self.match_id), self.seat)

    def _update(self) -> dict[str, Any] | None:
        """Return the update for this viewer, with the address of a rematch that has begun; None without news."""
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
