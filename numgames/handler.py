"""Django's ASGI handler, which serves static files and makes each page in one visit to one of a few threads."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from typing import IO, Any, cast

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.core.signals import request_started
from django.db import close_old_connections, reset_queries
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from servestatic.middleware import ServeStaticMiddleware

from core.clients import AsgiMessage, Receive, Scope, Send
from core.limits import Outside
from core.live.concurrency import in_background
from core.web import is_api
from numgames.assets import HASHED
from numgames.middleware import isolated
from numgames.priorities import EXPORTS
from numgames.serving.gate import events_of


class StaticFiles(ServeStaticMiddleware):  # type: ignore[misc]  # ServeStatic comes without types
    """Middleware that also looks on the disk for files with a hash in their names.

    ServeStatic knows the files of its own version alone. A page may need those of the version before, if it was open
    during an upgrade, or of the next one, if another process has been replaced already.
    """

    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Serve a static file, or have the page of this request made."""
        path = request.path_info
        if path not in self.files and path.startswith(self.static_prefix) and HASHED.search(path):
            file = await asyncio.to_thread(self.find_file, path)
            if file is not None:
                return cast(HttpResponseBase, await self.aserve(file, request))
        return cast(HttpResponseBase, await super().__call__(request))

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Return whether browsers may keep the file of this URL for good."""
        return bool(HASHED.search(url))


class PagesHandler(ASGIHandler):
    """Serves static files in the event loop, and runs middleware, view and template of a page as under WSGI.

    Under ASGI, Django switches to a thread for each method of each synchronous middleware: some twenty times for a
    page, which took more CPU than most views.
    """

    def __init__(self, threads: int) -> None:
        """Load the middleware; `threads` pages are made at a time."""
        super().__init__()
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self.closing = ThreadPoolExecutor(1, thread_name_prefix="closing")
        self.static_files = StaticFiles(self.get_page)
        for receiver in (close_old_connections, reset_queries):
            request_started.disconnect(receiver)  # a visit to the event loop's thread; see `_made`

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if is_api(scope["path"]) and not scope["path"].startswith(EXPORTS):
            await self.answer_program(scope, receive, send)
        else:
            await self.handle(scope, receive, send)

    async def answer_program(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request of the API, whose answer is short: read it, make the answer in one thread, send it.

        Django starts two tasks and visits a second thread for each request, to stop work for a client that has gone and
        to close what may still be streaming; that takes more CPU than most answers of the API.
        """
        with suppress(RequestAborted):
            body = await self.read_body(receive)
            make = asyncio.get_running_loop().run_in_executor(
                self.threads, copy_context().run, self._events, scope, body
            )
            try:
                events = await asyncio.shield(make)
            except asyncio.CancelledError:  # the place at the gate is kept until the thread is free
                await asyncio.wait([make])
                raise
            for event in events:
                await send(event)

    def _events(self, scope: Scope, body: IO[bytes]) -> list[AsgiMessage]:
        """Return the answer to a request of the API as events of ASGI, made and closed in this thread.

        Closing it gives the connection to the database back (`request_finished`).
        """
        requests: list[ASGIRequest] = []
        request, refusal = self.create_request({**scope, "requests": requests}, body)
        try:
            response = cast(HttpResponse, self.get_response(request) if request else refusal)
            response.close()
            return events_of(response)
        finally:
            body.close()
            if request:
                request.__dict__.clear()

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware as under WSGI."""
        super().load_middleware(is_async=False)

    def create_request(
        self, scope: Mapping[str, Any], body_file: IO[bytes]
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """Return the request, or a refusal of a malformed one."""
        created = super().create_request(scope, body_file)
        if created[0]:
            scope["requests"].append(created[0])
        return created

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, and then forget what it holds.

        Its lazy attributes, such as `user`, refer to it in a circle: bodies would stay until a full garbage collection,
        and those are rare, as they stop the process for long.
        """
        requests: list[ASGIRequest] = []

        def forget(_handling: object) -> None:
            for request in requests:
                request.__dict__.clear()

        async def handled() -> None:
            # Answers are closed in one thread that is there: Django starts and ends two for each request.
            async with ThreadSensitiveContext(executor=self.closing):
                await super(PagesHandler, self).handle({**scope, "requests": requests}, receive, send)

        # A server that gives up on a request cancels this coroutine, while the thread goes on with the request.
        handling = in_background(handled(), awaited=True)
        handling.add_done_callback(forget)
        await asyncio.shield(handling)

    async def listen_for_disconnect(self, receive: Receive) -> None:
        """Return when the client has gone. Django raises an error, which keeps the request in a reference cycle."""
        with suppress(RequestAborted):
            await super().listen_for_disconnect(receive)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Return the answer to a request."""
        return isolated(await self.static_files(request))

    async def get_page(self, request: HttpRequest) -> HttpResponseBase:
        """Return a page; one that goes on outside leaves the gate first, and waits without a thread."""
        make = sync_to_async(self._made, thread_sensitive=False, executor=self.threads)
        making = in_background(make(request), awaited=True)
        try:
            response = await asyncio.shield(making)
            if isinstance(response, Outside) and isinstance(request, ASGIRequest):
                request.scope.get("leave_gate", int)()
                await response.complete()
        except BaseException:  # such as that the client has gone, who leaves the gate when the thread is free
            await asyncio.wait([making])
            if not making.exception():
                making.result().close()
            raise
        return response

    def _made(self, request: HttpRequest) -> HttpResponseBase:
        """Return a page; give the thread's connection back to the pool, or keep it for `CONN_MAX_AGE`."""
        try:
            response: HttpResponseBase = self.get_response(request)
            return response
        finally:
            close_old_connections()
