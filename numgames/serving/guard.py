"""Outermost ASGI wrappers: every escaped exception is answered, every database connection is released."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from urllib.parse import unquote_plus

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from autobahn.exception import Disconnected
from django.db import connections
from django.http import parse_cookie

from core.live.concurrency import in_background
from core.live.page_socket import GARBAGE, TRY_AGAIN, Event, Scope
from core.outages import is_outage
from core.web.languages import language_of
from numgames.errors import RETRY_AFTER, busy_html, plain_html
from numgames.middleware import NUL
from numgames.serving.asgi_types import Application, Receive, Send

logger = logging.getLogger(__name__)

KEPT = 4  # threads that wait for a request


class GuardedPages:
    """An ASGI wrapper that answers exceptions of the HTTP application and always releases the request's connections.

    Django closes them after an answer, but not after an unexpected exception, such as one in its own error page or
    in the middle of an answer, nor when the server cancels a request whose client has disconnected.
    """

    def __init__(self, application: Application) -> None:
        self.application = application
        self.idle: list[ThreadPoolExecutor] = []  # of one thread each, kept for further requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; all of its synchronous code runs in one thread, which serves no other request meanwhile.

        The thread is used again afterwards: starting one and connecting it to SQLite costs more than most queries.
        The application may call `scope["step_out"]` to give back connections and its place in the gate (`leave_gate`)
        before it waits; after that it uses the database no more, or not through this request.
        """
        begun = False

        async def send_and_note(event: Event) -> None:
            nonlocal begun
            begun = True
            await send(event)

        async def step_out() -> None:
            await sync_to_async(_release_connections)()
            if leave_gate := scope.get("leave_gate"):
                leave_gate()

        thread = self.idle.pop() if self.idle else ThreadPoolExecutor(1, thread_name_prefix="page")
        async with ThreadSensitiveContext(executor=thread):
            try:
                await self.application({**scope, "step_out": step_out}, receive, send_and_note)
            except Exception as fault:
                if begun:
                    raise  # an answer that has begun cannot be replaced: the server aborts the connection
                _log(fault, scope)
                await _answer(503 if is_outage(fault) else 500, scope, send)
            finally:
                # Shielded: a second cancellation must not prevent the clean-up, however long the view's thread takes.
                released = in_background(sync_to_async(_release_connections)(), awaited=True)
                released.add_done_callback(lambda _done: self._keep(thread))
                await asyncio.shield(released)

    def _keep(self, thread: ThreadPoolExecutor) -> None:
        """Keep an idle thread for further requests, or let it end if `KEPT` are idle already."""
        if len(self.idle) < KEPT:
            self.idle.append(thread)
        else:
            thread.shutdown(wait=False)


def _release_connections() -> None:
    """Close this thread's connections, return them to the pool, or keep what works for `CONN_MAX_AGE`. Idempotent."""
    for connection in connections.all(initialized_only=True):
        try:
            if connection.in_atomic_block:  # left behind by an exception that escaped from Django
                connection.close()
            else:
                connection.close_if_unusable_or_obsolete()
        except Exception:
            logger.warning("A connection to the database could not be closed.", exc_info=True)


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request that has waited too long: 503, as in an outage."""
    await _answer(503, scope, send)


async def refuse_busy(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request of a visitor who has too many others under way: 429."""
    await _send(429, busy_html(_language(scope)), RETRY_AFTER, send)


async def _answer(status: int, scope: Scope, send: Send) -> None:
    html = plain_html(status, _language(scope), reload=scope["method"] in ("GET", "HEAD"))
    await _send(status, html, RETRY_AFTER if status == 503 else None, send)


async def _send(status: int, html: str, retry_after: int | None, send: Send) -> None:
    body = html.encode()
    headers = [(b"Content-Type", b"text/html; charset=utf-8"), (b"Content-Length", b"%d" % len(body))]
    headers += [(b"Cache-Control", b"no-store"), (b"X-Content-Type-Options", b"nosniff")]
    headers += [(b"Retry-After", b"%d" % retry_after)] if retry_after else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class GuardedSockets:
    """An ASGI wrapper that closes a websocket with a code if its address is invalid or an outage occurs."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket."""
        if _has_nul(scope):
            await receive()
            await send({"type": "websocket.accept"})  # before the handshake the browser would not receive the code
            await send({"type": "websocket.close", "code": GARBAGE})
            return
        try:
            await self.application(scope, receive, send)
        except Exception as fault:
            if not is_outage(fault):
                raise
            _log(fault, scope)
            with suppress(Disconnected):
                await send({"type": "websocket.close", "code": TRY_AGAIN})


def _log(fault: Exception, scope: Scope) -> None:
    if is_outage(fault):
        logger.warning("Outage at %s: %s: %s", scope["path"], type(fault).__name__, fault)
    else:
        logger.error("An error escaped at %s", scope["path"], exc_info=fault)


def _cookies(scope: Scope) -> dict[str, str]:
    lines = [value for name, value in scope["headers"] if name == b"cookie"]
    return parse_cookie(b"; ".join(lines).decode("latin-1"))


def _language(scope: Scope) -> str:
    return language_of({**scope, "cookies": _cookies(scope)})


def _has_nul(scope: Scope) -> bool:
    query = unquote_plus(scope["query_string"].decode("latin-1"))
    return any(NUL in text for text in (scope["path"], query, *_cookies(scope).values()))
