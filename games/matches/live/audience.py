"""The open pages of a match in this process, which share the work: one read of a change, one drawing for each view."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from django.core.exceptions import SynchronousOnlyOperation
from django.utils import timezone, translation

from accounts.hooks import JsonObject
from accounts.models import User
from core.live import fanout
from core.live.concurrency import FreshRead, Gathered, SingleFlight, in_background, in_thread
from core.live.page_socket import encode
from core.metrics import timed_async
from core.outages import is_outage
from games.matches.hooks import LivePartial, cache_warmers, warm_ends
from games.matches.models import Match
from games.matches.pages.board_view import Common
from games.matches.pages.fingerprint import is_known
from games.matches.pages.live_partials import live_partials_since
from games.matches.pages.page_updates import away_partial, update_since
from games.matches.pages.partials.end import is_recent
from games.matches.pages.paths import match_path
from games.matches.play import attendance, positions, relayed, rooms
from games.matches.play.announcements import match_topic
from games.matches.play.services import find_match
from games.rules import Seat

logger = logging.getLogger(__name__)

BATCH = 100  # pages to which an update is sent before other tasks of the event loop get a turn
RECENT = 2.0  # seconds for which a read is good enough for the first hello of a page
ABSENCE = 2.0  # seconds: a player who is back by then has only reloaded the page

Event = fanout.Event
Marks = dict[str, str]


class Page(Protocol):
    """An open page of the match, with the version, ply and marks that it said it shows, or was sent since."""

    language: str
    zone: tzinfo
    version: int
    ply: int
    seat: Seat | None
    marks: Marks
    greeted: bool  # whether its first hello was answered: from then on it gets changes
    over: bool

    @property
    def viewer(self) -> User | None:
        """The signed-in user, or None."""

    def post(self, text: str) -> None:
        """Send the page a text."""


class View(NamedTuple):
    """What the drawing of a change depends on: whose tiles are visible, language and zone, and what the page shows."""

    seat: Seat | None
    language: str
    zone: tzinfo
    version: int
    ply: int

    @classmethod
    def of(cls, page: Page) -> View:
        """Return the view of this page."""
        return cls(page.seat, page.language, page.zone, page.version, page.ply)


class Drawing(NamedTuple):
    """An update as encoded for the socket, with the version and the ply that a page shows after it."""

    version: int
    ply: int
    text: str


@dataclass(eq=False)
class Audience:
    """The open pages of one match, in one event loop."""

    match_id: str
    pages: set[Page] = field(default_factory=set)
    latest: Match | None = None  # as it was last read or committed here
    read_at: float = 0.0  # when the last read of it began, by the event loop's clock
    changed: list[Event] = field(default_factory=list)
    updating: asyncio.Task[None] | None = None
    looking: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self._reads = FreshRead(self._read)
        self._drawings: SingleFlight[Drawing] = SingleFlight()
        self._partials: SingleFlight[dict[str, LivePartial]] = SingleFlight()

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

    async def greet(self, match: Match, page: Page) -> bool:
        """Answer the hello of a page with this version, and with any later one; return whether anything was sent."""
        lacked = await self.bring(match, [page])
        page.greeted = True
        return await self.bring(self._newest(match), [page]) or lacked

    async def knows(self, match: Match, version: int, ply: int, shown: str) -> bool:
        """Return whether what a page shows is a state of this match; False after a backup was restored."""
        try:
            return is_known(match, version, ply, shown)
        except SynchronousOnlyOperation:
            return await in_thread(is_known, match, version, ply, shown)

    async def bring(self, match: Match, pages: Iterable[Page]) -> bool:
        """Send pages what they lack of this version of the match, players first; return whether any lacked something.

        A page that shows something else by the time its drawing is ready is skipped: another update was faster. What
        cannot be drawn for one view is raised when all others have been told.
        """
        fault: Exception | None = None
        waiting: dict[View, list[Page]] = defaultdict(list)
        for page in pages:
            if page.version != match.version and not page.over:
                waiting[View.of(page)].append(page)
        views = sorted(waiting, key=_in_turn)
        if views and is_recent(match):
            await _ends.run(match)
        for view, common in _localized(views):
            try:
                drawing = await self._drawn(match, view, common)
            except Exception as failed:
                fault = failed
                continue
            for number, page in enumerate(waiting[view], start=1):
                if View.of(page) == view:
                    page.version, page.ply = drawing.version, drawing.ply
                    _post(page, drawing.text)
                if number % BATCH == 0:
                    await asyncio.sleep(0)  # let other tasks run, such as those of other matches
        if fault:
            raise fault
        return bool(waiting)

    async def arrive(self, match: Match, seat: Seat | None) -> Match:
        """Record that the player of this seat is present, unless that is recorded already; return the match after."""
        if seat is None or not attendance.is_news(match, seat):
            return match
        after = await in_thread(attendance.arrive, match, seat)
        # Both players may arrive at once, each in a thread that knows nothing of the other.
        self.latest = attendance.present(max(self.latest or after, after, key=lambda one: one.version), seat)
        return self.latest

    async def bring_partials(self, match: Match, pages: Iterable[Page], names: Iterable[str] = ()) -> None:
        """Send pages the live partials that differ from what they show; all, or only those with these names."""
        groups: dict[tuple[Any, ...], list[Page]] = defaultdict(list)  # by what is drawn alike; the marks come last
        for page in pages:
            marks = {name: mark for name, mark in page.marks.items() if not names or name in names}
            if marks and not page.over:
                viewer = page.viewer
                key = viewer and viewer.pk, page.seat, page.language, page.zone, tuple(sorted(marks.items()))
                groups[key].append(page)
        for key, group in groups.items():
            first, marks = group[0], dict(key[-1])
            work = partial(in_thread, _draw_partials, match, first, marks)
            found = await self._partials.run(key, work)
            if html := "".join(one.html for one in found.values()):
                text = encode({"partials": html})
                for page in group:
                    page.marks |= {name: one.mark for name, one in found.items()}
                    _post(page, text)

    # What happens

    def on_event(self, event: Event) -> None:
        """Handle an event of the match."""
        if event["type"] == "match.attendance":
            self._attendance(event)
        else:
            self._note(event)

    def _note(self, event: Event) -> None:
        self.changed.append(event)
        if self.updating is None:
            self.updating = in_background(self._update())

    async def _update(self) -> None:
        """Send all pages what changed; events that arrive meanwhile are handled together (coalescing)."""
        while events := self.changed:
            self.changed = []
            await self._guarded(partial(self._tell_all, events))
        self.updating = None

    @timed_async("tell")
    async def _tell_all(self, events: list[Event]) -> None:
        match = await self._after(events)
        pages = [page for page in self.pages if page.greeted]
        for seat in {page.seat for page in pages}:
            match = await self.arrive(match, seat)
        await self.bring(match, pages)
        if names := [event["name"] for event in events if event["type"] == "partial.changed"]:
            await self.bring_partials(match, pages, names)

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
            committed = event.get("committed") or relayed.heard(self.latest, event)
            if committed is None:
                return await self.match()
            self.latest = committed
        return self.latest or await self.match()

    def _attendance(self, event: Event) -> None:
        """Mark a player who has another page open as present again; after `ABSENCE`, show who is absent."""
        if any(page.greeted and page.seat == event["seat"] for page in self.pages):
            self._note({"type": "match.present"})
        if self.looking is None:
            self.looking = in_background(self._show_away())

    async def _show_away(self) -> None:
        await asyncio.sleep(ABSENCE)
        while self.updating:  # a player with another page open is marked as present first
            await asyncio.wait([self.updating])
        self.looking = None
        await self._guarded(self._tell_away)

    async def _tell_away(self) -> None:
        match = await self.match()
        views: dict[View, list[Page]] = defaultdict(list)
        for page in self.pages:
            if page.greeted:
                views[View.of(page)._replace(version=0, ply=0)].append(page)
        for view, pages in views.items():
            html = await in_thread(_draw_away, match, view)
            for page in pages:
                _post(page, encode({"version": page.version, "html": html}))

    async def _guarded(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do work that concerns all pages and log its errors; a page that gets nothing catches up by its heartbeat."""
        try:
            await work()
        except Match.DoesNotExist:
            logger.info("Match %s does not exist any more", self.match_id)
        except Exception as fault:
            if is_outage(fault):
                logger.warning("Outage: pages of match %s hear of a change late: %s", self.match_id, fault)
            else:
                logger.exception("A change of match %s was not drawn", self.match_id)

    async def _read(self) -> Match:
        known = self.latest
        match = await in_thread(_find, self.match_id)
        if known and known.version > match.version:  # a backup was restored
            self.latest = None
            rooms.forget(match.pk)
            positions.forget(match.pk)
        if not match.finished_at:
            rooms.put(match)  # so that even the first move is judged without a query
        return match

    def _newest(self, match: Match) -> Match:
        """Keep the match and return it, or the later version that was announced while it was read."""
        if self.latest is None or self.latest.version <= match.version:
            self.latest = match
        return self.latest

    async def _drawn(self, match: Match, view: View, common: Common) -> Drawing:
        """Draw on the event loop, or in a thread if that needs a query.

        Django raises SynchronousOnlyOperation at the first query on the loop. A match that is over always needs some,
        unless `end_warmers` have just read them.
        """
        if not match.finished_at or is_recent(match):
            with suppress(SynchronousOnlyOperation):
                return _draw(match, view, common)
        return await self._drawings.run((match.version, view), partial(in_thread, _draw_localized, match, view, common))


