"""Sockets and audiences of live pages: each open page is sent the partials whose inputs have changed for its viewer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from datetime import tzinfo
from typing import Any, NamedTuple

from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone, translation

from accounts.hooks import live_pages
from accounts.models import User
from accounts.online.sockets import ViewerSocket
from core.live.audience import Audience, Event
from core.live.concurrency import in_thread
from core.live.live_pages import LivePage
from core.live.live_partials import Bound, ShownPartials
from core.live.page_socket import NOTHING_HERE, encode


class NoSuchPage(ObjectDoesNotExist):
    """No kind of page has this name."""


def page_named(name: str) -> LivePage[Any, User | None]:
    """Return the kind of page with this name; raises NoSuchPage."""
    for page in live_pages:
        if page.name == name:
            return page
    raise NoSuchPage(name)


class View(NamedTuple):
    """What the partials of a page depend on, besides its subject."""

    viewer: User | None
    language: str
    zone: tzinfo


class LivePageAudience(Audience["LivePageConsumer"]):
    """The open pages of one subject, in one event loop; the key is the page's name and that of the subject."""

    @classmethod
    def topic_of(cls, key: str) -> str:
        """Return the topic of the subject."""
        name, _dot, subject = key.partition(".")
        return page_named(name).topic(subject)

    async def update(self, events: list[Event]) -> None:
        """Send all pages what changed."""
        await self.bring(self.pages)

    async def bring(self, pages: Iterable[LivePageConsumer]) -> None:
        """Send these pages the partials that differ from what they show."""
        views: dict[View, list[LivePageConsumer]] = defaultdict(list)
        for page in pages:
            if page.shown and not page.over:
                views[View(page.viewer, page.language, page.zone)].append(page)
        name, _dot, subject = self.key.partition(".")

        async def draw(view: View) -> Bound | None:
            partials = [page.shown for page in views[view] if page.shown]
            with suppress(ObjectDoesNotExist):
                return await in_thread(_bound, page_named(name), subject, view, partials)
            return None

        await self.send(views, draw, _put)


class LivePageConsumer(ViewerSocket):
    """The socket of one open page; its audience sends it what changes."""

    missing = (ObjectDoesNotExist,)
    audience: LivePageAudience | None = None

    async def connect(self) -> None:
        """Join the audience: before the first hello, which asks for what the page lacks, so no change is missed."""
        await super().connect()
        arguments = self.scope["url_route"]["kwargs"]
        self.audience = LivePageAudience.join(f"{arguments['name']}.{arguments['key']}", self)

    def unsubscribe(self) -> None:
        """Leave the audience too."""
        super().unsubscribe()
        if self.audience:
            self.audience.leave(self)

    async def hello(self, data: Event) -> None:
        """Answer a heartbeat with what the page lacks, and with nothing as an acknowledgement."""
        if self.audience:
            await self.audience.bring([self])
        await self.tell({})


def _bound(page: LivePage[Any, User | None], key: str, view: View, pages: Iterable[ShownPartials]) -> Bound:
    with translation.override(view.language), timezone.override(view.zone):
        bound = page.bind(key, view.viewer)
    for partials in pages:
        partials.draw(bound)
    return bound


def _put(page: LivePageConsumer, _view: View, bound: Bound | None) -> None:
    """Send the page what it lacks; close it if its subject does not exist any more for its viewer."""
    if bound is None:
        page.end(NOTHING_HERE)
    elif page.shown and (html := page.shown.bring(bound)):
        page.post(encode({"partials": html}))
