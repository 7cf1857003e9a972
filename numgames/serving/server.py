"""A daphne server with bounds on what it keeps, and graceful shutdown; of Twisted and autobahn what is public."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from socket import socket
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.server import Server, twisted_loop  # installs the asyncio reactor
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import reactor as installed_reactor
from twisted.internet.tcp import Server as Peer

from core.live import streams
from core.live.concurrency import in_background
from core.live.page_socket import RESTARTING
from core.live.streams import UNBUFFERED
from numgames.priorities import BOARDS, spreads_of

MOST_DISCARDED, MOST_UNREAD = 100 * 1024**2, 512 * 1024  # bytes of a refused body, and beyond the system's buffers
logger = logging.getLogger(__name__)
reactor: Any = installed_reactor  # typed as the module, at run time the installed reactor
LARGEST_MESSAGE, MOST_FRAMES = 64 * 1024, 500  # bytes; messages, their pieces, pings and pongs in two seconds
PATIENCE, SECOND_PATIENCE, POLL = 10.0, 1.0, 0.02  # seconds for work to end after a signal, a second one; between looks
Work = Callable[[asyncio.Event], Coroutine[Any, Any, None]]


class Direct:
    """A pull producer of its transport, which tells it whenever the connection's buffer is empty; it writes past that.

    The buffer registers with the selector twice for each write, which takes longer than the write. A connection is
    aborted when too much waits to be read.
    """

    transport: Any  # Twisted's
    is_drained, unread = False, 0  # whether the connection's buffer is empty; else the bytes that it was given since

    def attach(self) -> None:
        """Take flow control over from the HTTP connection, and which Twisted would keep."""
        self.transport.unregisterProducer()
        self.transport.registerProducer(self, False)
        self.is_drained = False  # the head of the answer is not written yet

    def write_past(self, data: bytes) -> None:
        """Write as far as the system takes it, and leave the rest to the buffer."""
        count = self.transport.writeSomeData(data) if self.is_drained else 0
        written = count if isinstance(count, int) else 0  # else the connection is lost: Twisted finds out and closes it
        if written < len(data):
            self.is_drained = False
            self.unread += len(data) - written
            self.transport.write(data[written:])
        if self.unread > MOST_UNREAD:
            self.transport.abortConnection()

    def resumeProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Note that the buffer is empty; let a connection that is to be closed go."""
        self.is_drained, self.unread = True, 0
        if self.transport.disconnecting:
            self.transport.unregisterProducer()

    def stopProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Note that the connection has ended."""
        self.is_drained = False


class BoundedRequest(Direct, WebRequest):  # type: ignore[misc]  # daphne comes without types
    """A request whose body may have `largest_body` bytes of the server; more is discarded, and answered with 413."""

    received = 0  # bytes of the body
    is_paced = True  # False for streams, whose parts wait for no reader

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
        elif self.received > MOST_DISCARDED:
            self.transport.abortConnection()

    def handle_reply(self, message: Mapping[str, Any]) -> None:
        """Write a part of the answer; of a stream only so much may be unread."""
        if message["type"] == "http.response.start" and UNBUFFERED in message.get("headers", ()) and self.channel:
            self.is_paced = False
            self.attach()
        if not self.is_paced and self.startedWriting and self.channel:
            if message.get("more_body"):
                body = message["body"]
                self.write_past(b"%x\r\n%b\r\n" % (len(body), body) if self.chunked else body)
                return
            self.transport.unregisterProducer()
            self.transport.registerProducer(self.channel, True)
        self.is_drained = False  # Twisted writes the head with the first part, and the end
        super().handle_reply(message)

    def handle_exception(self, exception: BaseException) -> None:
        """Abort an answer that has begun, so that it does not look complete; `Answered` answers all others."""
        self.transport.abortConnection()


class BoundedFactory(HTTPFactory):  # type: ignore[misc]  # daphne comes without types
    """A factory of a daphne server's HTTP protocols, with bounded requests."""

    def buildProtocol(self, addr: object) -> Any:  # noqa: ANN401, N802 - Twisted's name and type
        """Return the protocol for a new connection."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol


class BoundedSocket(Direct, WebSocketProtocol):  # type: ignore[misc]  # daphne comes without types
    """A websocket of which only so much may be unread, and so many frames come; its page reconnects."""

    def onOpen(self) -> None:  # noqa: N802 - autobahn's name
        """Take flow control over from the HTTP connection that the socket was."""
        super().onOpen()
        self.attach()
        self.frames = 0  # since the last check of time-outs

    def onFrameBegin(self) -> None:  # noqa: N802 - as above
        """Count a frame; messages are bounded by their page's socket, but pings and empty pieces never get there."""
        self.frames += 1
        if self.frames > MOST_FRAMES:
            self.dropConnection(abort=True)
        super().onFrameBegin()

    def check_timeouts(self) -> None:
        """Do what is done every two seconds; disconnect an application whose socket closed unseen, while it opened."""
        super().check_timeouts()
        self.frames = 0
        if self.state == self.STATE_CLOSED and "disconnected" not in self.server.connections[self]:
            self.onClose(False, 1006, "lost unseen")

    def sendMessage(self, payload: bytes, isBinary: bool = False) -> None:  # noqa: N802, N803 - as above
        """Send a message of any length, such as an analysis: autobahn has one bound for what comes and what goes."""
        self.maxMessagePayloadSize = 0
        super().sendMessage(payload, isBinary)
        self.maxMessagePayloadSize = LARGEST_MESSAGE

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802 - as above
        """Write a frame; autobahn's own method also composes a log message for each."""
        self.write_past(data)


