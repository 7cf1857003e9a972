"""The open pages of one topic in this process, which share the work: events are joined, equal viewers drawn once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from core.live import fanout
from core.live.concurrency import in_background
from core.telemetry import is_outage

logger = logging.getLogger(__name__)

BATCH = 100  # pages to which a text is sent before other tasks of the event loop get a turn

Event = fanout.Event


class Page(Protocol):
    """An open page: its socket."""

    over: bool  # whether the socket is closed

    def post(self, text: str) -> None:
        """Send the page a text without waiting for it."""


PageType = TypeVar("PageType", bound=Page)
View = TypeVar("View", bound=Hashable)
Drawing = TypeVar("Drawing")


class Audience(Generic[PageType]):
    """The open pages of one topic, in one event loop. A subclass names the topic and handles its events.

    An event that is lost concerns no one for long: a page heals by its next heartbeat, for which the subclass compares
    what the page was last sent with what it should show.
    """

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
            audience = cls._all[loop, cls, key] = cls(key)
            fanout.subscribe(cls.topic_of(key), audience)
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

    async def send(
        self,
        waiting: Mapping[View, Iterable[PageType]],
        draw: Callable[[View], Awaitable[Drawing]],
        put: Callable[[PageType, View, Drawing], None],
    ) -> None:
        """Draw what changed for each view in turn, and put it on the view's pages.

        One view that cannot be drawn, or one page that cannot be told, never harms others: the error of a view is
        raised when all others have been told, that of a page is logged.
        """
        fault: Exception | None = None
        for view, pages in waiting.items():
            try:
                drawing = await draw(view)
            except Exception as failed:
                fault = failed
                continue
            for number, page in enumerate(pages, start=1):
                try:
                    put(page, view, drawing)
                except Exception:
                    logger.exception("A page of %s could not be told", self.key)
                if number % BATCH == 0:
                    await asyncio.sleep(0)  # let other tasks run, such as those of other audiences
        if fault:
            raise fault
