"""What a page may send: so many messages in a while, as long as it stays open, and times; what it leaves behind."""

from __future__ import annotations

import asyncio
import json

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore

from core.live import fanout
from core.live.page_socket import GARBAGE, LATEST, MOST_MESSAGES, WINDOW, PageSocket
from tests.sockets import SocketEvent, sent_by_page_socket

CLOSED = {"type": "websocket.close", "code": GARBAGE}


async def test_a_page_that_stays_open_may_always_say_a_little() -> None:
    page, now = PageSocket.__new__(PageSocket), asyncio.get_running_loop().time()
    page.window_began, page.heard = now - WINDOW - 1, MOST_MESSAGES
    for _message in range(MOST_MESSAGES):
        page._count()
    with pytest.raises(ValueError, match="too often"):
        page._count()


async def test_a_page_that_says_too_much_is_closed() -> None:
    assert CLOSED not in await sent_by_page_socket(["{}"] * MOST_MESSAGES)
    assert (await sent_by_page_socket(["{}"] * (MOST_MESSAGES + 1)))[-1] == CLOSED


@pytest.mark.parametrize(
    ("time", "is_answered"), [(LATEST - 1, True), (1 - LATEST, True), (LATEST, False), (-LATEST, False)]
)
async def test_a_page_is_told_the_time_at_which_it_asked(time: float, *, is_answered: bool) -> None:
    sent = await sent_by_page_socket([json.dumps({"asked": time})])
    assert [json.loads(one["text"])["asked"] for one in sent if "text" in one] == [time] * is_answered
    assert (CLOSED in sent) is not is_answered


async def test_a_page_whose_task_is_cancelled_hears_nothing_more() -> None:
    """As a server does that stops: no event says that the page has left."""
    events, waits = [{"type": "websocket.connect"}], asyncio.Event()

    class Page(PageSocket):
        def topics_to_join(self) -> list[str]:
            return ["a topic", "another"]

    async def receive() -> SocketEvent:
        if events:
            return events.pop()
        waits.set()
        return await asyncio.Future()

    async def send(event: SocketEvent) -> None:
        """Send it nowhere."""

    scope = {"type": "websocket", "path": "/ws/", "user": AnonymousUser(), "session": SessionStore(), "headers": []}
    task = asyncio.ensure_future(Page()(scope, receive, send))
    await waits.wait()
    assert "another" in fanout._subscribers
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not {"a topic", "another"} & {*fanout._subscribers}
