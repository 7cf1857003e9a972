"""The protocols of connections, with bounds on the bodies of requests and on what a websocket leaves unread.

daphne has neither bound. These use what its classes inherit in public: `requestFactory`, `gotLength` and
`handleContentChunk` of Twisted's HTTP, its push producers and `writeSomeData`, and autobahn's `sendData`.
"""

from __future__ import annotations

from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.tcp import Connection

from numgames.serving.answers import page

MOST_DISCARDED = 100 * 1024 * 1024  # bytes of a body that is refused
MOST_UNREAD = 512 * 1024  # bytes for one browser, beyond those that the system buffers


class BoundedRequest(WebRequest):  # type: ignore[misc]  # daphne comes without types
    """A request whose body may have `largest_body` bytes of the server; more is discarded, and answered with 413."""

    received = 0  # bytes of the body

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Leave forms to Django; Twisted would parse them too, in the event loop."""
        super().__init__(*args, parsePOSTFormSubmission=False, **kwargs)

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - Twisted's name
        """Take the announced length, by which the body is kept in memory or in a file; None for chunked bodies."""
        super().gotLength(min(length or 0, self.server.largest_body))

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Store a part of the body."""
        self.received += len(data)
        if self.received <= self.server.largest_body:
            super().handleContentChunk(data)
        elif self.received > MOST_DISCARDED and self.channel is not None:
            self.channel.transport.abortConnection()

    def process(self) -> Any:  # noqa: ANN401 - a Deferred, as daphne has it
        """Pass a complete request to the application, or refuse it."""
        if self.received <= self.server.largest_body:
            return super().process()
        lines = [(name.lower(), value) for name, values in self.requestHeaders.getAllRawHeaders() for value in values]
        for event in page(413, {"headers": lines, "path": "/", "method": "POST"}):
            self.handle_reply(event)
        return None

    def handle_exception(self, exception: BaseException) -> None:
        """Abort an answer that has begun, so that it does not look complete; `Answered` answers all others."""
        if self.channel is not None:
            self.channel.transport.abortConnection()


class BoundedFactory(HTTPFactory):  # type: ignore[misc]  # daphne comes without types
    """A factory of a daphne server's HTTP protocols, with bounded requests."""

    def buildProtocol(self, addr: object) -> Any:  # noqa: ANN401, N802 - Twisted's name and type
        """Return the protocol for a new connection."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol


class BoundedSocket(WebSocketProtocol):  # type: ignore[misc]  # daphne comes without types
    """A websocket that aborts the connection when too much waits to be read; the page reconnects."""

    is_direct: bool | None = None  # whether its data goes past the buffer; None before the first message
    is_paused, unread = False, 0  # whether the connection's buffer is full, and the bytes that were sent since

    def onOpen(self) -> None:  # noqa: N802 - autobahn's name
        """Take flow control over from the HTTP connection that the socket was, and which Twisted would keep."""
        super().onOpen()
        self.transport.unregisterProducer()
        self.transport.registerProducer(self, True)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803 - autobahn's names
        """Handle a message; at the first, send what waits, so that later data may be written past the buffer."""
        if self.is_direct is None and isinstance(self.transport, Connection) and not self.transport.TLS:
            self.transport.doWrite()  # type: ignore[no-untyped-call]  # Twisted's
            self.is_direct = not self.transport.dataBuffer
        super().onMessage(payload, isBinary)

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802 - autobahn's
        """Write what the system takes at once, and the rest by Twisted's buffer, which costs more; or give up."""
        if self.is_direct and self.transport.connected:
            sent = self.transport.writeSomeData(data)
            if sent == len(data):
                return
            self.is_direct = False
            data = data[sent:] if isinstance(sent, int) else data  # else the connection is lost, as Twisted finds out
        self.transport.write(data)
        self.unread = self.unread + len(data) if self.is_paused else 0
        if self.unread > MOST_UNREAD:
            self.dropConnection(abort=True)

    def pauseProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Note that the buffer is full."""
        self.is_paused = True

    def resumeProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Note that the buffer is empty again."""
        self.is_paused = False

    def stopProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Do nothing: the connection has ended."""
