"""A live page is one template and one declaration: all open pages see a change, by socket or by poll."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.test import Client
from django.utils.translation import get_language

from accounts.online.sockets import LivePageAudience
from core.live.partials import LivePartial, Shown
from numgames.asgi import application
from tests.example_live.counter import COUNT, PAGE
from tests.html import html_of
from tests.sockets import PatientSocket

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.urls("tests.example_live.counter"),
    pytest.mark.any_stack,
]
Connect = Callable[[str], Awaitable[PatientSocket]]


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Begin to count at 0."""
    cache.clear()


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Return a function that opens the socket of a live page at a path."""
    opened: list[PatientSocket] = []

    async def open_socket(path: str) -> PatientSocket:
        socket = PatientSocket(application, path, [(b"origin", b"http://localhost")])
        await socket.connect()
        opened.append(socket)
        return socket

    yield open_socket
    for socket in opened:
        await socket.disconnect()


async def hello(socket: PatientSocket, **more: object) -> list[dict[str, str]]:
    """Send a heartbeat; return what comes before it is acknowledged."""
    await socket.send_to(json.dumps(more))
    messages = []
    while message := json.loads(await socket.receive_from()):
        messages.append(message)
    return messages


def versions(html: str) -> dict[str, str]:
    """Return the versions of the live partials of a page by name, as `static/js/live.js` does."""
    return dict(re.findall(r'id="(\w+)" data-inputs="(\w+)"', html))


async def test_anna_counts_and_all_open_pages_see_it(connect: Connect) -> None:
    html = html_of(await sync_to_async(Client().get)("/counter/7/"))
    assert re.search(r'id="count" data-inputs="\w+">0<', html)
    assert 'data-live="/ws/live/counter/7/"' in html
    pages = [await connect("/ws/live/counter/7/") for _page in range(2)]
    for page in pages:
        assert await hello(page, shown=versions(html)) == []  # it shows all there is
    elsewhere = await connect("/ws/live/counter/8/")
    await hello(elsewhere, shown={})
    await sync_to_async(Client().post)("/counter/7/")
    for page in pages:
        message = json.loads(await page.receive_from())
        assert re.fullmatch(r'<output id="count" data-inputs="\w+">1</output>', message["partials"])
        assert await hello(page) == []  # once
    assert await elsewhere.receive_nothing()


async def test_a_page_that_missed_it_heals_by_its_heartbeat(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    page = await connect("/ws/live/counter/7/")
    assert [">0<" in message["partials"] for message in await hello(page, shown={})] == [True]
    with monkeypatch.context() as patch:
        patch.setattr(LivePageAudience, "on_event", lambda *_event: None)
        await sync_to_async(Client().post)("/counter/7/")
        assert [">1<" in message["partials"] for message in await hello(page)] == [True]


def test_a_page_without_a_socket_polls_the_same(client: Client) -> None:
    html = html_of(client.get("/counter/7/"))
    shown = {"shown": versions(html)}
    polled = client.post("/accounts/live/counter/7/", shown, content_type="application/json")
    assert polled.json() == {"partials": ""}
    client.post("/counter/7/")
    polled = client.post("/accounts/live/counter/7/", shown, content_type="application/json")
    assert ">1<" in polled.json()["partials"]
    assert client.post("/accounts/live/nothing/7/").status_code == 404


async def test_a_page_of_no_kind_is_told_and_closed_and_leaves_nothing(connect: Connect) -> None:
    page = await connect("/ws/live/nothing/7/")
    assert (await page.receive_output())["code"] == 4004
    assert not LivePageAudience._all


async def test_what_cannot_be_drawn_for_one_language_is_drawn_for_others(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    english, german = [await connect(f"/ws/live/counter/7/?lang={language}") for language in ("en", "de")]
    for page in (english, german):
        await hello(page, shown={})
    bind = type(PAGE).bind

    def bound(page: object, key: str, viewer: None) -> object:
        if get_language() == "de":
            raise LookupError("no such word")
        return bind(PAGE, key, viewer)

    with monkeypatch.context() as patch:
        patch.setattr(type(PAGE), "bind", bound)
        await sync_to_async(Client().post)("/counter/7/")
        assert ">1<" in await english.receive_from()
        while "was not drawn" not in caplog.text:
            await sync_to_async(lambda: None)()
    assert [">1<" in message["partials"] for message in await hello(german)] == [True]


def test_a_partial_that_a_page_has_no_more_becomes_an_empty_element() -> None:
    partial: LivePartial[int, None] = LivePartial(
        "count", COUNT.template, lambda n, _viewer: {"count": n} if n else None
    )
    shown = Shown({})
    assert ">3<" in shown.bring({"count": partial.of(3, None)})
    assert shown.bring({"count": partial.of(3, None)}) == ""
    assert shown.bring({"count": partial.of(0, None)}) == '<i id="count" hidden></i>'
    assert shown.bring({"count": partial.of(0, None)}) == ""
