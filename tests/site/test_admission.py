"""Admission control: who waits, who is refused, and who is no longer served."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from core.live.page_socket import TRY_AGAIN, Event, Scope
from numgames.serving.admission import (
    AHEAD,
    FORMS_EACH,
    PICTURES_EACH,
    AdmittedPages,
    AdmittedSockets,
    Gate,
    Overloaded,
    match_share_of,
    spread_of,
)
from numgames.serving.guard import GuardedPages, refuse, refuse_busy

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
    assert b"Your moves are safe" in bob.heard[1]["body"]
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


async def test_forms_of_accounts_are_two_at_a_time_and_an_address_has_some_of_those_that_wait(site: Site) -> None:
    pages = AdmittedPages(site, refuse, at_once=1, patience=10, refuse_busy=refuse_busy)
    form = "/accounts/login/"
    crowd = [Browser(pages, form, "POST") for _form in range(FORMS_EACH)]
    refused = Browser(pages, form, "POST")
    move = Browser(pages, "/move", "POST")
    await soon()
    assert site.served == [form, form, "/move"]
    await refused.request
    assert refused.status == 429
    assert b"Too much at once from your network." in refused.heard[1]["body"]
    site.may_answer.set()
    await asyncio.gather(move.request, *(browser.request for browser in crowd))
    assert {browser.status for browser in crowd} == {200}


async def test_pages_are_not_behind_link_previews_of_which_an_address_has_some(site: Site) -> None:
    pages = AdmittedPages(site, refuse, at_once=1, patience=10, refuse_busy=refuse_busy)
    picture = "/pictures/en/site.png"
    crowd = [Browser(pages, picture) for _picture in range(100)]
    page = Browser(pages, "/ratings/")
    await soon()
    assert site.served == [picture, picture, "/ratings/"]
    site.may_answer.set()
    await asyncio.gather(page.request, *(browser.request for browser in crowd))
    assert [browser.status for browser in crowd] == [200] * PICTURES_EACH + [429] * (100 - PICTURES_EACH)


async def test_an_answer_that_goes_on_outside_leaves_its_place_to_others_once(site: Site) -> None:
    outside = asyncio.Event()

    async def download(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/export":
            await scope["step_out"]()
            await outside.wait()
        await site(scope, receive, send)

    pages = AdmittedPages(GuardedPages(download), refuse, at_once=1, patience=10)
    export, anna, bob = (Browser(pages, f"/{name}") for name in ("export", "anna", "bob"))
    while not site.served:
        await asyncio.sleep(0)
    assert site.served == ["/anna"]
    outside.set()
    site.may_answer.set()
    await asyncio.gather(*(browser.request for browser in (export, anna, bob)))
    assert [browser.status for browser in (export, anna, bob)] == [200, 200, 200]
    async with pages.reads.held():
        assert not pages.reads.is_open


async def test_no_one_waits_behind_a_full_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numgames.serving.admission.MOST_WAITING", 1)
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

    def say(self) -> None:
        self.to_server.put_nowait({"type": "websocket.receive"})

    async def leave(self) -> None:
        self.to_server.put_nowait({"type": "websocket.disconnect"})
        await self.task


class Chat:
    """An application that accepts sockets, and answers each message once it may."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.may_accept, self.may_answer = asyncio.Event(), asyncio.Event()
        self.may_accept.set()
        self.may_answer.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await self.may_accept.wait()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            self.asked.append(scope["path"])
            await self.may_answer.wait()
            await send({"type": "websocket.send", "text": "hello"})


async def test_handshakes_are_made_one_after_the_other() -> None:
    chat = Chat()
    chat.may_accept.clear()
    sockets = AdmittedSockets(chat, at_once=1, patience=10)
    anna, bob = Socket(sockets, "anna"), Socket(sockets, "bob")
    await soon()
    assert not sockets.worked_on.is_open
    chat.may_accept.set()
    await soon()
    assert (anna.kinds, bob.kinds) == (["accept"], ["accept"])
    assert sockets.worked_on.is_open
    await asyncio.gather(anna.leave(), bob.leave())


async def test_first_messages_are_answered_one_after_the_other_and_later_ones_at_once() -> None:
    chat = Chat()
    sockets = AdmittedSockets(chat, at_once=1, patience=10)
    anna, bob = Socket(sockets, "anna"), Socket(sockets, "bob")
    await soon()
    chat.may_answer.clear()
    anna.say()
    bob.say()
    await soon()
    assert chat.asked == ["anna"]
    chat.may_answer.set()
    await soon()
    assert chat.asked == ["anna", "bob"]
    assert anna.kinds == bob.kinds == ["accept", "send"]
    chat.may_answer.clear()
    anna.say()
    bob.say()
    await soon()
    assert chat.asked == ["anna", "bob", "anna", "bob"]
    chat.may_answer.set()
    await asyncio.gather(anna.leave(), bob.leave())
    assert sockets.begun.is_open
    assert sockets.worked_on.is_open


