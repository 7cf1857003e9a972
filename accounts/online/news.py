"""News for every open page of a player, whatever it shows: events, and the partials that they change."""

from __future__ import annotations

import json
from typing import Protocol

from accounts.hooks import Facts, JsonObject, PageNews, page_events, page_partials, page_reports
from accounts.models import User
from accounts.online import presence
from accounts.online.presence import topic_of
from core.live import audience, fanout
from core.live.audience import Audience, Event, ViewerKind
from core.live.concurrency import in_background, in_thread
from core.live.partials import Bound


def announce(*user_ids: int, **came: object) -> None:
    """Announce an event to all open pages of these players, after the commit; heartbeats make up for lost events."""
    fanout.publish(map(topic_of, user_ids), {"type": "news.came", **came})


def changed_by(news: PageNews) -> tuple[str, ...]:
    """Return the names of the partials of a page that an event may have changed, without a query."""
    return tuple(partial.name for partial in page_partials if partial.changes(news))


def bound_after(player: User, news: PageNews) -> Bound:
    """Return the partials of the player's page that an event may have changed."""
    bound = {one.name: (one.of(news, player), one.is_notice) for one in page_partials if one.changes(news)}
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


class PlayerPage(audience.Page, Protocol):
    """An open page of the player; what it displays is None until it has said so."""

    displays: Facts | None

    @property
    def viewer(self) -> User | None:
        """The player."""


class PlayerAudience(Audience[PlayerPage]):
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
        if self._concerned(came):
            self.note(event)

    async def update(self, events: list[Event]) -> None:
        """Send the pages the partials that these events have changed."""
        for came in map(_facts, events):
            await self._bring(came)

    async def _bring(self, came: Facts) -> None:
        def bound(kind: ViewerKind) -> Bound:
            return bound_after(kind.viewer, PageNews(json.loads(kind.aspect), came))

        await self.bring_partials(self._concerned(came), bound, lambda page: json.dumps(page.displays, sort_keys=True))

    def _concerned(self, came: Facts) -> list[PlayerPage]:
        """Return the pages of which an event may have changed a partial."""
        return [page for page in self.pages if page.displays is not None and changed_by(PageNews(page.displays, came))]


def _facts(event: Event) -> Facts:
    return {name: value for name, value in event.items() if name != "type"}
