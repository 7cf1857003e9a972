"""The websocket of the lobby and of a challenge link, and the audience of all these pages in a process.

Lists are read and drawn once for all, bursts of changes are joined, and each page is sent the partials that changed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import parse_qs

from django.conf import settings
from django.core.cache import caches
from django.urls import reverse
from django.utils import timezone, translation

from accounts.online import presence
from accounts.online.sockets import ViewerSocket
from core.clients import Scope
from core.live.audience import Audience, Event
from core.live.concurrency import in_background, in_thread
from core.live.page_socket import FAILED, NOTHING_HERE, TRY_AGAIN, PageData, encode
from core.live.partials import Bound, Shown
from core.telemetry import is_outage
from games.lobby import notices
from games.lobby.errors import NoSuchOffer
from games.lobby.lists import SharedLists, accepted_match, compose, known_filter, shared_lists
from games.lobby.own import NOTHING, Own, own_of, own_offers
from games.lobby.partials import Drawings, LobbyContent, Reader, show_challenge
from games.matches.play.updates import player_topic

logger = logging.getLogger(__name__)

GAP = 0.5  # seconds between two rounds in which all pages are brought up to date
FRESH = 1.0  # seconds for which lists that were read serve further pages that say hello
CROWD = 30  # with more players online, pages are told their number at once, and their names when they say hello
ARRIVALS = 10  # seconds in which players who come online are announced at the first, and once more at the end
BATCH = 50  # pages that are drawn, or told, without a pause
NO_CHANGE = "{}"
MOST_WAITING = 20  # own offers named in the address; further ones are ignored

Filter = tuple[str, str]


class LobbyConsumer(ViewerSocket):
    """Keeps one open page up to date for its viewer; changes come by its audience.

    The query string of the socket says which of the viewer's own offers the page shows as waiting (`waiting`, several),
    to which game and pace it is filtered (`game`, `pace`), and on the page of a challenge link, which offer it shows
    (`offer`).
    """

    keeps_present = False  # arrivals are news here: `_arrives` records them
    audience: LobbyAudience | None = None
    own: Own = NOTHING  # what the viewer alone sees, as it was last read

    def topics_to_join(self) -> list[str]:
        """Return the topics of the viewer, and of the viewer's own matches."""
        return [*super().topics_to_join(), *([player_topic(self.viewer.pk)] if self.viewer else [])]

    async def connect(self) -> None:
        """Read the query string."""
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.offer_id = query.get("offer", [""])[0]
        self.only, self.pace = known_filter(query.get("game", [""])[0], query.get("pace", [""])[0])
        self.waiting = frozenset(query.get("waiting", [])[:MOST_WAITING])
        # Looking at a lazy user would cost too much for a thousand pages.
        self.viewer_key = self.viewer.pk if self.viewer else None
        self.reader = Reader(self.language, self.zone, site_of(self.scope))
        self.audience = LobbyAudience.join(notices.LOBBY, self)
        await super().connect()

    def unsubscribe(self) -> None:
        """Leave the audience too."""
        super().unsubscribe()
        if self.audience:
            self.audience.leave(self)

    async def hello(self, data: PageData) -> None:
        """Answer a hello or heartbeat with the partials that the page lacks, or with `{}`."""
        self.shown = self.shown or Shown({})
        arrived = await self._arrives()
        if self.audience:
            self.audience.ask(self, arrived=arrived)

    def match_changed(self, event: Event) -> None:
        """Bring the page up to date at once: a match of the viewer's own started or changed."""
        if self.shown and self.audience:
            self.audience.concern(self)

    async def fail(self, fault: Exception) -> None:
        """Close the socket of a page that could not be drawn; a page that can try again does so."""
        if isinstance(fault, NoSuchOffer):
            await self.close(NOTHING_HERE)
        else:
            await self.close(TRY_AGAIN if is_outage(fault) else FAILED)

    async def _arrives(self) -> bool:
        """Record that the viewer is online; return whether they were away before."""
        if self.viewer is None or not presence.is_due(self.viewer):
            return False
        return await in_thread(presence.touch, self.viewer)