_audiences: dict[tuple[asyncio.AbstractEventLoop, str], Audience] = {}


def join(match_id: str, page: Page) -> Audience:
    """Add an open page to the audience of the match."""
    key = asyncio.get_running_loop(), match_id
    audience = _audiences.get(key)
    if audience is None:
        audience = _audiences[key] = Audience(match_id)
        fanout.subscribe(match_topic(match_id), audience)
    audience.pages.add(page)
    return audience


def leave(audience: Audience, page: Page) -> None:
    """Remove a page. Idempotent, also where others who came meanwhile have an audience of their own."""
    audience.pages.discard(page)
    key = asyncio.get_running_loop(), audience.match_id
    if audience.pages or _audiences.get(key) is not audience:
        return
    del _audiences[key]
    fanout.unsubscribe(match_topic(audience.match_id), audience)
    for task in (audience.updating, audience.looking):
        if task:
            task.cancel()


def _find(match_id: str) -> Match:
    """Return the match; cache what its next move needs, so that it is judged and drawn on the event loop."""
    match = find_match(match_id)
    if not match.finished_at:
        for warm in cache_warmers:
            warm(match)
    return match


_ends: Gathered[Match] = Gathered(warm_ends)


def _post(page: Page, text: str) -> None:
    try:
        page.post(text)
    except Exception:
        logger.exception("A page could not be told")  # the other pages still are


