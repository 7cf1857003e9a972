"""A page is served by one thread, in few visits; the thread and its connection then serve another page."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from asgiref.sync import SyncToAsync
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path

from core.live.page_socket import Event
from numgames.serving.guard import KEPT, GuardedPages
from numgames.serving.handler import PagesHandler

VISITS = 3  # the page, the end of its answer, the release of its connections
seen: list[tuple[str, int]] = []  # thread and database connection of each request


def look(request: HttpRequest) -> HttpResponse:
    """Note who serves the request."""
    connection.ensure_connection()
    seen.append((threading.current_thread().name, id(connection.connection)))
    if "fail" in request.GET:
        raise RuntimeError("this view fails")
    return HttpResponse("seen")


urlpatterns = [path("look/", look)]

pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db(transaction=True)]


@pytest.fixture
def pages() -> Iterator[GuardedPages]:
    """Yield the application for pages, with threads of its own."""
    seen.clear()
    pages = GuardedPages(PagesHandler())
    yield pages
    for thread in pages.idle:
        thread.submit(lambda: connection.close()).result()
        thread.shutdown()


async def get(pages: GuardedPages, query: bytes = b"") -> int:
    """Request the page; return the status."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/look/",
        "query_string": query,
        "headers": [(b"host", b"localhost")],
    }
    requested, sent = asyncio.Queue[Event](), list[Event]()
    requested.put_nowait({"type": "http.request"})

    async def send(event: Event) -> None:
        sent.append(event)

    await pages(scope, requested.get, send)
    status: int = sent[0]["status"]
    return status


async def test_middleware_view_and_answer_take_three_visits(
    pages: GuardedPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    visits: list[str] = []
    real: Callable[..., object] = SyncToAsync.thread_handler

    def counted(*arguments: object) -> object:
        visits.append(threading.current_thread().name)
        return real(*arguments)

    monkeypatch.setattr(SyncToAsync, "thread_handler", counted)
    assert await get(pages) == 200
    assert len(visits) == VISITS
    assert len({*visits}) == 1


async def test_the_next_request_has_the_same_thread_and_connection(pages: GuardedPages) -> None:
    assert [await get(pages) for _request in range(3)] == [200] * 3
    assert len({thread for thread, _connection in seen}) == 1
    if connection.vendor == "sqlite":  # others go back to their pool
        assert len({*seen}) == 1


async def test_a_view_that_fails_leaves_no_connection_in_a_transaction(pages: GuardedPages) -> None:
    assert await get(pages, b"fail=1") == 500
    assert await get(pages) == 200
    (thread,) = pages.idle
    assert not thread.submit(lambda: connection.in_atomic_block).result()


def test_so_many_threads_are_kept(pages: GuardedPages) -> None:
    ended = []

    class Noted(ThreadPoolExecutor):
        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            ended.append(self)
            super().shutdown(wait, cancel_futures=cancel_futures)

    for _thread in range(KEPT + 2):
        pages._keep(Noted(1))
    assert len(pages.idle) == KEPT
    assert len(ended) == 2
