"""The socket of a page, and pages that disconnect at a bad moment."""

from __future__ import annotations

import pytest
from autobahn.exception import Disconnected
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore

from accounts.online.sockets import ViewerSocket
from tests.sockets import SocketEvent


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_goes_while_it_is_answered_leaves_no_fault() -> None:
    gone: SocketEvent = {"type": "websocket.disconnect", "code": 1001}
    events = iter([{"type": "websocket.connect"}, gone])
    tried: list[str] = []

    async def receive() -> SocketEvent:
        return next(events)

    async def send(event: SocketEvent) -> None:
        tried.append(event["type"])
        raise Disconnected("Attempt to send on a closed protocol")

    scope = {"type": "websocket", "path": "/ws/", "user": AnonymousUser(), "session": SessionStore(), "headers": []}
    await ViewerSocket()(scope, receive, send)
    assert tried == ["websocket.accept"]
    assert next(events, None) is None
