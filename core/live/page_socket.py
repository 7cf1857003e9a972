"""Base class of all websockets: topics, heartbeats, invalid messages, pages that do not read; knows no users."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from typing import Any
from urllib.parse import parse_qs

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone, translation

from core import telemetry
from core.clients import AsgiMessage, Scope, language_of, request_of, visitor_of
from core.clock import milliseconds, zone_of
from core.limits import Turns
from core.live import fanout
from core.live.concurrency import in_background, run_eagerly
from core.live.partials import Bound, Shown
from core.telemetry import is_outage
from core.web import newer_than

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
FAILED = 1011  # the code of a socket that ended with an error
NUL = "\\u0000"  # as JSON writes it

PageData = Mapping[str, Any]  # JSON from and to pages, checked where it is read

encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode  # shorter than `dumps`
_turns = Turns()


class PageSocket(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels comes without types
    """The socket of one open page. A subclass names its topics and answers heartbeats.

    It is Channels' consumer without channel layer and thread: events come from `core.live.fanout`, and database work
    is done in a few threads that all sockets share.
    """

    window_began = 0.0
    heard = 0
    missing: tuple[type[Exception], ...] = ()  # errors that mean that the subject of the page does not exist
    topics: Sequence[str] = ()
    over = False  # after closing, incoming events are ignored
    shown: Shown | None = None  # the live partials that the page shows, once it has said so
    writing = False
    is_greeted = False  # whether the page has said something
    unsent = 0  # characters in the outbox

    async def __call__(
        self,
        scope: Scope,
        receive: Callable[[], Awaitable[AsgiMessage]],
        send: Callable[[AsgiMessage], Awaitable[None]],
    ) -> None:
        """Handle the events of the socket one after the other, until it is closed."""
        self.scope, self.base_send = scope, send
        self.outbox: deque[AsgiMessage] = deque()
        self.language = language_of(scope)
        self.zone = zone_of(scope["user"], scope.get("cookies", {}))
        self.visitor = visitor_of(request_of(scope)) or id(self)
        telemetry.SOCKETS.inc()
        self.opened()
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
            self.closed()
            telemetry.SOCKETS.dec()

    def opened(self) -> None:
        """Note that the socket has opened, before its first event."""

    def closed(self) -> None:
        """Note that the socket has closed, after its last event."""

    async def dispatch(self, message: AsgiMessage) -> None:
        """Handle an event of the server; close with `NOTHING_HERE` if the subject of the page does not exist."""
        try:
            await getattr(self, get_handler_name(message))(message)
        except self.missing:
            await self.close(NOTHING_HERE)

    async def websocket_disconnect(self, message: AsgiMessage) -> None:
        """Handle the end of the connection."""
        self.over = True
        await self.disconnect(message["code"])
        raise StopConsumer

    def on_event(self, event: fanout.Event) -> None:
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

    async def tell(self, message: PageData) -> None:
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

    def bring(self, bound: Bound) -> None:
        """Send the page what differs from the live partials that it shows."""
        if self.shown and (html := self.shown.bring(bound)):
            self.post(encode({"partials": html}))

    def _put(self, message: AsgiMessage) -> None:
        self.outbox.append(message)
        if not self.writing:
            self.writing = True
            run_eagerly(self._write())

    async def _write(self) -> None:
        """Send what is in the outbox, in its order."""
        try:
            while self.outbox:
                message = self.outbox.popleft()
                await self.base_send(message)
                self.unsent -= len(message.get("text", ""))
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

    async def may_stay(self, data: PageData) -> bool:
        """Return whether the page may stay open: False if its session has ended. Called with each message."""
        return True

    def turn_for(self, data: PageData) -> Hashable:
        """Return those of whose pages one message at a time is handled: all of an address, of IPv6 its network."""
        return self.visitor

    async def hello(self, data: PageData) -> None:
        """Answer the page's first message or heartbeat; raises ValueError for invalid data."""

    async def connect(self) -> None:
        """Subscribe before the first query, so that no change is missed between the two."""
        self.topics = self.topics_to_join()
        for topic in self.topics:
            fanout.subscribe(topic, self)
        await self.accept()
        release = parse_qs(self.scope.get("query_string", b"").decode("latin-1")).get("release", [""])[0]
        if newer := newer_than(release):
            await self.tell({"release": newer})

    def unsubscribe(self) -> None:
        """Unsubscribe from all events. Idempotent."""
        for topic in self.topics:
            fanout.unsubscribe(topic, self)

    async def disconnect(self, code: int) -> None:
        """Handle the end of the connection."""
        self.unsubscribe()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Accept a JSON object of limited size and rate from a user still signed in; a heartbeat asks for the time.

        The page's own answer comes last: a page that has it has received everything before it.
        """
        if self.over:
            return
        try:
            self._count()
            data = read_object(text_data)
            is_first, self.is_greeted = not self.is_greeted, True
            # The gate bounds how many first messages are handled: after a restart an address may have many pages.
            async with nullcontext() if is_first else _turns.held(self.turn_for(data)):
                await self._handle(data)
        except ValueError:
            await self.close(GARBAGE)

    async def _handle(self, data: PageData) -> None:
        if not await self.may_stay(data):
            await self.close(SESSION_ENDED)
            return
        if "asked" in data:
            self._tell_time(data["asked"])
        await self.hello(data)

    def _tell_time(self, client_time: object) -> None:
        """Send the site's time, with the page's own time at which it asked; both in milliseconds.

        Raises ValueError for anything that is no time.
        """
        if not isinstance(client_time, int | float) or not abs(client_time) < LATEST:
            raise ValueError("no time")
        self.post(encode({"asked": client_time, "now": milliseconds()}))

    def _count(self) -> None:
        now = asyncio.get_running_loop().time()
        if now - self.window_began > WINDOW:
            self.window_began, self.heard = now, 0
        self.heard += 1
        if self.heard > MOST_MESSAGES:
            raise ValueError("too often")

    @contextmanager
    def localized(self) -> Iterator[None]:
        """Activate the language and the time zone of the page in this thread."""
        with translation.override(self.language), timezone.override(self.zone):
            yield


def read_object(text: str | None) -> dict[str, Any]:
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
