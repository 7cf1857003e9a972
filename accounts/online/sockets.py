"""The socket of a page whose viewer may be signed in: ended sessions, presence, and the player's news."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from copy import copy

from accounts.hooks import JsonObject
from accounts.models import User
from accounts.online import news, presence
from accounts.security.sessions import still_signed_in, topics_of
from core.live.concurrency import SingleFlight, in_thread
from core.live.page_socket import RESTARTING, SESSION_ENDED, Event, PageSocket, encode

TRUSTED = 30.0  # seconds for which a session that was checked counts as signed in, unless it is said to have changed
NEVER = float("-inf")

_news: SingleFlight[JsonObject] = SingleFlight()
_open: Counter[int] = Counter()  # how many sockets each user has open in this process


class ViewerSocket(PageSocket):
    """The socket of one open page and its viewer. A subclass names its topics and answers heartbeats."""

    viewer: User | None = None  # the signed-in user who has the page open
    checked_at = NEVER  # when the session was last found to be signed in, by the event loop's clock
    shown: Event | None = None  # what the page says it shows of the player's news, once it has said so
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
        """Return the topics of the viewer's session and news; a subclass adds those of what its page shows."""
        news_topics = [news.topic_of(self.viewer.pk)] if self.viewer else []
        return [*topics_of(self.scope), *news_topics]

    async def disconnect(self, code: int) -> None:
        """Record that the viewer has closed the last page here, unless the server itself closed it to restart.

        When a viewer follows a link, the new page may open its socket before the old one closes, or after it.
        """
        await super().disconnect(code)
        if self.viewer and code != RESTARTING and _open[self.viewer.pk] == 1:
            presence.leave_soon(self.viewer)

    def page_closed(self, event: Event) -> None:
        """Record that this page is open: the viewer's last page in another process, or before this one, has closed."""
        if viewer := self.viewer:
            self.in_background(lambda: in_thread(presence.undo_leave, viewer))

    def _count_open(self, change: int) -> None:
        if self.viewer:
            _open[self.viewer.pk] += change
            if not _open[self.viewer.pk]:
                del _open[self.viewer.pk]

    async def may_stay(self, data: Event) -> bool:
        """Check the session, send the news that the page lacks and record presence."""
        shown = data.get("news")
        return await self._check_in(shown if isinstance(shown, dict) else None)

    async def _check_in(self, shown: Event | None) -> bool:
        """Check the session, send the news that the page lacks and record presence; return whether it may stay open.

        One run in a thread asks the database for the session, at most every `TRUSTED` seconds, and for news, where the
        page says what it shows of them. Presence is written later. A page that was never signed in may stay open.
        """
        viewer = self.viewer
        if viewer is None:
            return True
        began = asyncio.get_running_loop().time()
        is_trusted = began - self.checked_at < TRUSTED
        if is_trusted and shown is None:
            return True
        # Set before the check: a change that is announced meanwhile resets it.
        self.checked_at = began if not is_trusted else self.checked_at
        self.shown = self.shown if shown is None else shown
        told = await in_thread(self._checked_in, viewer, is_trusted, shown)
        if told is None:
            self.checked_at = NEVER
            return False
        if self.keeps_present:
            presence.touch_soon(viewer)
        self._tell_news(told)
        return True

    def _checked_in(self, viewer: User, is_trusted: bool, shown: Event | None) -> Event | None:
        """Do what `_check_in` does in a thread: return the news for the page, or None if the viewer has signed out."""
        if not is_trusted and not still_signed_in(self.scope):
            return None
        return {} if shown is None else self._news_of(viewer, shown, {})

    def session_changed(self, event: Event) -> None:
        """Check the session again before the next message is answered."""
        self.checked_at = NEVER

    def session_ended(self, event: Event) -> None:
        """Close: the viewer has signed out."""
        self.end(SESSION_ENDED)

    def news_came(self, event: Event) -> None:
        """Forward news for the viewer to the page, if it shows news: at once if that takes no query."""
        shown, viewer = self.shown, self.viewer
        if shown is None or viewer is None:
            return
        came = {name: value for name, value in event.items() if name != "type"}
        told = news.collect_instant_news(viewer, shown, came, self.language)
        if told is None:
            self.in_background(lambda: self._bring_news(came))
        else:
            self._tell_news(told)

    async def _bring_news(self, came: Event) -> None:
        shown, viewer = self.shown, self.viewer
        if shown is None or viewer is None:
            return
        key = json.dumps([viewer.pk, self.language, str(self.zone), shown, came], sort_keys=True, default=str)
        self._tell_news(await _news.run(key, lambda: in_thread(self._news_of, viewer, shown, came)))

    def _tell_news(self, told: Event) -> None:
        if told:
            self.shown = {**(self.shown or {}), **told}
            self.post(encode({"news": told}))

    def _news_of(self, viewer: User, shown: Event, came: Event) -> JsonObject:
        with self.localized():
            return news.collect_news(viewer, shown, came)
