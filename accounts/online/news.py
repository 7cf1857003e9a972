"""News for every open page of a player, whatever it shows: events, and the partials that they change."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import tzinfo
from typing import NamedTuple, Protocol

from django.utils import timezone, translation

from accounts.hooks import Facts, JsonObject, PageNews, page_events, page_partials, page_reports
from accounts.models import User
from accounts.online import presence
from accounts.online.presence import topic_of
from core.live import fanout
from core.live.audience import Audience, Event
from core.live.concurrency import in_background, in_thread
from core.live.page_socket import encode
from core.live.partials import Bound, ShownPartials


def announce(*user_ids: int, **came: object) -> None:
    """Announce an event to all open pages of these players, after the commit; heartbeats make up for lost events."""
    fanout.publish(map(topic_of, user_ids), {"type": "news.came", **came})


def changed_by(news: PageNews) -> tuple[str, ...]:
    """Return the names of the partials of a page that an event may have changed, without a query."""
    return tuple(partial.name for partial in page_partials if partial.changes(news))


def bound_after(player: User, news: PageNews, names: tuple[str, ...]) -> Bound:
    """Return these partials of the player's page after an event, in the active language and time zone."""
    bound = {one.name: (one.of(news, player), one.is_notice) for one in page_partials if one.name in names}
    return {name: partial for name, (partial, is_notice) in bound.items() if partial or not is_notice}


def report(player: User, displays: Facts) -> Bound:
    """Record what a visible page of the player displays; return the partials that it should show."""
    for note in page_reports:
        note(player, displays)
    news = PageNews(displays, {})
    return {one.name: one.of(news, player) for one in page_partials if not one.is_notice}


def report_visit(viewer: User, data: JsonObject) -> Bound:
    """Record what a visible page of this viewer says that it displays; return the partials that it should show."""
    presence.touch(viewer)
    displays = data.get("displays")
    return report(viewer, displays) if isinstance(displays, dict) else {}


class Page(Protocol):
    """An open page of the player; what it displays and shows is None until it has said so."""

    viewer: User | None
    language: str
    zone: tzinfo
    displays: Facts | None
    shown: ShownPartials | None
    over: bool

    def post(self, text: str) -> None:
        """Send the page a text."""


class View(NamedTuple):
    """What the partials of a page depend on, besides the player and the event."""

    language: str
    zone: tzinfo
    displays: str  # as JSON
    names: tuple[str, ...]  # of the partials that the event may have changed


class PlayerAudience(Audience[Page]):
    """The open pages of one player, in one event loop; the key is the player's primary key."""

    @classmethod
    def topic_of(cls, key: str) -> str:
        """Return the topic of the player's news."""
        return presence.topic_of(key)

    def on_event(self, event: Event) -> None:
        """Handle an event: most concern no partial of the pages, which takes neither a task nor a query to say.

        When the player's last page in another process has closed, or the last one here before these, it is recorded
        that these are open.
        """
        if event["type"] == "page.closed":
            if viewer := next((page.viewer for page in self.pages if not page.over), None):
                in_background(self.guarded(lambda: in_thread(presence.undo_leave, viewer)))
            return
        came = _facts(event)
        for page in self.pages:
            if page.displays is not None:
                for note in page_events:
                    note(PageNews(page.displays, came))
        if self._views(came):
            self.note(event)

    async def update(self, events: list[Event]) -> None:
        """Send the pages the partials that these events have changed."""
        for event in events:
            await self._bring(_facts(event))

    async def _bring(self, came: Facts) -> None:
        views = self._views(came)

        async def draw(view: View) -> Bound:
            return await in_thread(_bound, view, views[view], came)

        await self.send(views, draw, _put)

    def _views(self, came: Facts) -> dict[View, list[Page]]:
        """Return the pages that an event concerns, by view."""
        views: dict[View, list[Page]] = defaultdict(list)
        for page in self.pages:
            if page.shown is None or page.displays is None or page.over:
                continue
            if names := changed_by(PageNews(page.displays, came)):
                displays = json.dumps(page.displays, sort_keys=True)
                views[View(page.language, page.zone, displays, names)].append(page)
        return views


def _facts(event: Event) -> Facts:
    return {name: value for name, value in event.items() if name != "type"}


def _bound(view: View, pages: Iterable[Page], came: Facts) -> Bound:
    first = next(iter(pages))
    if first.viewer is None or first.displays is None:
        return {}
    with translation.override(view.language), timezone.override(view.zone):
        bound = bound_after(first.viewer, PageNews(first.displays, came), view.names)
    for page in pages:
        if page.shown:
            page.shown.draw(bound)
    return bound


def _put(page: Page, _view: View, bound: Bound) -> None:
    if page.shown and (html := page.shown.bring(bound)):
        page.post(encode({"partials": html}))
