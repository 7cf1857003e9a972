"""The open pages of a match in this process, which share the work: one read of a change, one drawing for each view."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import tzinfo
from functools import partial
from typing import NamedTuple, Protocol

from django.core.exceptions import SynchronousOnlyOperation
from django.utils import timezone, translation

from accounts.models import User
from core.live import audience, streams
from core.live.audience import Audience, Event, ViewerKind
from core.live.concurrency import FreshRead, Gathered, SingleFlight, in_background, in_thread
from core.live.page_socket import encode
from core.live.partials import NOTHING, Bound, State, bind
from core.telemetry import STAGES
from games.matches.errors import RulesGone
from games.matches.hooks import cache_warmers, live_partials, warm_ends
from games.matches.models import Match
from games.matches.pages.board_view import Common
from games.matches.pages.data import match_data, moves_data
from games.matches.pages.match_view import is_known, match_path
from games.matches.pages.page_updates import away_partial, state_of, update_since
from games.matches.pages.play import is_recent
from games.matches.play import positions, requests
from games.matches.play.services import find_match
from games.matches.play.updates import match_topic
from games.rules import Seat

logger = logging.getLogger(__name__)
TELLING = STAGES.labels("tell")  # from the start, so that its series begins at 0

RECENT = 2.0  # seconds for which a read is good enough for the first hello of a page
ABSENCE = 2.0  # seconds: a player who is back by then has only reloaded the page


class MatchPage(audience.Page, Protocol):
    """An open page or stream of the match, with the version and ply that it said it shows, or was sent since."""

    version: int
    ply: int
    state: State  # what is kept of the board and all around it as it was sent; shared by pages of one kind
    seat: Seat | None
    greeted: bool  # whether its first hello was answered: from then on it gets changes
    attends: bool  # whether it keeps a player of a live match present
    has_data: bool  # whether it gets data for programs, as streams do, instead of partials

    @property
    def viewer(self) -> User | None:
        """The signed-in user, or None."""


class SeatKind(NamedTuple):
    """A kind of viewer: whose tiles are visible, language and zone, and whether as data."""

    seat: Seat | None
    language: str
    zone: tzinfo
    has_data: bool = False


class PageGroup(NamedTuple):
    """The pages that get the same drawing of a change: of one kind of viewer, and showing the same."""

    kind: SeatKind
    version: int
    ply: int

    @classmethod
    def of(cls, page: MatchPage) -> PageGroup:
        """Return the group of this page."""
        return cls(SeatKind(page.seat, page.language, page.zone, page.has_data), page.version, page.ply)


class DrawnUpdate(NamedTuple):
    """An update as encoded for the socket, with what a page shows after it."""

    version: int
    ply: int
    text: str
    state: State


class MatchAudience(Audience[MatchPage]):
    """The open pages of one match, in one event loop."""

    def __init__(self, key: str) -> None:
        """Begin without pages; `key` is that of the match."""
        super().__init__(key)
        self.latest: Match | None = None  # as it was last read or committed here
        self.read_at = 0.0  # when the last read of it began, by the event loop's clock
        self.looking: asyncio.Task[None] | None = None
        self._reads = FreshRead(self._read)
        self._drawings: SingleFlight[DrawnUpdate] = SingleFlight()
        self._partials: SingleFlight[Bound] = SingleFlight()

    @classmethod
    def topic_of(cls, key: str) -> str:
        """Return the topic of the match."""
        return match_topic(key)

    def end(self) -> None:
        """Stop what runs for the audience."""
        super().end()
        if self.looking:
            self.looking.cancel()

    # What a page asks

    async def match(self, *, read_recently: bool = False) -> Match:
        """Return the match as it now stands in the database; raises Match.DoesNotExist.

        With `read_recently`, return what is known if a read began less than `RECENT` seconds ago. That is enough for
        the first hello of a page: the page joined before, so that later changes have reached the audience as events.
        """
        now = asyncio.get_running_loop().time()
        if read_recently and self.latest and now - self.read_at < RECENT:
            return self.latest
        match = await self._reads.get()
        self.read_at = now
        return self._newest(match)

    async def greet(self, match: Match, page: MatchPage) -> bool:
        """Answer the hello of a page with this version, and with any later one; return whether anything was sent."""
        lacked = await self.bring(match, [page])
        if not lacked:
            await self._look_at(match, page)
        page.greeted = True
        return await self.bring(self._newest(match), [page]) or lacked

    async def knows(self, match: Match, version: int, ply: int, state: str) -> bool:
        """Return whether what a page shows is a state of this match; False after a backup was restored."""
        try:
            return is_known(match, version, ply, state)
        except SynchronousOnlyOperation:
            return await in_thread(is_known, match, version, ply, state)

    async def bring(self, match: Match, pages: Iterable[MatchPage]) -> bool:
        """Send pages what they lack of this version of the match, players first; return whether any lacked something.

        A page that shows something else by the time its drawing is ready is skipped: another update was faster. What
        cannot be drawn for one group is raised when all others have been told.
        """
        groups: dict[PageGroup, list[MatchPage]] = defaultdict(list)
        for page in pages:
            if page.version != match.version and not page.over:
                groups[PageGroup.of(page)].append(page)
        if groups and is_recent(match):
            await _ends.run(match)
        common: Common | None = None

        async def draw(group: PageGroup) -> DrawnUpdate:
            nonlocal common
            language, zone = group.kind.language, group.kind.zone
            if common is None or (common.language, common.zone) != (language, zone):
                common = Common(language, zone)
                _localize(language, zone)
            before = next((page.state for page in groups[group] if page.state), NOTHING)
            return await self._drawn(match, group, before, common)

        await self.send({group: groups[group] for group in sorted(groups, key=_in_turn)}, draw, _put)
        return bool(groups)

    async def arrive(self, match: Match, seat: Seat | None) -> Match:
        """Record that the player of this seat is present, unless that is recorded already; return the match after."""
        if seat is None or not requests.is_absent(match, seat):
            return match
        after = await in_thread(requests.arrive, match, seat)
        # Both players may arrive at once, each in a thread that knows nothing of the other.
        self.latest = requests.present(max(self.latest or after, after, key=lambda one: one.version), seat)
        return self.latest

    async def bring_beside(self, match: Match, pages: Iterable[MatchPage], names: Collection[str] = ()) -> None:
        """Send pages what differs of the live partials beside the board; of all, or only of those with these names."""
        partials = [one for one in live_partials if not names or one.name in names]
        await self.bring_partials(pages, lambda kind: bind(partials, match, kind.viewer), lambda _page: tuple(names))

    async def once(self, kind: ViewerKind, work: Callable[[], Coroutine[object, None, Bound]]) -> Bound:
        """Do work for a kind of viewer once for all who ask at the same time."""
        return await self._partials.run(kind, work)

    # What happens

    def on_event(self, event: Event) -> None:
        """Handle an event of the match."""
        if event["type"] == "match.attendance":
            self._attendance(event)
        else:
            self.note(event)

    async def guarded(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do work that concerns all pages and log its errors; a match may be deleted meanwhile."""

        async def if_it_exists() -> None:
            try:
                await work()
            except Match.DoesNotExist:
                logger.info("Match %s does not exist any more", self.key)

        await super().guarded(if_it_exists)

    async def update(self, events: list[Event]) -> None:
        """Send all pages what changed."""
        with TELLING.time():
            await self._tell_all(events)

    async def _tell_all(self, events: list[Event]) -> None:
        match = await self._after(events)
        pages = [page for page in self.pages if page.greeted]
        for seat in {page.seat for page in pages if page.attends}:
            match = await self.arrive(match, seat)
        await self.bring(match, pages)
        if names := [event["name"] for event in events if event["type"] == "partial.changed"]:
            await self.bring_beside(match, pages, names)

    async def _after(self, events: list[Event]) -> Match:
        """Return the match after these events: as announced if that is the next version after the known one, else read.

        A gap means that an event was missed, or that an announced object lacks a change that was committed between its
        reading and its writing.
        """
        for event in events:
            if self.latest and event["type"] == "partial.changed":
                continue  # it is not about the row of the match
            if self.latest is None or event.get("version") != self.latest.version + 1:
                return await self.match()
            committed = event.get("committed")
            if committed is None:
                return await self.match()
            self.latest = committed
        return self.latest or await self.match()

    def _attendance(self, event: Event) -> None:
        """Mark a player who has another page open as present again; after `ABSENCE`, show who is absent."""
        if any(page.greeted and page.attends and page.seat == event["seat"] for page in self.pages):
            self.note({"type": "match.present"})
        if self.looking is None:
            self.looking = in_background(self._show_away())

    async def _show_away(self) -> None:
        await asyncio.sleep(ABSENCE)
        while self.updating:  # a player with another page open is marked as present first
            await asyncio.wait([self.updating])
        self.looking = None
        await self.guarded(self._tell_away)

    async def _tell_away(self) -> None:
        match = await self.match()
        kinds: dict[SeatKind, list[MatchPage]] = defaultdict(list)
        for page in self.pages:
            if page.greeted and not page.has_data:
                kinds[PageGroup.of(page).kind].append(page)
        for kind, pages in kinds.items():
            html = await in_thread(_draw_away, match, kind)
            for page in pages:
                page.post(encode({"version": page.version, "partials": html}))

    async def _read(self) -> Match:
        before = self.latest
        match = await in_thread(_find, self.key)
        if before and before.version > match.version:  # a backup was restored
            self.latest = None
            positions.forget_match(match.pk)
            positions.forget(match.pk)
        if not match.finished_at:
            positions.cache_match(match)  # so that even the first move is judged without a query
        return match

    def _newest(self, match: Match) -> Match:
        """Keep the match and return it, or the later version that was announced while it was read."""
        if self.latest is None or self.latest.version <= match.version:
            self.latest = match
        return self.latest

    async def _look_at(self, match: Match, page: MatchPage) -> None:
        """Keep what a page shows that is up to date, so that the next update holds only what differs."""
        if match.finished_at or page.state:
            return
        group = PageGroup.of(page)
        states = (other.state for other in self.pages if other.state and PageGroup.of(other) == group)
        state = next(states, NOTHING) or await in_thread(_state_localized, match, group.kind)
        if PageGroup.of(page) == group:  # no update was faster
            page.state = state

    async def _drawn(self, match: Match, group: PageGroup, before: State, common: Common) -> DrawnUpdate:
        """Draw on the event loop, or in a thread if that needs a query.

        Django raises SynchronousOnlyOperation at the first query on the loop. A match that is over always needs some,
        unless `end_warmers` have just read them; so does the text of the last move in data.
        """
        if not group.kind.has_data and (not match.finished_at or is_recent(match)):
            with suppress(SynchronousOnlyOperation):
                return _draw(match, group, before, common)
        draw = partial(in_thread, _draw_localized, match, group, before, common)
        return await self._drawings.run((match.version, group), draw)


