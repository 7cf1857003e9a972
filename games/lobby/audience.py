"""The open pages of the lobby in this process: lists are read and drawn once for all, and bursts are joined."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from core.live.audience import Audience, Event
from core.live.concurrency import in_background, in_thread
from core.live.live_partials import ShownPartials, html_of
from core.live.page_socket import encode
from core.telemetry import is_outage
from games.lobby.lists import Shared, accepted_match, compose, online_by_name, shared_lists
from games.lobby.own import NOTHING, Own, own_of, own_offers
from games.lobby.partials import Drawings, Reader, Shown, show_challenge

logger = logging.getLogger(__name__)

GAP = 0.5  # seconds between two rounds in which all pages are brought up to date
FRESH = 1.0  # seconds for which lists that were read serve further pages that say hello
CROWD = 30  # with more players online, pages are told their number at once, and their names when they say hello
BATCH = 50  # pages that are drawn, or told, without a pause

NO_CHANGE = "{}"

Filter = tuple[str, str]


class Page(Protocol):
    """An open page of the lobby or of a challenge link."""

    only: str
    pace: str
    offer_id: str
    waiting: frozenset[str]
    shown: ShownPartials | None  # None until the page has said hello
    own: Own
    over: bool

    @property
    def viewer(self) -> User | None:
        """The signed-in user, or None."""

    @property
    def viewer_key(self) -> int | None:
        """The key of the viewer, as looking at a lazy user costs too much for a thousand pages."""

    @property
    def reader(self) -> Reader:
        """How the page is read."""

    def post(self, text: str) -> None:
        """Send the page a text."""

    async def fail(self, fault: Exception) -> None:
        """Close the socket of a page that could not be drawn."""


@dataclass(frozen=True)
class Drawing:
    """What a page shows, the partials that it lacks of that by name, and the message that has them."""

    shown: Shown
    lacked: Collection[str]
    text: str


class LobbyAudience(Audience[Page]):
    """All open pages, in one event loop. One round at a time reads what is needed, draws, and tells the pages."""

    def __init__(self, key: str) -> None:
        """Begin without pages."""
        super().__init__(key)
        self.asking: dict[Page, list[asyncio.Future[None]]] = {}  # pages that said hello
        self.concerned: set[Page] = set()  # pages of players whose own matches changed
        self.changed = False  # whether something that all see has changed
        self.arrived = False  # whether the list of players online has changed
        self.came = False  # whether the player of a page that said hello has just come online
        self.shared: dict[Filter, Shared] = {}
        self.read_at = self.round_at = float("-inf")
        self.waking: asyncio.TimerHandle | None = None

    def leave(self, page: Page) -> None:
        """Remove a page. Idempotent."""
        self.concerned.discard(page)
        super().leave(page)

    def end(self) -> None:
        """Let a round end that runs; those that wait need no other."""
        if self.waking:
            self.waking.cancel()

    async def ask(self, page: Page, *, arrived: bool) -> None:
        """Answer a page that says hello, with what it lacks or `{}`; `arrived`: its player has just come online."""
        self.came |= arrived
        answer = asyncio.get_running_loop().create_future()
        self.asking.setdefault(page, []).append(answer)
        self._run()
        await answer

    def concern(self, page: Page) -> None:
        """Bring one page up to date at once."""
        self.concerned.add(page)
        self._run()

    def on_event(self, event: Event) -> None:
        """Handle a change in the lobby: all pages follow in the next round."""
        if event["type"] == "lobby.arrival":
            self.arrived = True
        else:
            self.changed = True
        self._run()

    def _run(self) -> None:
        if self.updating is None:
            self.updating = in_background(self._rounds())

    async def _rounds(self) -> None:
        try:
            while await self._due():
                await self._round()
        finally:
            self.updating = None

    async def _due(self) -> bool:
        """Return whether a page waits for a round now; a change that all see may have to wait for `GAP`."""
        if self.asking or self.concerned:
            return True
        if not (self.changed or self.arrived) or not self.pages:
            return False
        loop = asyncio.get_running_loop()
        pause = self.round_at + GAP - loop.time()
        if pause > 0 and self.waking is None:
            self.waking = loop.call_later(pause, self._wake)
        return pause <= 0

    def _wake(self) -> None:
        self.waking = None
        self._run()

    async def _round(self) -> None:
        asking, self.asking = self.asking, {}
        concerned, self.concerned = self.concerned, set()
        now = asyncio.get_running_loop().time()
        everybody = (self.changed or self.arrived) and now - self.round_at >= GAP
        pages = {*asking, *concerned} | ({page for page in self.pages if page.shown} if everybody else set())
        try:
            await self._read(pages, renewed={*asking, *concerned}, everybody=everybody, now=now)
            await self._tell(pages, asking)
        except Exception as fault:
            await self._fail(pages if is_outage(fault) else asking, asking, fault)
        finally:
            for futures in asking.values():
                for future in futures:
                    if not future.done():
                        future.set_result(None)

    async def _read(self, pages: set[Page], *, renewed: set[Page], everybody: bool, now: float) -> None:
        """Read the lists that the pages need, each once."""
        filters = {(page.only, page.pace) for page in pages if not page.offer_id}
        changed, arrived = self.changed, self.arrived or self.came
        self.came = False
        if everybody:
            self.changed = self.arrived = False
            self.round_at = now
        if changed or now - self.read_at >= FRESH:
            self.shared, self.read_at = await in_thread(_read_shared, filters), now
        else:
            online = await in_thread(online_by_name) if arrived else None
            self.shared |= await in_thread(_read_shared, filters - self.shared.keys())
            if online is not None:
                self.shared = {key: replace(shared, online=online) for key, shared in self.shared.items()}
        own = {page.viewer_key: page.viewer for page in renewed if page.viewer and not page.offer_id}
        lists = await in_thread(own_of, list(own.values())) if own else {}
        if lists:
            for page in self.pages:
                if page.viewer_key in lists:
                    page.own = lists[page.viewer_key]
        others = {page.viewer_key for page in pages - renewed if page.viewer_key and not page.offer_id} - lists.keys()
        if changed and others:
            offers = await in_thread(own_offers, others)
            for page in pages - renewed:
                theirs = offers.get(page.viewer_key, []) if page.viewer_key in others else page.own.offers
                if theirs or page.own.offers:
                    page.own = replace(page.own, offers=theirs)

    async def _tell(self, pages: set[Page], asking: Collection[Page]) -> None:
        drawing = Round(self.shared, asking)
        ordered = sorted(pages, key=lambda page: page not in asking)
        for start in range(0, len(ordered), BATCH):
            batch = [page for page in ordered[start : start + BATCH] if not page.over]
            results = await in_thread(drawing.draw, batch)
            for page, result in zip(batch, results, strict=True):
                if isinstance(result, Exception):
                    await page.fail(result)
                    continue
                page.waiting = result.shown.waiting
                if page.shown:
                    page.shown.take(result.shown.partials, result.lacked)
                if result.text != NO_CHANGE or page in asking:
                    page.post(result.text)

    async def _fail(self, pages: Collection[Page], asking: Mapping[Page, object], fault: Exception) -> None:
        if is_outage(fault):
            logger.warning("Outage in the lobby: %s: %s", type(fault).__name__, fault)
        else:
            logger.error("The lobby could not be drawn", exc_info=fault)
        for page in pages:
            await page.fail(fault)


def _read_shared(filters: Collection[Filter]) -> dict[Filter, Shared]:
    return {each: shared_lists(*each) for each in filters}


class Round:
    """Draws pages from the same lists; pages that show the same are drawn once, and so are messages."""

    def __init__(self, shared: Mapping[Filter, Shared], asking: Collection[Page]) -> None:
        """Begin with the lists by filter, and the pages that said hello: they get all that they lack."""
        self._shared = shared
        self._asking = asking
        self._drawings = Drawings()
        self._alike: dict[Hashable, Shown] = {}
        self._texts: dict[tuple[str, ...], str] = {}

    def draw(self, pages: Collection[Page]) -> list[Drawing | Exception]:
        """Draw for each page what it lacks; an exception concerns that page alone."""
        drawings: list[Drawing | Exception] = []
        for page in pages:
            try:
                drawings.append(self._draw(page))
            except Exception as fault:
                drawings.append(fault)
        return drawings

    def _draw(self, page: Page) -> Drawing:
        content = self._show(page)
        bound = content.partials
        lacked = page.shown.lacks(bound) if page.shown else list(bound)
        if "online" in lacked and self._keeps_names(page):
            lacked.remove("online")
        html = tuple(html_of(name, bound[name]) for name in lacked)
        offer_ids = page.waiting - content.waiting
        match = accepted_match(page.viewer, offer_ids) if page.viewer and offer_ids else None
        if match:
            go = reverse("matches:match", args=[match.pk])
            return Drawing(content, lacked, encode({"partials": "".join(html), "data": {"go": go}}))
        text = self._texts.get(html)
        if text is None:
            text = self._texts[html] = encode({"partials": "".join(html)}) if html else NO_CHANGE
        return Drawing(content, lacked, text)

    def _show(self, page: Page) -> Shown:
        """Return what the page shows, made for another page like it if there was one."""
        key = self._key(page)
        content = self._alike.get(key) if key else None
        if content is None:
            with translation.override(page.reader.language), timezone.override(page.reader.zone):
                content = self._shown(page)
            if key:
                self._alike[key] = content
        return content

    def _key(self, page: Page) -> Hashable:
        """Return all that the page's content depends on, as a key; None if it has something of its viewer's own."""
        if page.offer_id:
            return None
        lists, viewer, own = self._shared[page.only, page.pace], page.viewer, page.own
        if viewer is None:
            return page.only, page.pace, page.reader
        if not own.is_bare or page.viewer_key in lists.involved:
            return None
        figures = tuple(own.ratings.of(viewer, offer) for offer in lists.pools)
        return page.only, page.pace, page.reader, viewer.plays_rated, figures

    def _keeps_names(self, page: Page) -> bool:
        """Return whether the page keeps its list of players online: it is long, and the page did not ask."""
        return page not in self._asking and len(self._shared[page.only, page.pace].online) > CROWD

    def _shown(self, page: Page) -> Shown:
        if page.offer_id:
            return show_challenge(page.offer_id, page.viewer, page.reader)
        lists = self._shared[page.only, page.pace]
        return self._drawings.show(compose(lists, page.own if page.viewer else NOTHING, page.viewer), page.reader)
