"""Base class of all websockets: topics, heartbeats, ended sessions, invalid messages, pages that do not read."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from typing import Any
from urllib.parse import parse_qs

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone, translation

from accounts.hooks import JsonObject
from accounts.models import User
from accounts.online import news, presence
from accounts.security.sessions import still_signed_in, topics_of
from core import metrics
from core.clock import milliseconds
from core.live import fanout
from core.live.concurrency import SingleFlight, in_background, in_thread, run_eagerly
from core.outages import is_outage
from core.web.languages import language_of
from core.web.release import newer_than
from core.zones import zone_of

logger = logging.getLogger(__name__)

SESSION_ENDED = 4001
NOTHING_HERE = 4004
GARBAGE = 4008
RESTARTING = 4012  # the page reconnects soon; autobahn cannot send 1012 (service restart)
TRY_AGAIN = 4013  # an outage, or a page that does not read; autobahn cannot send 1013 (try again later)
LONGEST_MESSAGE = 1000
MOST_MESSAGES = 200  # in one window; a page sends one every 20 seconds, and a few a second while tiles are laid
WINDOW = 10.0  # seconds
MOST_UNSENT = 256 * 1024  # characters that wait for a page that does not read; with more it is dropped
LATEST = 1e15  # milliseconds: what a page may say of its own clock
TRUSTED = 30.0  # seconds for which a session that was checked counts as signed in, unless it is said to have changed
NEVER = float("-inf")
FAILED = 1011  # the code of a socket that ended with an error
NUL = "\\u0000"  # as JSON writes it

Scope = dict[str, Any]  # ASGI does not type what servers and middleware put into it
Event = Mapping[str, Any]  # JSON between processes and from pages, checked where it is read

encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode  # shorter than `dumps`
_news: SingleFlight[JsonObject] = SingleFlight()
_open: Counter[int] = Counter()  # how many sockets each user has open in this process


class PageSocket(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels comes without types
    """The socket of one open page. A subclass names its topics and answers heartbeats.

    It is Channels' consumer without channel layer and thread: events come from `core.live.fanout`, and database work
    is done in a few threads that all sockets share.
    """

    viewer: User | None = None  # the signed-in user who has the page open
    window_began = 0.0
    heard = 0
    checked_at = NEVER  # when the session was last found to be signed in, by the event loop's clock
    shown: Event | None = None  # what the page says it shows of the player's news, once it has said so
    missing: tuple[type[Exception], ...] = ()  # errors that mean that the subject of the page does not exist
    topics: Sequence[str] = ()
    keeps_present = True  # whether a message of the page records that its viewer is online
    over = False  # after closing, incoming events are ignored
    writing = False
    unsent = 0  # characters in the outbox

    async def __call__(
        self, scope: Scope, receive: Callable[[], Awaitable[Event]], send: Callable[[Event], Awaitable[None]]
    ) -> None:
        """Handle the events of the socket one after the other, until it is closed."""
        self.scope, self.base_send = scope, send
        self.language = language_of(scope)
        self.zone = zone_of(scope["user"], scope.get("cookies", {}))
        user = scope["user"]  # a lazy object: each access goes through its wrapper, which the copy does not have
        self.viewer = copy(user) if isinstance(user, User) else None
        self.outbox: deque[Event] = deque()
        metrics.SOCKETS.inc()
        self._count_open(+1)
        if self.viewer:
            presence.cancel_leave(self.viewer)
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        except Exception:
            with suppress(Exception):  # the clean-up may fail for the same reason
                await self.disconnect(FAILED)
            raise
        finally:
            self.over = True
            self.unsubscribe()
            self._count_open(-1)
            metrics.SOCKETS.dec()

    async def dispatch(self, message: Event) -> None:
        """Handle an event of the server; close with `NOTHING_HERE` if the subject of the page does not exist."""
        try:
            await getattr(self, get_handler_name(message))(message)
        except self.missing:
            await self.close(NOTHING_HERE)

    async def websocket_disconnect(self, message: Event) -> None:
        """Handle the end of the connection."""
        self.over = True
        await self.disconnect(message["code"])
        raise StopConsumer

    def on_event(self, event: Event) -> None:
        """Handle an event of a topic by the method that has its type's name, as `session.ended`: `session_ended`."""
        if not self.over:
            getattr(self, get_handler_name(event))(event)

    # What the page is sent

    async def accept(self, subprotocol: str | None = None, headers: object = None) -> None:
        """Accept the connection."""
        self._put({"type": "websocket.accept", "subprotocol": subprotocol})

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the socket once and ignore what the page sent before it knew."""
        self.end(code)

    def end(self, code: int | None = None) -> None:
        """Close the socket after what was sent before."""
        if not self.over:
            self.over = True
            self._put({"type": "websocket.close", "code": code} if code else {"type": "websocket.close"})

    async def tell(self, message: Event) -> None:
        """Send the page a message."""
        self.post(encode(message))

    def post(self, text: str) -> None:
        """Send the page this text without waiting for it; a page that does not read is dropped, and may come again."""
        if self.over:
            return
        self.unsent += len(text)
        if self.unsent > MOST_UNSENT:
            logger.info("A page that does not read is dropped at %s", self.scope["path"])
            self.outbox.clear()
            self.end(TRY_AGAIN)
        else:
            self._put({"type": "websocket.send", "text": text})

    def _put(self, event: Event) -> None:
        self.outbox.append(event)
        if not self.writing:
            self.writing = True
            run_eagerly(self._write())

    async def _write(self) -> None:
        """Send what is in the outbox, in its order."""
        try:
            while self.outbox:
                event = self.outbox.popleft()
                await self.base_send(event)
                self.unsent -= len(event.get("text", ""))
        except Disconnected:  # the page has gone while its answer was made; a disconnect event follows
            self.outbox.clear()
        finally:
            self.writing = False

    # What the page says

    def in_background(self, work: Callable[[], Awaitable[None]]) -> None:
        """Start work for the page in a task of its own; an outage in it closes the socket, and the page retries."""

        async def careful() -> None:
            try:
                await work()
            except self.missing:
                await self.close(NOTHING_HERE)
            except Exception as fault:
                if not is_outage(fault):
                    raise
                logger.warning("Outage at a socket: %s: %s", type(fault).__name__, fault)
                await self.close(TRY_AGAIN)

        in_background(careful())

    def topics_to_join(self) -> list[str]:
        """Return the topics of what the page shows."""
        return []

    async def hello(self, data: Event) -> None:
        """Answer the page's first message or heartbeat; raises ValueError for invalid data."""

    async def connect(self) -> None:
        """Subscribe before the first query, so that no change is missed between the two."""
        news_topics = [news.topic_of(self.viewer.pk)] if self.viewer else []
        self.topics = [*self.topics_to_join(), *topics_of(self.scope), *news_topics]
        for topic in self.topics:
            fanout.subscribe(topic, self)
        await self.accept()
        shown = parse_qs(self.scope.get("query_string", b"").decode("latin-1")).get("release", [""])[0]
        if newer := newer_than(shown):
            await self.tell({"release": newer})

    def unsubscribe(self) -> None:
        """Unsubscribe from all events. Idempotent."""
        for topic in self.topics:
            fanout.unsubscribe(topic, self)
        self.topics = ()

    async def disconnect(self, code: int) -> None:
        """Record that the viewer has closed the last page here, unless the server itself closed it to restart.

        When a viewer follows a link, the new page may open its socket before the old one closes, or after it.
        """
        self.unsubscribe()
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

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Accept a JSON object of limited size and rate from a user still signed in; a heartbeat asks for the time.

        The page's own answer comes last: a page that has it has received everything before it.
        """
        if self.over:
            return
        try:
            self._count()
            data = read_object(text_data)
            shown = data.get("news")
            if not await self._check_in(shown if isinstance(shown, dict) else None):
                await self.close(SESSION_ENDED)
                return
            if "asked" in data:
                self._tell_time(data["asked"])
            await self.hello(data)
        except ValueError:
            await self.close(GARBAGE)

    def _tell_time(self, asked: object) -> None:
        """Send the site's time, with the page's own time at which it asked; both in milliseconds.

        Raises ValueError for anything that is no time.
        """
        if not isinstance(asked, int | float) or not abs(asked) < LATEST:
            raise ValueError("no time")
        self.post(encode({"asked": asked, "now": milliseconds()}))

    def _count(self) -> None:
        now = asyncio.get_running_loop().time()
        if now - self.window_began > WINDOW:
            self.window_began, self.heard = now, 0
        self.heard += 1
        if self.heard > MOST_MESSAGES:
            raise ValueError("too often")

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

    @contextmanager
    def localized(self) -> Iterator[None]:
        """Activate the language and the time zone of the page in this thread."""
        with translation.override(self.language), timezone.override(self.zone):
            yield


def read_object(text: str | None) -> JsonObject:
    """Parse the JSON object that a page sent; raises ValueError for anything else."""
    if text is None or len(text) > LONGEST_MESSAGE or NUL in text:
        raise ValueError("too long, no text, or text that no database stores")
    try:
        data = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if not isinstance(data, dict):
        raise ValueError("no object")
    if "\\ud" in text.lower():
        encode(data).encode()  # a lone surrogate, which no answer could quote: UnicodeEncodeError is a ValueError
    return data
