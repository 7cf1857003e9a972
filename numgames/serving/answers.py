"""Answers of the server itself: to who is refused, and to exceptions that escape from Django or Channels."""

from __future__ import annotations

import logging
from contextlib import suppress

from autobahn.exception import Disconnected

from core.clients import request_of
from core.limits.bulkheads import Busy
from core.live.page_socket import TRY_AGAIN, Event, Scope
from core.outages import is_outage
from numgames.errors import plain_page
from numgames.serving.asgi_types import Application, Receive, Send

logger = logging.getLogger(__name__)


class Overloaded(Exception):
    """Something has waited too long for its turn."""


class Answered:
    """An ASGI wrapper that answers exceptions: 429 for too much of one visitor, 503 for overload and outages, else 500.

    Pages are told to open their sockets again, except after a fault. The server aborts an answer that has begun.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        is_socket, events = scope["type"] == "websocket", list[Event]()

        async def send_and_note(event: Event) -> None:
            events[:] = [event]
            await send(event)

        try:
            await self.application(scope, receive, send_and_note)
        except Exception as fault:
            is_out = is_outage(fault)
            status = 429 if isinstance(fault, Busy) else 503 if is_out or isinstance(fault, Overloaded) else 500
            if (status == 500) if is_socket else events:
                raise
            if is_out:
                logger.warning("Outage at %s: %s: %s", scope["path"], type(fault).__name__, fault)
            elif status == 500:
                logger.error("An error escaped at %s", scope["path"], exc_info=fault)
            with suppress(Disconnected):
                if is_socket and not events:  # before the handshake the browser would not receive the code
                    await send({"type": "websocket.accept"})
                for event in [{"type": "websocket.close", "code": TRY_AGAIN}] if is_socket else page(status, scope):
                    await send(event)


def page(status: int, scope: Scope) -> list[Event]:
    """Return the events of ASGI that answer with a plain page."""
    plain = plain_page(request_of(scope), status)
    headers = [(name.encode(), value.encode()) for name, value in plain.items()]
    start = {"type": "http.response.start", "status": status, "headers": headers}
    return [start, {"type": "http.response.body", "body": plain.content}]