def _find(match_id: str) -> Match:
    """Return the match; cache what its next move needs, so that it is judged and drawn on the event loop."""
    match = find_match(match_id)
    if not match.finished_at:
        for warm in cache_warmers:
            warm(match)
    return match


_ends: Gathered[Match] = Gathered(warm_ends)


def _put(page: MatchPage, group: PageGroup, drawing: DrawnUpdate) -> None:
    """Send the page its update, unless it shows something else by now: another update was faster."""
    if PageGroup.of(page) == group:
        page.version, page.ply, page.state = drawing.version, drawing.ply, drawing.state
        page.post(drawing.text)


def _in_turn(group: PageGroup) -> tuple[bool, str, str]:
    """Return the sort key of a group: players first, then by language and time zone."""
    return group.kind.seat is None, group.kind.language, str(group.kind.zone)


def _state_localized(match: Match, kind: SeatKind) -> State:
    _localize(kind.language, kind.zone)
    return state_of(match, kind.seat)


def _draw_localized(match: Match, group: PageGroup, before: State, common: Common) -> DrawnUpdate:
    _localize(group.kind.language, group.kind.zone)
    return _draw(match, group, before, common)


def _draw(match: Match, group: PageGroup, before: State, common: Common) -> DrawnUpdate:
    """Draw the update in the active language; a player's has the path of a rematch that was asked for, as `go`.

    The next match of a standing challenge is a link: both first see how this one ended.
    """
    if group.kind.has_data:
        return DrawnUpdate(match.version, match.ply, streams.encode(_line(match, group)), NOTHING)
    update = update_since(match, group.kind.seat, group.version, group.ply, before, common)
    if group.kind.seat and match.rematch_id and match.rematch_by:
        update = replace(update, go=match_path("match", match.rematch_id))
    return DrawnUpdate(update.version, update.ply, encode(update.message()), update.state)


def _line(match: Match, group: PageGroup) -> dict[str, object]:
    """Return the match as a line of a stream, with the moves that the group lacks. It needs queries."""
    seat, moves = group.kind.seat, []
    with suppress(RulesGone):
        moves = moves_data(match, seat, positions.replay(match).turns, since=group.ply)
    return {"type": "match", "seq": match.version, **match_data(match, seat), "moves": moves}


def _draw_away(match: Match, kind: SeatKind) -> str:
    _localize(kind.language, kind.zone)
    return away_partial(match, kind.seat)


def _localize(language: str, zone: tzinfo) -> None:
    """Activate the language and the time zone of a page for this task or thread.

    They are not restored, as every drawing begins with this call: restoring them would cost as much as a partial.
    """
    if translation.get_language() != language:
        translation.activate(language)
    if timezone.get_current_timezone() is not zone:
        timezone.activate(zone)