def site_of(scope: Scope) -> str:
    """Return the base address of links to this site: the configured one, or that of the viewer's page."""
    origin: bytes = dict(scope["headers"]).get(b"origin", b"")
    return settings.SITE_URL or origin.decode("latin-1")


@dataclass(frozen=True)
class LobbyUpdate:
    """What a page shows, the partials that it may be sent, and the message with those of them that it lacks."""

    content: LobbyContent
    bound: Bound
    text: str


class LobbyAudience(Audience["LobbyConsumer"]):
    """All open pages, in one event loop. One round at a time reads what is needed, draws, and tells the pages."""

    def __init__(self, key: str) -> None:
        """Begin without pages."""
        super().__init__(key)
        self.asking: set[LobbyConsumer] = set()  # pages that said hello
        self.concerned: set[LobbyConsumer] = set()  # pages of players whose own matches changed
        self.changed = False  # whether something that all see has changed
        self.came = False  # whether the player of a page that said hello has just come online
        self.announcing = False  # whether players who came online will be announced
        self.shared: dict[Filter, SharedLists] = {}
        self.read_at = self.round_at = float("-inf")
        self.waking: asyncio.TimerHandle | None = None

    def leave(self, page: LobbyConsumer) -> None:
        """Remove a page. Idempotent."""
        self.asking.discard(page)
        self.concerned.discard(page)
        super().leave(page)

    def end(self) -> None:
        """Let a round end that runs; those that wait need no other."""
        if self.waking:
            self.waking.cancel()

    def ask(self, page: LobbyConsumer, *, arrived: bool) -> None:
        """Answer a page that says hello, with what it lacks or `{}`; `arrived`: its player has just come online."""
        if arrived:
            self.came = True
            in_background(self._announce_arrivals())
        self.asking.add(page)
        self._run()

    async def _announce_arrivals(self) -> None:
        """Announce that players came online, once in `ARRIVALS` seconds for all processes (throttling, both edges).

        Players who come too soon after an announcement are announced together when that time is over.
        """
        if self.announcing:
            return
        self.announcing = True
        try:
            while not await caches["pages"].aadd("lobby.arrivals", True, ARRIVALS):
                await asyncio.sleep(ARRIVALS)
            notices.announce()
        finally:
            self.announcing = False

    def concern(self, page: LobbyConsumer) -> None:
        """Bring one page up to date at once."""
        self.concerned.add(page)
        self._run()

    def on_event(self, event: Event) -> None:
        """Handle a change in the lobby: all pages follow in the next round."""
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
        if not self.changed or not self.pages:
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
        asking, self.asking = self.asking, set()
        concerned, self.concerned = self.concerned, set()
        now = asyncio.get_running_loop().time()
        everybody = self.changed and now - self.round_at >= GAP
        pages = asking | concerned | ({page for page in self.pages if page.shown} if everybody else set())
        try:
            await self._read(pages, renewed=asking | concerned, everybody=everybody, now=now)
            await self._tell(pages, asking)
        except Exception as fault:
            await self._fail(pages if is_outage(fault) else asking, fault)

    async def _read(
        self, pages: set[LobbyConsumer], *, renewed: set[LobbyConsumer], everybody: bool, now: float
    ) -> None:
        """Read the lists that the pages need, each once."""
        filters = {(page.only, page.pace) for page in pages if not page.offer_id}
        changed, came = self.changed, self.came
        self.came = False
        if everybody:
            self.changed = False
            self.round_at = now
        if changed or came or now - self.read_at >= FRESH:
            self.shared, self.read_at = await in_thread(_read_shared, filters), now
        else:
            self.shared |= await in_thread(_read_shared, filters - self.shared.keys())
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

    async def _tell(self, pages: set[LobbyConsumer], asking: Collection[LobbyConsumer]) -> None:
        drawing = Round(self.shared, asking)
        ordered = sorted(pages, key=lambda page: page not in asking)
        for start in range(0, len(ordered), BATCH):
            batch = [page for page in ordered[start : start + BATCH] if not page.over]
            results = await in_thread(drawing.draw, batch)
            for page, result in zip(batch, results, strict=True):
                if isinstance(result, Exception):
                    await page.fail(result)
                    continue
                page.waiting = result.content.waiting
                if page.shown:
                    page.shown.take(result.bound)
                if result.text != NO_CHANGE or page in asking:
                    page.post(result.text)

    async def _fail(self, pages: Collection[LobbyConsumer], fault: Exception) -> None:
        if is_outage(fault):
            logger.warning("Outage in the lobby: %s: %s", type(fault).__name__, fault)
        else:
            logger.error("The lobby could not be drawn", exc_info=fault)
        for page in pages:
            await page.fail(fault)


