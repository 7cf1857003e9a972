"""The gate: how much a process serves at a time, of all visitors and of each one. Others wait, briefly.

A server that begins everything at once finishes nothing in time: clients give up, come again and add to a load that
stays although its cause has gone (metastable failure). Here what has begun is finished at its usual speed, and what has
waited too long is refused while its client listens. Who waits holds no thread or connection. The callers of a player
share two places, those of a visitor one; a flood leaves others the rest. `numgames.priorities` says who is first.
"""

from __future__ import annotations

import logging
import sys
from asyncio import get_running_loop, timeout
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from weakref import WeakValueDictionary

from autobahn.exception import Disconnected
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse

from accounts.throttling import ACCOUNT_FORMS, Refusals, match_of
from core.clients import Application, AsgiMessage, Receive, Scope, Send, Wrapper, request_of, visitor_of
from core.limits import Bulkhead, Busy, Overloaded, Places
from core.live.page_socket import TRY_AGAIN
from core.telemetry import ADMITTED, is_outage
from numgames.errors import plain_page
from numgames.priorities import LAST_PAGES, rank_of, rank_of_socket

logger = logging.getLogger(__name__)
FEW = 2  # places for what is costly, and for one player: all threads of pages share a processor
EACH, FORMS_EACH = 250, 40  # callers of one visitor, served or waiting: a school class that loads a page, or signs up
PICTURES, PICTURES_EACH = 16, 4  # link previews, served, waiting or drawn outside of the gate
OPENING = 2.0  # seconds for which the answer to the first message of a socket may keep its place


STATUSES = {Busy: 429, Overloaded: 503, RequestDataTooBig: 413}  # of exceptions that escape; of all others 500


class Answered(Wrapper):
    """An ASGI wrapper that answers exceptions: 429 for too much of one visitor, 503 for overload and outages, 500 else.

    Pages are told to open their sockets again, except after a fault. The server aborts an answer that has begun.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        is_socket, events = scope["type"] == "websocket", list[AsgiMessage]()

        async def send_and_note(event: AsgiMessage) -> None:
            events[:] = [event]
            await send(event)

        try:
            if scope.get("is_too_large"):
                raise RequestDataTooBig
            await self.application(scope, receive, send_and_note)
        except Exception as fault:
            is_out = is_outage(fault)
            status = 503 if is_out else STATUSES.get(type(fault), 500)
            if (status == 500) if is_socket else events:
                raise
            if is_out:
                logger.warning("Outage at %s: %s: %s", scope["path"], type(fault).__name__, fault)
            elif status == 500:
                logger.error("An error escaped at %s", scope["path"], exc_info=fault)
            with suppress(Disconnected):
                if is_socket and not events:  # before the handshake the browser would not receive the code
                    await send({"type": "websocket.accept"})
                close = [{"type": "websocket.close", "code": TRY_AGAIN}]
                for event in close if is_socket else events_of(plain_page(request_of(scope), status)):
                    await send(event)


def events_of(response: HttpResponse) -> list[AsgiMessage]:
    """Return the events of ASGI that send this response."""
    headers = [(name.encode(), value.encode()) for name, value in response.items()]
    start = {"type": "http.response.start", "status": response.status_code, "headers": headers}
    return [start, {"type": "http.response.body", "body": response.content}]


class Gate:
    """Lets `at_once` callers in at a time, of a player two, and one for what gives way; others wait by their ranks."""

    def __init__(self, name: str, at_once: int, patience: float, *, most: int = sys.maxsize, each: int = EACH) -> None:
        """Bound callers who are inside, waiting or gone on outside, `each` of one visitor; `patience` is in seconds."""
        self.name, self.at_once, self.patience = name, at_once, patience
        self.callers = Bulkhead(name, at_once=most, each=each)
        self.places = Places(at_once)
        self.shares = WeakValueDictionary[Hashable, Places]()  # of the places, for each visitor with callers

    @asynccontextmanager
    async def held(self, visitor: Hashable, rank: int) -> AsyncIterator[Callable[[], None]]:
        """Hold a place, which the function that is yielded gives back early; raises Busy and Overloaded."""
        size = 1 if rank >= LAST_PAGES else max(1, min(FEW, self.at_once // 4))
        share = self.shares.setdefault((visitor, size), Places(size))
        with self.callers.held({visitor}), ExitStack() as place:
            try:
                async with timeout(self.patience):
                    for places in (share, self.places):
                        await places.acquire(rank)
                        place.callback(places.release)
            except TimeoutError:
                ADMITTED.labels(self.name, "refused").inc()
                raise Overloaded from None
            yield place.close


class Client:
    """What a client sends while it waits, kept for the application."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._sent = receive, list[AsgiMessage]()

    async def stays(self) -> bool:
        """Take what has arrived; return whether the client is still there."""
        with suppress(TimeoutError):
            async with timeout(0):
                while not self._sent or not self._sent[-1]["type"].endswith(".disconnect"):
                    self._sent.append(await self._receive())
                return False
        return True

    async def receive(self) -> AsgiMessage:
        """Return the next event."""
        return self._sent.pop(0) if self._sent else await self._receive()


