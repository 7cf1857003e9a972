"""A page is made in one visit to a thread, which then makes another page with the same connection."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from weakref import ref

import pytest
from asgiref.sync import SyncToAsync
from django.db import connection
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path
from django.utils.functional import SimpleLazyObject
from pytest_django import Settings

from core.clients import AsgiMessage, Scope
from core.limits import Outside
from numgames.handler import PagesHandler

seen: list[tuple[str, int]] = []  # thread and database connection of each request
may_answer = threading.Event()
closed: list[str] = []


class Body:
    """What a request brought."""


bodies: list[ref[Body]] = []


class Noted(Outside, HttpResponse):
    """An answer that goes on outside of the gate, and notes that it is closed."""

    async def complete(self) -> None:
        """Fill the answer."""
        self.content = b"completed"

    def close(self) -> None:
        """Note it."""
        closed.append("outside")
        super().close()


def look(request: HttpRequest) -> HttpResponse:
    """Note who serves the request."""
    connection.ensure_connection()
    seen.append((threading.current_thread().name, id(connection.connection)))
    if "remember" in request.GET:
        request.__dict__["lazy"] = SimpleLazyObject(lambda: request.META["body"])  # as `user` of Django
        request.META["body"] = Body()
        bodies.append(ref(request.META["body"]))
    if "fail" in request.GET:
        raise RuntimeError("this view fails")
    if "wait" in request.GET:
        may_answer.wait(60)
    return Noted() if "outside" in request.GET else HttpResponse("seen")


def export(request: HttpRequest) -> StreamingHttpResponse:
    """Answer a program in parts, which are made while they are sent."""

    async def parts() -> AsyncIterator[bytes]:
        for part in (b"one", b"two"):
            yield part

    return StreamingHttpResponse(parts())


urlpatterns = [path("look/", look), path("api/v1/exports/x", export), path("api/v1/short", look)]

pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db(transaction=True)]


@pytest.fixture
def pages() -> Iterator[PagesHandler]:
    """Yield the application for pages, with a thread of its own."""
    seen.clear()
    closed.clear()
    bodies.clear()
    may_answer.clear()
    pages = PagesHandler(threads=1)
    yield pages
    pages.threads.submit(lambda: connection.close()).result()
    pages.threads.shutdown()


class Visit:
    """A request of the page, and its answer."""

    def __init__(self, pages: PagesHandler, query: bytes = b"", path: str = "/look/") -> None:
        self.sent: list[AsgiMessage] = []
        self.left: list[str] = []
        self.to_server = asyncio.Queue[AsgiMessage]()
        self.to_server.put_nowait({"type": "http.request"})
        scope: Scope = {"type": "http", "method": "GET", "path": path, "query_string": query}
        scope |= {"headers": [(b"host", b"localhost")], "leave_gate": lambda: self.left.append("gate"), "body": Body()}
        bodies.append(ref(scope["body"]))
        self.request = asyncio.create_task(pages(scope, self.to_server.get, self._send))

    async def _send(self, event: AsgiMessage) -> None:
        self.sent.append(event)

    async def status(self) -> int:
        await self.request
        return int(self.sent[0]["status"])


async def test_a_page_takes_one_visit_and_the_end_of_its_answer_another(
    pages: PagesHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    visits: list[str] = []
    real: Callable[..., object] = SyncToAsync.thread_handler

    def counted(*arguments: object) -> object:
        visits.append(threading.current_thread().name)
        return real(*arguments)

    monkeypatch.setattr(SyncToAsync, "thread_handler", counted)
    assert await Visit(pages).status() == 200
    assert [name.startswith("page") for name in visits] == [True, False]


async def test_a_program_gets_a_long_answer_in_parts_and_a_short_one_whole(
    pages: PagesHandler, settings: Settings
) -> None:
    settings.API_URLCONF = __name__
    for address, parts in (("/api/v1/exports/x", [b"one", b"two", b""]), ("/api/v1/short", [b"seen"])):
        visit = Visit(pages, path=address)
        assert await visit.status() == 200
        assert [event.get("body", b"") for event in visit.sent[1:]] == parts


async def test_the_next_request_has_the_same_thread_and_connection(pages: PagesHandler) -> None:
    assert [await Visit(pages).status() for _request in range(3)] == [200] * 3
    assert len({thread for thread, _connection in seen}) == 1
    if connection.vendor == "sqlite":  # others go back to their pool
        assert len({*seen}) == 1


async def test_a_view_that_fails_leaves_no_connection_in_a_transaction(pages: PagesHandler) -> None:
    assert await Visit(pages, b"fail=1").status() == 500
    assert await Visit(pages).status() == 200
    assert not pages.threads.submit(lambda: connection.in_atomic_block).result()


async def test_an_answer_that_goes_on_outside_leaves_the_gate_first(pages: PagesHandler) -> None:
    visit = Visit(pages, b"outside=1")
    assert await visit.status() == 200
    assert (visit.left, visit.sent[1]["body"]) == (["gate"], b"completed")


async def test_who_goes_keeps_the_place_until_the_thread_is_free_and_the_answer_is_closed(pages: PagesHandler) -> None:
    visit = Visit(pages, b"outside=1&wait=1")
    while not seen:
        await asyncio.sleep(0.01)
    visit.to_server.put_nowait({"type": "http.disconnect"})
    for _turn in range(50):
        await asyncio.sleep(0)
    assert not visit.request.done()
    may_answer.set()
    await visit.request
    assert (visit.sent, closed) == ([], ["outside"])


async def test_who_goes_while_the_server_gives_up_on_the_page_has_it_made_and_closed(pages: PagesHandler) -> None:
    visit = Visit(pages, b"outside=1&wait=1")
    while not seen:
        await asyncio.sleep(0.01)
    visit.to_server.put_nowait({"type": "http.disconnect"})
    while not visit.request.done():  # as daphne does with what takes too long
        visit.request.cancel()
        await asyncio.sleep(0)
    may_answer.set()
    async with asyncio.timeout(60):
        while not closed:
            await asyncio.sleep(0.01)
    assert (visit.sent, closed) == ([], ["outside"])


@pytest.mark.parametrize("query", [b"remember=1", b"remember=1&wait=1"])
async def test_what_a_request_brought_is_forgotten_with_it(pages: PagesHandler, query: bytes) -> None:
    gc.collect()
    gc.disable()  # as good as it is in the server, where full collections are rare
    try:
        visit = Visit(pages, query)
        while not seen:
            await asyncio.sleep(0.01)
        if b"wait" in query:
            visit.to_server.put_nowait({"type": "http.disconnect"})
            await asyncio.sleep(0)
        may_answer.set()
        await visit.request
        del visit
        await asyncio.sleep(0)
        assert [body() for body in bodies] == [None, None]
    finally:
        gc.enable()