def _read_shared(filters: Collection[Filter]) -> dict[Filter, SharedLists]:
    return {each: shared_lists(*each) for each in filters}


class Round:
    """Draws pages from the same lists; pages that show the same are drawn once, and so are messages."""

    def __init__(self, shared: Mapping[Filter, SharedLists], asking: Collection[LobbyConsumer]) -> None:
        """Begin with the lists by filter, and the pages that said hello: they get all that they lack."""
        self._shared = shared
        self._asking = asking
        self._drawings = Drawings()
        self._alike: dict[Hashable, LobbyContent] = {}
        self._texts: dict[tuple[str, ...], str] = {}

    def draw(self, pages: Collection[LobbyConsumer]) -> list[LobbyUpdate | Exception]:
        """Draw for each page what it lacks; an exception concerns that page alone."""
        drawings: list[LobbyUpdate | Exception] = []
        for page in pages:
            try:
                drawings.append(self._draw(page))
            except Exception as fault:
                drawings.append(fault)
        return drawings

    def _draw(self, page: LobbyConsumer) -> LobbyUpdate:
        content = self._show(page)
        bound = content.partials
        if "online" in bound and self._keeps_names(page):
            bound = {name: partial for name, partial in bound.items() if name != "online"}
        html = tuple((page.shown or Shown({})).changes(bound))
        offer_ids = page.waiting - content.waiting
        match = accepted_match(page.viewer, offer_ids) if page.viewer and offer_ids else None
        if match:
            go = reverse("matches:match", args=[match.pk])
            return LobbyUpdate(content, bound, encode({"partials": "".join(html), "data": {"go": go}}))
        text = self._texts.get(html)
        if text is None:
            text = self._texts[html] = encode({"partials": "".join(html)}) if html else NO_CHANGE
        return LobbyUpdate(content, bound, text)

    def _show(self, page: LobbyConsumer) -> LobbyContent:
        """Return what the page shows, made for another page like it if there was one."""
        key = self._key(page)
        content = self._alike.get(key) if key else None
        if content is None:
            with translation.override(page.reader.language), timezone.override(page.reader.zone):
                content = self._shown(page)
            if key:
                self._alike[key] = content
        return content

    def _key(self, page: LobbyConsumer) -> Hashable:
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

    def _keeps_names(self, page: LobbyConsumer) -> bool:
        """Return whether the page keeps its list of players online: it is long, and the page did not ask."""
        return page not in self._asking and len(self._shared[page.only, page.pace].online) > CROWD

    def _shown(self, page: LobbyConsumer) -> LobbyContent:
        if page.offer_id:
            return show_challenge(page.offer_id, page.viewer, page.reader)
        lists = self._shared[page.only, page.pace]
        return self._drawings.show(compose(lists, page.own if page.viewer else NOTHING, page.viewer), page.reader)