async def test_pages_far_away_do_not_keep_others_waiting() -> None:
    """While a page has not said anything yet, others are let in; so are more than a few that never do, in time."""
    sockets = AdmittedSockets(Chat(), at_once=1, patience=10)
    silent = [Socket(sockets, str(number)) for number in range(AHEAD - 1)]
    bob = Socket(sockets, "bob")
    bob.say()
    await soon()
    assert bob.kinds == ["accept", "send"]
    await asyncio.gather(bob.leave(), *(page.leave() for page in silent))
    assert sockets.begun.is_open


async def test_pages_that_say_nothing_give_their_place_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numgames.serving.admission.OPENING", 0.05)
    sockets = AdmittedSockets(Chat(), at_once=1, patience=10)
    silent = [Socket(sockets, str(number)) for number in range(AHEAD)]
    bob = Socket(sockets, "bob")
    await soon()
    assert bob.kinds == []
    async with asyncio.timeout(5):
        while bob.kinds != ["accept"]:
            await asyncio.sleep(0.01)
    silent[0].say()
    await soon()
    assert silent[0].kinds == ["accept", "send"]
    await asyncio.gather(bob.leave(), *(page.leave() for page in silent))
    assert sockets.begun.is_open


async def test_a_message_that_is_never_answered_gives_its_place_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numgames.serving.admission.OPENING", 0.05)
    chat = Chat()
    chat.may_answer.clear()
    sockets = AdmittedSockets(chat, at_once=1, patience=10)
    anna, bob = Socket(sockets, "anna"), Socket(sockets, "bob")
    anna.say()
    bob.say()
    async with asyncio.timeout(5):
        while chat.asked != ["anna", "bob"]:
            await asyncio.sleep(0.01)
    for page in (anna, bob):
        page.task.cancel()
    await asyncio.gather(anna.task, bob.task, return_exceptions=True)
    assert sockets.begun.is_open
    assert sockets.worked_on.is_open


async def test_a_socket_that_waits_too_long_is_told_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numgames.serving.admission.AHEAD", 1)
    sockets = AdmittedSockets(Chat(), at_once=1, patience=PATIENCE)
    anna, bob = Socket(sockets, "anna"), Socket(sockets, "bob")
    await bob.task
    assert bob.heard == [{"type": "websocket.accept"}, {"type": "websocket.close", "code": TRY_AGAIN}]
    await anna.leave()


async def test_a_page_that_leaves_while_its_socket_waits_costs_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numgames.serving.admission.AHEAD", 1)
    chat, opened = Chat(), list[str]()

    async def noting(scope: Scope, receive: Receive, send: Send) -> None:
        opened.append(scope["path"])
        await chat(scope, receive, send)

    sockets = AdmittedSockets(noting, at_once=1, patience=10)
    anna, bob, carl = (Socket(sockets, name) for name in ("anna", "bob", "carl"))
    await soon()
    carl.say()
    await bob.leave()
    await anna.leave()
    await soon()
    assert opened == ["anna", "carl"]
    assert carl.kinds == ["accept", "send"]
    carl.say()
    await soon()
    assert carl.kinds == ["accept", "send", "send"]
    await carl.leave()
    assert sockets.begun.is_open
    assert sockets.worked_on.is_open


async def test_a_first_message_in_a_full_line_is_told_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numgames.serving.admission.MOST_WAITING", 1)
    chat = Chat()
    sockets = AdmittedSockets(chat, at_once=1, patience=PATIENCE)
    anna, bob, carl = (Socket(sockets, name) for name in ("anna", "bob", "carl"))
    await soon()
    chat.may_answer.clear()
    for page in (anna, bob, carl):
        page.say()
    await soon()
    await carl.task
    assert carl.heard == [{"type": "websocket.accept"}, {"type": "websocket.close", "code": TRY_AGAIN}]
    chat.may_answer.set()
    await asyncio.gather(anna.leave(), bob.leave())
    assert sockets.begun.is_open
    assert sockets.worked_on.is_open


def test_a_crowd_comes_back_within_twenty_seconds_and_a_few_at_once() -> None:
    assert (spread_of(0), spread_of(50), spread_of(1_000), spread_of(100_000)) == (0, 1, 20, 20)


def test_pages_of_matches_come_back_first_unless_nearly_all_are() -> None:
    assert (match_share_of(0, 0), match_share_of(10, 1_000), match_share_of(500, 1_000)) == (0.5, 0.5, 0.5)
    assert (match_share_of(900, 1_000), match_share_of(2_000, 2_000)) == (0.9, 1.0)