class GatedPages:
    """An ASGI wrapper with a gate for each kind of request: moves are behind neither pages nor hashes of passwords."""

    def __init__(self, application: Application, *, at_once: int, patience: float) -> None:
        self.application = application
        self.pages, self.posts = Gate("pages", at_once, patience), Gate("posts", at_once, patience)
        self.pictures = Gate("pictures", FEW, patience, most=PICTURES, each=PICTURES_EACH)
        self.account_forms = Gate("account forms", FEW, patience, each=FORMS_EACH)
        self.providers = Gate("providers", FEW, patience, each=FORMS_EACH)  # other sites, which may hang
        self.refusals = Refusals()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; raises Busy and Overloaded."""
        client, request = Client(receive), request_of(scope)
        visitor = visitor_of(request)

        async def send_and_note(event: AsgiMessage) -> None:
            if "status" in event:
                self.refusals.note(visitor, request, event["status"])
                leave()  # the answer is made: who reads it slowly holds no place
            await send(event)

        self.refusals.check(visitor, request)
        async with self._gate_of(request).held(visitor, rank_of(request)) as leave:
            if await client.stays():
                await self.application({**scope, "leave_gate": leave}, client.receive, send_and_note)

    def _gate_of(self, request: HttpRequest) -> Gate:
        path, is_safe = request.path_info, request.method in {"GET", "HEAD", "OPTIONS"}
        if path.startswith("/pictures/"):
            return self.pictures
        if path.startswith("/accounts/oidc/"):
            return self.providers
        if not is_safe and (match := match_of(path)) and match.url_name in ACCOUNT_FORMS:
            return self.account_forms
        return self.pages if is_safe else self.posts


class GatedSockets:
    """An ASGI wrapper with a gate for handshakes, and one with more places for first messages, as these have begun."""

    def __init__(self, application: Application, *, at_once: int, patience: float, each: int) -> None:
        self.application = application
        self.handshakes = Gate("handshakes", max(1, at_once // 4), patience)
        self.messages = Gate("first messages", at_once, patience)
        self.open = Bulkhead("sockets", at_once=sys.maxsize, each=each)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket; raises Busy and Overloaded."""
        request, client, events = request_of(scope), Client(receive), 0
        visitor, rank = visitor_of(request), rank_of_socket(request)

        async def next_event() -> AsgiMessage:
            nonlocal events
            events += 1
            if events > 1:
                await place.aclose()  # what the last event asked for is done
            event = await client.receive()
            if events == 2 and event["type"] == "websocket.receive":
                leave = await place.enter_async_context(self.messages.held(visitor, rank))
                get_running_loop().call_later(OPENING, leave)
            return event

        with self.open.held({visitor} if visitor else ()):
            async with AsyncExitStack() as place:
                await place.enter_async_context(self.handshakes.held(visitor, rank))
                if await client.stays():
                    await self.application(scope, next_event, send)
