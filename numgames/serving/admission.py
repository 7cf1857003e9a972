"""Admission control: a limited number of requests and handshakes at a time; others wait briefly (first in, first out).

A server that begins everything at once finishes nothing in time under overload: clients give up, come again and add
to the load, which then stays although its cause has gone (metastable failure). Here the work that has begun is
finished at its usual speed, what waits too long is refused while its client still listens, and what no client waits
for any more is not begun.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from core.limits.bulkheads import Bulkhead, Busy
from core.limits.throttling import is_account_form
from core.live.concurrency import in_background
from core.live.page_socket import TRY_AGAIN, Event, Scope
from core.metrics import ADMITTED
from numgames.serving.asgi_types import Application, Receive, Send
from numgames.serving.socket_limits import address_of

MOST_WAITING = 1_000  # callers at one gate; more are refused at once
KIND_AT_ONCE = 2  # requests of a kind with a gate of its own
FORMS_EACH = 40  # forms of accounts of one address, served or waiting: a school class
PICTURES, PICTURES_EACH = 16, 4  # link previews, served or waiting; those of one address
PICTURES_AT = "/pictures/"
PROVIDER_AT = "/accounts/oidc/"  # sign-in with another site waits for that
SAFE = {"GET", "HEAD", "OPTIONS"}
OPENING = 2.0  # seconds without a message to send, after handshake or first message, until a socket counts as opened
AHEAD = 8  # sockets that may have begun to open for each one worked on: most of them wait for their page to answer
LONGEST_SPREAD = 20.0  # seconds until the last page has reconnected after a restart
MATCHES_FIRST = 0.5  # the share of the spread in which pages of matches reconnect, unless all are such pages
COST = 0.02  # seconds of CPU to open a socket, about


def spread_of(sockets: int) -> float:
    """Return the seconds over which the pages of these sockets reconnect after a restart, each at a random moment."""
    return min(LONGEST_SPREAD, sockets * COST)


def match_share_of(matches: int, sockets: int) -> float:
    """Return the part of the spread in which the pages of matches reconnect, which are so many of the sockets.

    They come first, within half of it, unless they are so many that no more of them would be served in that.
    """
    return max(MATCHES_FIRST, matches / max(sockets, 1))


class Overloaded(Exception):
    """Too much waits already, or this has waited for too long."""


class Gate:
    """Lets at most `at_once` callers in at a time, the others wait in the order of their arrival (FIFO)."""

    def __init__(self, name: str, at_once: int, patience: float | None) -> None:
        """Name the gate for the metrics; `patience` is how many seconds a caller waits at most, None for no limit."""
        self.name = name
        self.at_once = at_once
        self.patience = patience
        self.waiting = 0
        self._places: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    @property
    def is_open(self) -> bool:
        """Whether a caller would come in without waiting."""
        return not self._semaphore.locked()

    async def enter(self) -> None:
        """Wait for a place; raises Overloaded."""
        if not self.is_open:
            await self._wait()
        else:
            await self._semaphore.acquire()
        ADMITTED.labels(self.name, "entered").inc()

    def leave(self) -> None:
        """Give the place to the caller that waits longest."""
        self._semaphore.release()

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Hold a place; raises Overloaded."""
        await self.enter()
        try:
            yield
        finally:
            self.leave()

    async def _wait(self) -> None:
        if self.waiting >= MOST_WAITING:
            ADMITTED.labels(self.name, "refused").inc()
            raise Overloaded
        self.waiting += 1
        try:
            async with asyncio.timeout(self.patience):
                await self._semaphore.acquire()
        except TimeoutError:
            ADMITTED.labels(self.name, "refused").inc()
            raise Overloaded from None
        finally:
            self.waiting -= 1

    @property
    def _semaphore(self) -> asyncio.Semaphore:
        """The semaphore of this event loop."""
        loop = asyncio.get_running_loop()
        if loop not in self._places:
            self._places[loop] = asyncio.Semaphore(self.at_once)
        return self._places[loop]


@dataclass(frozen=True)
class Kind:
    """A kind of requests that wait for something, or are costly: these have a gate of their own and are bounded."""

    gate: Gate
    bulkhead: Bulkhead  # of those of this kind, of which one address may have some


