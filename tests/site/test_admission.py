"""Admission control: who waits, who is refused, and who is no longer served."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from accounts.sockets import TRY_AGAIN, Event, Scope
from numgames.admission import AdmittedPages, AdmittedSockets, Gate, Overloaded, spread_of
from numgames.guard import refuse

Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]

PATIENCE = 0.1  # seconds
BODY = {"type": "http.request", "body": b"", "more_body": False}


class Site:
    """An application whose answers wait until they may go on."""

    def __init__(self) -> None:
        self.served: list[str] = []
        self.may_answer = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.served.append(scope["path"])
        assert (await receive()) == BODY
        await self.may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


class Browser:
    """A client that asks for one page."""

    def __init__(self, pages: AdmittedPages, path: str, method: str = "GET") -> None:
        self.to_server: asyncio.Queue[Event] = asyncio.Queue()
        self.to_server.put_nowait(BODY)
        self.heard: list[Event] = []
        scope: Scope = {"type": "http", "method": method, "path": path, "headers": [], "query_string": b""}
        self.request = asyncio.create_task(pages(scope, self.to_server.get, self._hear))

    async def _hear(self, event: Event) -> None:
        self.heard.append(event)

    @property
    def status(self) -> int:
        return int(self.heard[0]["status"])

    def leave(self) -> None:
        self.to_server.put_nowait({"type": "http.disconnect"})


async def soon() -> None:
    for _turn in range(20):
        await asyncio.sleep(0)


@pytest.fixture
def site() -> Site:
    return Site()


def pages_of(site: Site, *, at_once: int = 1, patience: float = PATIENCE) -> AdmittedPages:
    return AdmittedPages(site, refuse, at_once=at_once, patience=patience)


async def test_those_who_wait_are_served_in_the_order_of_their_arrival(site: Site) -> None:
    pages = pages_of(site, patience=10)
    browsers = [Browser(pages, f"/{name}") for name in ("anna", "bob", "carl")]
    await soon()
    assert site.served == ["/anna"]
    site.may_answer.set()
    await asyncio.gather(*(browser.request for browser in browsers))
    assert site.served == ["/anna", "/bob", "/carl"]
    assert [browser.status for browser in browsers] == [200, 200, 200]
    assert pages.reads.is_open


async def test_who_waits_too_long_is_told_when_to_come_again(site: Site) -> None:
    pages = pages_of(site)
    anna, bob = Browser(pages, "/anna"), Browser(pages, "/bob")
    await bob.request
    headers = dict(bob.heard[0]["headers"])
    assert bob.status == 503
    assert int(headers[b"Retry-After"]) > 0
    assert b"Every move that was played is safe" in bob.heard[1]["body"]
    site.may_answer.set()
    await anna.request
    assert (anna.status, site.served) == (200, ["/anna"])


async def test_who_has_left_is_not_served(site: Site) -> None:
    pages = pages_of(site, patience=10)
    anna, bob, carl = (Browser(pages, f"/{name}") for name in ("anna", "bob", "carl"))
    await soon()
    bob.leave()
    await bob.request
    site.may_answer.set()
    await asyncio.gather(anna.request, carl.request)
    assert (site.served, bob.heard) == (["/anna", "/carl"], [])


async def test_a_cancelled_request_gives_its_place_back(site: Site) -> None:
    pages = pages_of(site, patience=10)
    anna, bob, carl = (Browser(pages, f"/{name}") for name in ("anna", "bob", "carl"))
    await soon()
    for browser in (bob, anna):
        browser.request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await browser.request
    site.may_answer.set()
    await carl.request
    assert carl.status == 200
    assert pages.reads.is_open


async def test_a_move_is_not_behind_a_crowd_of_pages(site: Site) -> None:
    pages = pages_of(site, patience=10)
    crowd = [Browser(pages, f"/{number}") for number in range(20)]
    move = Browser(pages, "/move", "POST")
    await soon()
    assert site.served == ["/0", "/move"]
    site.may_answer.set()
    await asyncio.gather(move.request, *(browser.request for browser in crowd))


async def test_nobody_waits_behind_a_full_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numgames.admission.MOST_WAITING", 1)
    gate = Gate("pages", 1, 10)
    await gate.enter()
    bob = asyncio.create_task(gate.enter())
    await soon()
    with pytest.raises(Overloaded):
        await gate.enter()
    gate.leave()
    await bob
    gate.leave()
    assert gate.is_open


class Socket:
    """A page that opens a socket."""

    def __init__(self, sockets: AdmittedSockets, name: str) -> None:
        self.heard: list[Event] = []
        self.to_server: asyncio.Queue[Event] = asyncio.Queue()
        self.to_server.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(sockets({"type": "websocket", "path": name}, self.to_server.get, self._hear))

    async def _hear(self, event: Event) -> None:
        self.heard.append(event)

    @property
    def kinds(self) -> list[str]:
        return [event["type"].removeprefix("websocket.") for event in self.heard]


async def greeting(scope: Scope, receive: Receive, send: Send) -> None:
    """Accept a socket, and send it a message whenever it sends one, until it leaves."""
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept"})
    while (await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": "hello"})


async def test_a_socket_gives_its_place_to_the_next_once_it_was_sent_something() -> None:
    sockets = AdmittedSockets(greeting, at_once=1, patience=10)
    anna, bob = Socket(sockets, "anna"), Socket(sockets, "bob")
    await soon()
    assert (anna.kinds, bob.kinds) == (["accept"], [])
    anna.to_server.put_nowait({"type": "websocket.receive"})
    await soon()
    assert (anna.kinds, bob.kinds) == (["accept", "send"], ["accept"])
    for page in (anna, bob):
        page.to_server.put_nowait({"type": "websocket.disconnect"})
        await page.task
    assert sockets.gate.is_open


async def test_a_page_that_says_nothing_does_not_keep_others_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numgames.admission.OPENING", 0.05)
    sockets = AdmittedSockets(greeting, at_once=1, patience=10)
    silent, bob = Socket(sockets, "silent"), Socket(sockets, "bob")
    async with asyncio.timeout(5):
        while bob.kinds != ["accept"]:
            await asyncio.sleep(0.01)
    for page in (silent, bob):
        page.task.cancel()
    await asyncio.gather(silent.task, bob.task, return_exceptions=True)
    assert sockets.gate.is_open


async def test_a_socket_that_waits_too_long_is_told_to_try_again() -> None:
    sockets = AdmittedSockets(greeting, at_once=1, patience=PATIENCE)
    anna, bob = Socket(sockets, "anna"), Socket(sockets, "bob")
    await bob.task
    assert bob.heard == [{"type": "websocket.accept"}, {"type": "websocket.close", "code": TRY_AGAIN}]
    anna.task.cancel()


def test_a_crowd_comes_back_within_twenty_seconds_and_a_few_at_once() -> None:
    assert (spread_of(0), spread_of(50), spread_of(1_000), spread_of(100_000)) == (0, 1, 20, 20)