class GracefulServer(Server):  # type: ignore[misc]  # daphne comes without types
    """A server for an ASGI application on one listening socket, with work in its event loop that ends with it."""

    failed = False
    deadline: asyncio.Timeout | None = None

    def __init__(self, application: Callable[..., Awaitable[None]], listening: socket, *, largest_body: int) -> None:
        """Create a server for this application, with this limit of request bodies in bytes."""
        super().__init__(
            application,
            endpoints=["given"],
            signal_handlers=False,
            websocket_max_message_size=LARGEST_MESSAGE,
            server_name="numgames",
            websocket_handshake_timeout=15,  # seconds; one that waits for its turn is refused before that
        )
        self.endpoints.clear()  # daphne requires one, but the socket is already open
        self.listening, self.largest_body, self.stopping = listening, largest_body, asyncio.Event()

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:  # noqa: ANN401 - daphne has no types
        """Begin to serve a request or socket; `Answered` refuses a request whose body was too large."""
        scope["is_too_large"] = getattr(protocol, "received", 0) > self.largest_body
        return super().create_application(protocol, scope)

    async def handle_reply(self, protocol: Any, message: Any) -> None:  # noqa: ANN401 - daphne comes without types
        """Write an event once the client has read the parts and pipelined answers before it (backpressure)."""
        paced, pause = protocol.transport if getattr(protocol, "is_paced", False) else None, 0.001  # seconds
        while paced and paced.connected and paced.producerPaused:
            await asyncio.sleep(pause := min(1.0, 4 * pause))
        await super().handle_reply(protocol, message)

    def serve(self, work: Work) -> bool:
        """Serve until SIGTERM or SIGINT, and do `work` until its event is set; return whether all ended cleanly."""
        self.ready_callable = partial(self._begin, work)
        self.run()
        return not self.failed

    def _begin(self, work: Work) -> None:
        self.listening.setblocking(False)
        self.ws_factory.protocol = BoundedSocket
        self.port = reactor.adoptStreamPort(self.listening.fileno(), self.listening.family, BoundedFactory(self))
        self.listening.close()  # the port has a duplicate of its own
        for number in (signal.SIGTERM, signal.SIGINT):
            twisted_loop.add_signal_handler(number, self.begin_shutdown)
        self.work = in_background(work(self.stopping), awaited=True, loop=twisted_loop)
        self.work.add_done_callback(self._work_ended)

    def begin_shutdown(self) -> None:
        """Begin the shutdown; a second call shortens the time limit."""
        if self.deadline:
            self.deadline.reschedule(twisted_loop.time() + SECOND_PATIENCE)
        elif not self.stopping.is_set():
            self.stopping.set()
            in_background(self._leave(), loop=twisted_loop)

    async def _leave(self) -> None:
        """Wait until the background work has ended, all requests are answered and all answers are sent; then stop."""
        self.port.stopListening()
        spreads = spreads_of([*(protocol.path for protocol in self._sockets()), *[BOARDS.encode()] * streams.count()])
        try:
            async with asyncio.timeout(PATIENCE) as self.deadline:
                while self._unfinished():
                    for protocol in self._sockets():  # the reason says in how many seconds at most they come back
                        protocol.check_timeouts()
                        if protocol.state == protocol.STATE_OPEN:
                            spread = spreads[protocol.path.startswith(BOARDS.encode())]
                            protocol.sendClose(code=RESTARTING, reason=f"{spread:.2f}")
                        elif hasattr(protocol, "handshake_deferred"):
                            protocol.serverReject()
                    streams.end_all(spreads[1])
                    await asyncio.sleep(POLL)
                while peers := [one for one in reactor.getReaders() + reactor.getWriters() if isinstance(one, Peer)]:
                    for peer in peers:
                        peer.loseConnection()  # type: ignore[no-untyped-call]  # after what is written to it is sent
                    await asyncio.sleep(POLL)
        except Exception as fault:
            self.failed = True
            logger.warning("Cut off: %s", self._unfinished(), exc_info=not isinstance(fault, TimeoutError))
        finally:
            self.deadline = None
            self.stop()

    def _sockets(self) -> list[Any]:
        return [protocol for protocol in self.connections if isinstance(protocol, WebSocketProtocol)]

    def _unfinished(self) -> list[asyncio.Future[None]]:
        work = [details.get("application_instance") for details in self.connections.values()]
        return [one for one in (*work, self.work) if one and not one.done()]

    def kill_all_applications(self) -> None:
        """Do nothing: all applications had their time. Daphne's method cancels requests and waits without a limit."""

    def _work_ended(self, work: asyncio.Future[None]) -> None:
        if not self.stopping.is_set():
            fault = None if work.cancelled() else work.exception()
            logger.critical("The clock stopped, and so does the server.", exc_info=fault)
            self.failed = True
            self.begin_shutdown()
