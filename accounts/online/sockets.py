"""The socket of a page whose viewer may be signed in (ended sessions, presence, news), and that of live pages."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from copy import copy
from typing import Any

from django.core.exceptions import ObjectDoesNotExist

from accounts.hooks import Facts, live_pages
from accounts.models import User
from accounts.online import news, presence
from accounts.online.news import PlayerAudience
from accounts.sessions import still_signed_in, topics_of
from core.live.audience import Audience, Event
from core.live.concurrency import in_thread
from core.live.page_socket import RESTARTING, SESSION_ENDED, PageData, PageSocket
from core.live.partials import Bound, LivePage, Shown

TRUSTED = 30.0  # seconds for which a session that was checked counts as signed in, unless it is said to have changed
NEVER = float("-inf")

_open: Counter[int] = Counter()  # how many sockets each user has open in this process


class ViewerSocket(PageSocket):
    """The socket of one open page and its viewer. A subclass names its topics and answers heartbeats."""

    viewer: User | None = None  # the signed-in user who has the page open
    checked_at = NEVER  # when the session was last found to be signed in, by the event loop's clock
    player: PlayerAudience | None = None  # the open pages of the viewer
    displays: Facts | None = None  # what the page says that it displays, once it has said so
    keeps_present = True  # whether a message of the page records that its viewer is online

    def opened(self) -> None:
        """Note that the viewer has one more page open."""
        user = self.scope["user"]  # a lazy object: each access goes through its wrapper, which the copy does not have
        self.viewer = copy(user) if isinstance(user, User) else None
        self._count_open(+1)
        if self.viewer:
            presence.cancel_leave(self.viewer)

    def closed(self) -> None:
        """Note that the viewer has one page less open."""
        self._count_open(-1)

    def topics_to_join(self) -> list[str]:
        """Return the topics of the viewer's session; a subclass adds those of what its page shows."""
        return topics_of(self.scope)

    async def connect(self) -> None:
        """Join the open pages of the viewer, and subscribe."""
        if self.viewer:
            self.player = PlayerAudience.join(str(self.viewer.pk), self)
        await super().connect()

    def unsubscribe(self) -> None:
        """Leave the open pages of the viewer too."""
        super().unsubscribe()
        if self.player:
            self.player.leave(self)

    async def disconnect(self, code: int) -> None:
        """Record that the viewer has closed the last page here, unless the server itself closed it to restart.

        When a viewer follows a link, the new page may open its socket before the old one closes, or after it.
        """
        await super().disconnect(code)
        if self.viewer and code != RESTARTING and _open[self.viewer.pk] == 1:
            presence.leave_soon(self.viewer)

    def _count_open(self, change: int) -> None:
        if self.viewer:
            _open[self.viewer.pk] += change
            if not _open[self.viewer.pk]:
                del _open[self.viewer.pk]

    async def may_stay(self, data: PageData) -> bool:
        """Check the session, send the partials that the page lacks and record presence.

        One run in a thread asks the database for the session, at most every `TRUSTED` seconds, and for the partials of
        every page, where the page says what it displays. Presence is written later. A page that was never signed in may
        stay open.
        """
        if "shown" in data:
            self.shown = Shown(data["shown"])
        viewer, displays = self.viewer, data.get("displays")
        if viewer is None:
            return True
        began = asyncio.get_running_loop().time()
        is_trusted = began - self.checked_at < TRUSTED
        if is_trusted and not isinstance(displays, dict):
            return True
        # Set before the check: a change that is announced meanwhile resets it.
        self.checked_at = began if not is_trusted else self.checked_at
        if isinstance(displays, dict):
            self.displays = displays
        bound = await in_thread(self._checked_in, viewer, is_trusted, displays if isinstance(displays, dict) else None)
        if bound is None:
            self.checked_at = NEVER
            return False
        if self.keeps_present:
            presence.touch_soon(viewer)
        self.bring(bound)
        return True

    def _checked_in(self, viewer: User, is_trusted: bool, displays: Facts | None) -> Bound | None:
        """Do what `may_stay` does in a thread: return the page's partials, or None if the viewer has signed out."""
        if not is_trusted and not still_signed_in(self.scope):
            return None
        if displays is None:
            return {}
        with self.localized():
            bound = news.report(viewer, displays)
        if self.shown:
            self.shown.changes(bound)  # drawn here, in a thread
        return bound

    def session_changed(self, event: Event) -> None:
        """Check the session again before the next message is answered."""
        self.checked_at = NEVER

    def session_ended(self, event: Event) -> None:
        """Close: the viewer has signed out."""
        self.end(SESSION_ENDED)


class NoSuchPage(ObjectDoesNotExist):
    """No kind of page has this name."""


def page_named(name: str) -> LivePage[Any, User | None]:
    """Return the kind of page with this name; raises NoSuchPage."""
    for page in live_pages:
        if page.name == name:
            return page
    raise NoSuchPage(name)


class LivePageAudience(Audience["LivePageConsumer"]):
    """The open pages of one subject, in one event loop; the key is the page's name and that of the subject."""

    missing = (ObjectDoesNotExist,)

    @classmethod
    def topic_of(cls, key: str) -> str:
        """Return the topic of the subject."""
        name, _dot, subject = key.partition(".")
        return page_named(name).topic(subject)

    async def update(self, events: list[Event]) -> None:
        """Send all pages what changed."""
        await self.bring(self.pages)

    async def bring(self, pages: Iterable[LivePageConsumer]) -> None:
        """Send these pages what they lack."""
        name, _dot, subject = self.key.partition(".")
        await self.bring_partials(pages, lambda kind: page_named(name).bind(subject, kind.viewer))


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

    async def hello(self, data: PageData) -> None:
        """Answer a heartbeat with what the page lacks, and with nothing as an acknowledgement."""
        if self.audience:
            await self.audience.bring([self])
        await self.tell({})
