"""The open pages of one topic in this process, which share the work: events are joined, equal viewers drawn once."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterable, Mapping
from contextlib import suppress
from datetime import tzinfo
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from django.utils import timezone, translation

from core.live import fanout
from core.live.concurrency import in_background, in_thread
from core.live.page_socket import NOTHING_HERE
from core.live.partials import Bound, Shown
from core.telemetry import is_outage

logger = logging.getLogger(__name__)

BATCH = 100  # pages to which a text is sent before other tasks of the event loop get a turn

Event = fanout.Event


class Page(Protocol):
    """An open page: its socket."""

    language: str
    zone: tzinfo
    shown: Shown | None  # None for a page that has not said what it shows

    @property
    def over(self) -> bool:
        """Whether the socket is closed."""

    @property
    def viewer(self) -> Hashable:
        """The signed-in user, or None."""

    def post(self, text: str) -> None:
        """Send the page a text without waiting for it."""

    def bring(self, bound: Bound) -> None:
        """Send the page what differs from the live partials that it shows."""

    def end(self, code: int | None = None) -> None:
        """Close the socket after what was sent before."""


class ViewerKind(NamedTuple):
    """A kind of viewer: what live partials depend on besides their subject, and one `aspect` more where told."""

    language: str
    zone: tzinfo
    viewer: Any  # the core knows no users
    aspect: Any


PageType = TypeVar("PageType", bound=Page)
Group = TypeVar("Group", bound=Hashable)
Drawing = TypeVar("Drawing")


class Audience(Generic[PageType]):
    """The open pages of one topic, in one event loop. A subclass names the topic and handles its events.

    An event that is lost concerns no one for long: a page heals by its next heartbeat, for which the subclass compares
    what the page was last sent with what it should show.
    """

    missing: ClassVar[tuple[type[Exception], ...]] = ()  # errors that mean that the subject does not exist
    _all: ClassVar[dict[tuple[asyncio.AbstractEventLoop, type[Audience[Any]], str], Audience[Any]]] = {}

    def __init__(self, key: str) -> None:
        """Begin without pages; `key` says what they show."""
        self.key = key
        self.pages: set[PageType] = set()
        self.events: list[Event] = []
        self.updating: asyncio.Task[None] | None = None

    @classmethod
    def topic_of(cls, key: str) -> str:
        """Return the topic whose events are those of the audience with this key."""
        return key

    @classmethod
    def join(cls, key: str, page: PageType) -> Self:
        """Add an open page to the audience with this key; the first one subscribes to its topic."""
        loop = asyncio.get_running_loop()
        audience = cls._all.get((loop, cls, key))
        if not isinstance(audience, cls):
            topic = cls.topic_of(key)  # raises for a key that names nothing, of which then nothing may be kept
            audience = cls._all[loop, cls, key] = cls(key)
            fanout.subscribe(topic, audience)
        audience.pages.add(page)
        return audience

    def leave(self, page: PageType) -> None:
        """Remove a page. Idempotent, also where others who came meanwhile have an audience of their own."""
        self.pages.discard(page)
        index = asyncio.get_running_loop(), type(self), self.key
        if self.pages or self._all.get(index) is not self:
            return
        del self._all[index]
        fanout.unsubscribe(self.topic_of(self.key), self)
        self.end()

    def end(self) -> None:
        """Stop what runs for the audience: its last page has left."""
        if self.updating:
            self.updating.cancel()

    def on_event(self, event: Event) -> None:
        """Handle an event of the topic."""
        self.note(event)

    def note(self, event: Event) -> None:
        """Have `update` called with this event soon; events that come while it runs are handled together (coalescing).

        To be called on the event loop.
        """
        self.events.append(event)
        if self.updating is None:
            self.updating = in_background(self._update())

    async def _update(self) -> None:
        while events := self.events:
            self.events = []
            await self.guarded(lambda events=events: self.update(events))  # type: ignore[misc]  # bound in the loop
        self.updating = None

    async def update(self, events: list[Event]) -> None:
        """Send the pages what these events have changed."""
        raise NotImplementedError

    async def guarded(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do work that concerns all pages and log its errors; a page that gets nothing heals by its heartbeat."""
        try:
            await work()
        except Exception as fault:
            if is_outage(fault):
                logger.warning("Outage: open pages of %s hear of a change late: %s", self.key, fault)
            else:
                logger.exception("A change of %s was not drawn", self.key)

    async def bring_partials(
        self,
        pages: Iterable[PageType],
        bind: Callable[[ViewerKind], Bound],
        aspect: Callable[[PageType], Hashable] = lambda _page: None,
    ) -> None:
        """Send each page the live partials that differ from those it shows.

        `bind` returns those of a kind of viewer; it is called in a thread, in the language and time zone of the kind.
        """
        kinds: dict[ViewerKind, list[PageType]] = defaultdict(list)
        for page in pages:
            if page.shown is not None and not page.over:
                kinds[ViewerKind(page.language, page.zone, page.viewer, aspect(page))].append(page)

        def bind_and_draw(kind: ViewerKind) -> Bound:
            with translation.override(kind.language), timezone.override(kind.zone):
                bound = bind(kind)
            for page in kinds[kind]:
                _drawn = page.shown and page.shown.changes(bound)
            return bound

        async def draw(kind: ViewerKind) -> Bound | None:
            with suppress(*self.missing):
                return await self.once(kind, lambda: in_thread(bind_and_draw, kind))
            return None

        await self.send(kinds, draw, _bring)

    async def once(self, kind: ViewerKind, work: Callable[[], Coroutine[object, None, Bound]]) -> Bound:
        """Do work for a kind of viewer; a subclass may have equal kinds share it."""
        return await work()

    async def send(
        self,
        waiting: Mapping[Group, Iterable[PageType]],
        draw: Callable[[Group], Awaitable[Drawing]],
        put: Callable[[PageType, Group, Drawing], None],
    ) -> None:
        """Draw what changed for each group of pages in turn, and put it on these.

        A group that cannot be drawn, or a page that cannot be told, never harms others: the error of a group is raised
        when all others have been told, that of a page is logged.
        """
        fault: Exception | None = None
        for group, pages in waiting.items():
            try:
                drawing = await draw(group)
            except Exception as failed:
                fault = failed
                continue
            for number, page in enumerate(pages, start=1):
                try:
                    put(page, group, drawing)
                except Exception:
                    logger.exception("A page of %s could not be told", self.key)
                if number % BATCH == 0:
                    await asyncio.sleep(0)  # let other tasks run, such as those of other audiences
        if fault:
            raise fault


def _bring(page: Page, _kind: ViewerKind, bound: Bound | None) -> None:
    if bound is None:
        page.end(NOTHING_HERE)
    else:
        page.bring(bound)
