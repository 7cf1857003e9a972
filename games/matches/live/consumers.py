"""The websocket of a match page: tells the page its version and sends the partials that changed."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress

from accounts.hooks import JsonObject
from accounts.models import User
from accounts.online.sockets import ViewerSocket
from core import clock
from core.live.concurrency import in_move_thread, in_thread
from core.live.page_socket import NOTHING_HERE, SESSION_ENDED, PageData
from core.live.partials import NOTHING
from games.matches.errors import Refused
from games.matches.forms import HelloForm, LightsForm, PreviewForm, SentMove
from games.matches.live.audience import MatchAudience
from games.matches.models import Match
from games.matches.pages.match_view import UNKNOWN as FROM_SCRATCH
from games.matches.pages.previews import answer_lights, answer_preview, preview_message
from games.matches.play import positions, requests, writer
from games.matches.play.heartbeat import heart
from games.matches.play.seals import is_hidden, may_see
from games.matches.play.services import find_match, judged, play_move
from games.rules import PlayerError, Seat

UNKNOWN = -1
PLAYED: JsonObject = {"data": {"played": True}}
REFUSED: JsonObject = {"data": {"played": False}}


class MatchConsumer(ViewerSocket):
    """The socket of one open page of a match: answers its requests; its audience sends it what changes."""

    missing = (Match.DoesNotExist,)
    version = ply = UNKNOWN  # what the page shows, from its first hello on
    state = NOTHING  # what is kept of that, once the page was sent something or is known to be up to date
    seat: Seat | None = None  # of a player, from then on
    audience: MatchAudience | None = None
    greeted = False
    attends = False  # whether the page keeps a player of a live match present
    has_data = False

    async def connect(self) -> None:
        """Join the audience of the match before accepting, so that no change is missed in between."""
        self.match_id: str = self.scope["url_route"]["kwargs"]["match_id"]
        self.audience = MatchAudience.join(self.match_id, self)
        await super().connect()
        try:
            match = await self.audience.match()
            if is_hidden(match) and not await in_thread(may_see, match, self.viewer):
                raise Match.DoesNotExist
        except Match.DoesNotExist:
            await self.close(NOTHING_HERE)

    def unsubscribe(self) -> None:
        """Unsubscribe, and leave the audience."""
        super().unsubscribe()
        if self.audience:
            self.audience.leave(self)

    async def disconnect(self, code: int) -> None:
        """Mark the player as away; another open page marks the player as present again."""
        await super().disconnect(code)
        if self.seat and self.attends:
            await in_thread(requests.leave, self.match_id, self.seat)

    def turn_for(self, data: PageData) -> Hashable:
        """Return the player for a move, which thus waits for nothing else of its address."""
        return ("moves of", self.viewer.pk) if self.viewer and "move" in data else super().turn_for(data)

    async def hello(self, data: PageData) -> None:
        """Handle a message of the page: a move, a preview, lights, or what it shows. Raises ValueError if invalid."""
        if isinstance(content := data.get("move"), dict):
            await self._answer(data, await self._play(content))
        elif isinstance(content := data.get("preview"), dict):
            await self._answer(data, await self._preview(content))
        elif isinstance(content := data.get("lights"), dict):
            lights = await in_thread(self._lights, LightsForm(content))
            await self._answer(data, {"data": {"lights": lights}})
        else:
            await self._catch_up(data)

    async def _answer(self, data: PageData, answer: JsonObject) -> None:
        """Send the answer, with the number of its request as the correlation id."""
        await self.tell({"answers": data.get("request"), **answer})

    async def _play(self, content: JsonObject) -> JsonObject:
        """Play a move. A refusal has no reason: the page then submits its form over HTTP, which answers in full."""
        move = SentMove.read(content)
        if not self.viewer or not move:
            return REFUSED
        try:
            await _play(self.match_id, self.viewer, move)
        except PlayerError:
            return REFUSED
        return PLAYED

    async def _preview(self, content: JsonObject) -> JsonObject:
        """Return what a move would do, as a fragment of the page, in the match as its open pages show it.

        Placed tiles are judged on the event loop if the replay is cached. A typed text is judged in a thread: it may
        ask for all places of a sum. So are tiles that a player wanted to play: a false sum of a pupil is stored.
        """
        match = self._known()
        if match and positions.is_cached(match) and not (content.get("text") or content.get("pressed")):
            return self._previewed(match, content)
        return await in_thread(lambda: self._previewed(match or find_match(self.match_id), content))

    def _known(self) -> Match | None:
        """Return the match as its open pages show it, without a query; None before it was read."""
        return self.audience.latest if self.audience else None

    def _previewed(self, match: Match, content: JsonObject) -> JsonObject:
        with self.localized():
            answer = answer_preview(match, match.seat_of(self.viewer), PreviewForm(content))
            return preview_message(answer)

    def _lights(self, form: LightsForm) -> dict[str, str]:
        """Return the squares that light up. Call it in a thread: the first answer for a position may take long."""
        match = self._known() or find_match(self.match_id)
        return answer_lights(match, match.seat_of(self.viewer), form)

    async def _catch_up(self, data: PageData) -> None:
        """Handle the page's version and ply: send what it lacks, or its version as an acknowledgement."""
        form = HelloForm(data)
        numbers = form.numbers
        if numbers is None:
            raise ValueError("version and ply are missing")
        if form.is_outdated:
            await self.close(SESSION_ENDED)  # at which a page reloads itself
            return
        audience = self.audience or MatchAudience.join(self.match_id, self)
        match = await audience.match(read_recently=self.greeted is False)
        if numbers[0] > match.version:  # the cached match is older than the page, or a backup was restored
            match = await audience.match()
        seat = match.seat_of(self.viewer)
        match = await audience.arrive(match, seat)
        self.seat, self.attends = seat, match.is_live
        numbers = numbers if await audience.knows(match, *numbers, form.fingerprint) else FROM_SCRATCH
        if numbers != (self.version, self.ply):  # the page got something by HTTP, or missed something
            self.state = NOTHING
        self.version, self.ply = numbers
        if not await audience.greet(match, self):
            await self.tell({"version": self.version})
        await audience.bring_beside(match, [self])


async def _play(match_id: str, player: User, move: SentMove) -> None:
    """Do the same as `play_move` from the event loop, which waits only for the commit if the match is cached.

    A move that a query judges, as each of a pupil, or that the cached match refuses, is played in a thread.
    """
    ply, text, sure, chosen = move.ply, move.text, move.sure, move.chosen
    with suppress(Refused, writer.Conflict):
        remembered = None if player.is_pupil else positions.cached_match(match_id)
        if remembered and not remembered.twin_id and positions.is_cached(remembered) and not heart.is_late():
            await writer.submitted(judged(remembered, player, ply, text, clock.now(), sure=sure, chosen=chosen))
            return
    await in_move_thread(play_move, match_id, player, ply, text, sure=sure, chosen=chosen)