class AdmittedPages:
    """An ASGI wrapper that limits the requests served at a time; those that change something have a queue of their own.

    So a move does not queue behind page loads. Neither queues behind link previews, which wait for a worker, nor behind
    forms of accounts, whose hashes of passwords take as much of a core as tens of moves. A request whose client has
    gone while it waited is not begun.
    """

    def __init__(
        self,
        application: Application,
        refuse: Application,
        *,
        at_once: int,
        patience: float,
        refuse_busy: Application | None = None,
    ) -> None:
        """Serve by `application`, and by `refuse` requests that have waited for `patience` seconds.

        `refuse_busy` answers an address that has too many requests of a kind under way.
        """
        self.application = application
        self.refuse = refuse
        self.refuse_busy = refuse_busy or refuse
        self.reads = Gate("pages", at_once, patience)
        self.writes = Gate("posts", at_once, patience)
        self.pictures = Kind(
            Gate("pictures", KIND_AT_ONCE, patience), Bulkhead("all pictures", at_once=PICTURES, each=PICTURES_EACH)
        )
        self.account_forms = Kind(
            Gate("account forms", KIND_AT_ONCE, patience),
            Bulkhead("all account forms", at_once=MOST_WAITING, each=FORMS_EACH),
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        kind = self._kind_of(scope)
        if kind is None:
            await self._enter(self.reads if scope["method"] in SAFE else self.writes, scope, receive, send)
            return
        try:
            place = kind.bulkhead.take({address_of(scope)})
        except Busy:
            await self.refuse_busy(scope, receive, send)
            return
        try:
            await self._enter(kind.gate, scope, receive, send)
        finally:
            place.leave()

    def _kind_of(self, scope: Scope) -> Kind | None:
        """Return the kind of a request; None for pages and posts."""
        path: str = scope["path"]
        if path.startswith(PICTURES_AT):
            return self.pictures
        if path.startswith(PROVIDER_AT) or (scope["method"] not in SAFE and is_account_form(path)):
            return self.account_forms
        return None

    async def _enter(self, gate: Gate, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request once it has a place in the gate."""
        if gate.is_open:
            await gate.enter()
            await self._serve(gate, scope, receive, send)
            return
        client = _Client(receive)
        try:
            if await client.stays_until(gate):
                await self._serve(gate, scope, client.receive, send)
        except Overloaded:
            await self.refuse(scope, receive, send)
        finally:
            client.stop_listening()

    async def _serve(self, gate: Gate, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request that has entered the gate; it may leave early by `scope["leave_gate"]`."""
        with ExitStack() as entered:
            entered.callback(gate.leave)
            await self.application({**scope, "leave_gate": entered.close}, receive, send)


class AdmittedSockets:
    """An ASGI wrapper that limits the sockets opened at a time: each handshake, and the answer to each first message.

    Between the two the server waits for the page, which may be far away. So that those which have begun are finished
    before others begin, no more than `AHEAD` times as many have begun. One that waited too long is told to try again;
    one whose page has gone while it waited is not begun.
    """

    def __init__(self, application: Application, *, at_once: int, patience: float) -> None:
        self.application = application
        self.begun = Gate("sockets", AHEAD * at_once, patience)
        self.worked_on = Gate("opening", at_once, None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket."""
        if self.begun.is_open:
            await self.begun.enter()
        else:
            client = _Client(receive)
            receive = client.receive
            try:
                stays = await client.stays_until(self.begun)
            except Overloaded:
                await receive()
                await send({"type": "websocket.accept"})  # before the handshake the browser would not receive the code
                await send({"type": "websocket.close", "code": TRY_AGAIN})
                return
            finally:
                await client.wait_no_longer()
            if not stays:
                return
        opening = _Opening(self.begun, self.worked_on, receive, send)
        try:
            await opening.work()
            await self.application(scope, opening.receive, opening.send)
        except Overloaded:  # at its first message; the application has ended
            await send({"type": "websocket.close", "code": TRY_AGAIN})
        finally:
            opening.end()


class _Opening:
    """A socket that opens: its place among those that have begun, and at times one among those that are worked on."""

    def __init__(self, begun: Gate, worked_on: Gate, receive: Receive, send: Send) -> None:
        self._begun, self._worked_on = begun, worked_on
        self._receive, self._send = receive, send
        self._is_worked_on = self._was_asked = self._is_over = False
        self._timer: asyncio.TimerHandle | None = None

    async def work(self) -> None:
        """Wait for a place among those that are worked on."""
        await self._worked_on.enter()
        self._is_worked_on = True

    async def receive(self) -> Event:
        """Return the next event; the first message of the page waits for its turn."""
        event = await self._receive()
        if event["type"] == "websocket.receive" and not self._was_asked:
            self._was_asked = True
            self._stop_watching()
            await self.work()
            self._watch()
        return event

    async def send(self, event: Event) -> None:
        """Send an event; the one after the handshake ends the opening."""
        await self._send(event)
        if event["type"] == "websocket.accept":
            self._rest()
            self._watch()
        elif self._is_worked_on or not self._is_over:
            self.end()

    def end(self) -> None:
        """Give back what is held. Idempotent."""
        self._rest()
        self._stop_watching()
        if not self._is_over:
            self._is_over = True
            self._begun.leave()

    def _rest(self) -> None:
        if self._is_worked_on:
            self._is_worked_on = False
            self._worked_on.leave()

    def _watch(self) -> None:
        """End the opening if nothing more is sent for `OPENING` seconds."""
        self._stop_watching()
        self._timer = asyncio.get_running_loop().call_later(OPENING, self.end)

    def _stop_watching(self) -> None:
        if self._timer:
            self._timer.cancel()


class _Client:
    """What the client of a waiting request or socket sends, kept for the application; and whether it has gone."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._heard: asyncio.Queue[Event] = asyncio.Queue()
        self._listening = in_background(self._listen(), awaited=True)

    async def stays_until(self, gate: Gate) -> bool:
        """Wait for a place in the gate; return False if the client has gone before. Raises Overloaded."""
        entering = in_background(gate.enter(), awaited=True)
        try:
            await asyncio.wait([entering, self._listening], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            if not entering.cancel() and not entering.exception():
                gate.leave()  # the place came at the same moment
            raise
        if not entering.done():
            entering.cancel()
            return False
        entering.result()
        return True

    async def receive(self) -> Event:
        """Return the next event, as the server would have given it to the application."""
        if self._listening.done() and self._heard.empty():
            return await self._receive()
        return await self._heard.get()

    async def wait_no_longer(self) -> None:
        """Have `receive` ask the server itself for what comes from now on."""
        self._listening.cancel()
        await asyncio.wait([self._listening])

    def stop_listening(self) -> None:
        """End; the request is answered."""
        self._listening.cancel()

    async def _listen(self) -> None:
        while True:
            event = await self._receive()
            self._heard.put_nowait(event)
            if event["type"] in ("http.disconnect", "websocket.disconnect"):
                return
