"""Streams: answers of HTTP that stay open and get a line for each event, as NDJSON or as server-sent events (SSE).

They live on the event loop alone, without a thread, a connection to the database or a place among the pages. A stream
is a subscriber like an open page: what it shows are events of an audience, which draws each once for all who see the
same. What a client leaves unread is bounded by the server, which then ends the connection.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from core.clients import Receive, Send
from core.live.concurrency import in_background, run_eagerly

PING = 7.0  # seconds between two pings
LOOK = 3  # pings between two looks at the database, which make up for lost events as the heartbeats of pages do
CHECK = 9  # pings between two checks whether the token of the stream is still valid
SOON = 5.0  # seconds after which a client comes again that was refused or cut off
UNBUFFERED = (b"X-Accel-Buffering", b"no")  # proxies pass each line on at once; the server bounds what is unread
HEADERS = [UNBUFFERED, (b"Content-Encoding", b"identity"), (b"Cache-Control", b"no-store, no-transform")]

encode = DjangoJSONEncoder(ensure_ascii=False, separators=(",", ":")).encode  # times too
Line = Mapping[str, Any]  # JSON
_open: set[Stream] = set()
_jitter = random.SystemRandom()


class Stream:
    """One open stream. A subclass begins it and sends its first lines in `opened`, and what it lacks after `look`."""

    def __init__(self, send: Send, headers: Sequence[tuple[bytes, bytes]] = (), *, is_sse: bool = False) -> None:
        """Write to this client, server-sent events or NDJSON; the answer has these headers besides its own."""
        self._send, self._headers, self._is_sse = send, headers, is_sse
        self._ended = asyncio.Event()
        self.over = False

    async def run(self, receive: Receive, check: Callable[[], Awaitable[bool]]) -> None:
        """Serve the opened stream until its client has gone or it ends; `check` says whether its client may go on."""
        tasks = [in_background(self._left(receive), awaited=True), in_background(self._ended.wait(), awaited=True)]
        _open.add(self)
        try:
            pings = 0
            while not (await asyncio.wait(tasks, timeout=PING, return_when=asyncio.FIRST_COMPLETED))[0]:
                pings += 1
                self.tell({"type": "ping"})
                if pings % CHECK == 0 and not await check():
                    self.bye("token")
                elif pings % LOOK == 0:
                    self.look()
        finally:
            self.over = True
            _open.discard(self)
            for task in tasks:
                task.cancel()

    async def opened(self) -> None:
        """Read what the first lines need, begin the answer, and send them. What is raised before is an answer, too."""

    def look(self) -> None:
        """Have what the stream lacks sent soon, if an event was lost."""

    def closed(self) -> None:
        """Leave all audiences."""

    def begin(self) -> None:
        """Begin the answer, before its first line."""
        kind = b"text/event-stream; charset=utf-8" if self._is_sse else b"application/x-ndjson; charset=utf-8"
        headers = [(b"Content-Type", kind), *HEADERS, *self._headers]
        self._put({"type": "http.response.start", "status": 200, "headers": headers})

    def tell(self, line: Line) -> None:
        """Send a line; its `seq`, if any, is the id from which server-sent events are resumed."""
        self.post(encode(line), str(line.get("seq", "")))

    def post(self, text: str, seq: str = "") -> None:
        """Send a line that is encoded already."""
        if not self.over:
            number = f"id: {seq}\n" if seq else ""
            self._write(f"{number}data: {text}\n\n" if self._is_sse else f"{text}\n")

    def bye(self, reason: str, retry_in: float | None = None) -> None:
        """End the stream with a line that says why, and in how many seconds to come again; None for never."""
        if self.over:
            return
        self.tell({"type": "bye", "reason": reason, "retry_in": retry_in})
        if self._is_sse and retry_in is not None:
            self._write(f"retry: {int(1000 * retry_in)}\n\n")
        self.over = True
        self._put({"type": "http.response.body", "body": b""})
        self._ended.set()

    def _write(self, text: str) -> None:
        self._put({"type": "http.response.body", "body": text.encode(), "more_body": True})

    def _put(self, message: Mapping[str, object]) -> None:
        run_eagerly(self._sent(message))

    async def _sent(self, message: Mapping[str, object]) -> None:
        await self._send(message)

    @staticmethod
    async def _left(receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass


def end_all(spread: float) -> None:
    """End all streams of this process, which stops: their clients come again within so many seconds."""
    for stream in list(_open):
        stream.bye("restart", round(_jitter.uniform(0, spread), 2))


def count() -> int:
    """Return how many streams are open in this process."""
    return len(_open)