def _in_turn(view: View) -> tuple[bool, str, str]:
    """Return the sort key of a view: players first, then grouped by language and time zone."""
    return view.seat is None, view.language, str(view.zone)


def _localized(views: Iterable[View]) -> Iterator[tuple[View, Common]]:
    """Yield each view, its language and time zone active, with what it shares with its neighbours of the same ones."""
    for (language, zone), alike in groupby(views, key=lambda view: (view.language, view.zone)):
        _localize(language, zone)
        common = Common(language, zone)
        yield from ((view, common) for view in alike)


def _draw_localized(match: Match, view: View, common: Common) -> Drawing:
    _localize(view.language, view.zone)
    return _draw(match, view, common)


def _draw(match: Match, view: View, common: Common) -> Drawing:
    """Draw the update in the active language; a player's has the path of a rematch that has begun, as `go`."""
    message: JsonObject = update_since(match, view.seat, view.version, view.ply, common).data()
    if view.seat and match.rematch_id:
        message["go"] = match_path("match", match.rematch_id)
    return Drawing(message["version"], message["ply"], encode(message))


def _draw_away(match: Match, view: View) -> str:
    _localize(view.language, view.zone)
    return away_partial(match, view.seat)


def _draw_partials(match: Match, page: Page, marks: Marks) -> dict[str, LivePartial]:
    _localize(page.language, page.zone)
    return live_partials_since(match, page.viewer, marks)


def _localize(language: str, zone: tzinfo) -> None:
    """Activate the language and the time zone of a page for this task or thread.

    They are not restored, as every drawing begins with this call: restoring them would cost as much as a partial.
    """
    if translation.get_language() != language:
        translation.activate(language)
    if timezone.get_current_timezone() is not zone:
        timezone.activate(zone)
