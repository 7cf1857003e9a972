"""A daphne server with graceful shutdown: requests finish, sockets get a close code, no task is left behind."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from autobahn.websocket import protocol as autobahn_protocol
from daphne.server import Server, twisted_loop  # installs the asyncio reactor
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import reactor as installed_reactor
from twisted.internet.tcp import Server as Connection

from core.live.concurrency import in_background
from core.live.page_socket import RESTARTING
from numgames.serving.admission import match_share_of, spread_of
from numgames.serving.bodies import CountedConnection, LimitedFactory
from numgames.serving.slow_readers import BoundedSocket

logger = logging.getLogger(__name__)
reactor: Any = installed_reactor  # typed as the module, at run time the installed reactor

ABNORMAL = 1006  # the close code of a lost connection
LARGEST_MESSAGE = 64 * 1024  # bytes
HANDSHAKE = 15  # seconds; a socket that waits for its turn is refused before that
PATIENCE = 10.0  # seconds for running requests to finish after the first signal
SECOND_PATIENCE = 1.0  # seconds after a second signal
POLL = 0.02  # seconds between two polls of running work
MATCHES = b"/ws/matches/"

Application = Callable[..., Awaitable[None]]
Clock = Callable[[asyncio.Event], Coroutine[Any, Any, None]]


class GracefulServer(Server):  # type: ignore[misc]  # daphne comes without types
    """A server for an ASGI application on one listening socket, with the scheduler in its event loop."""

    def __init__(
        self,
        application: Application,
        listening: socket.socket,
        *,
        largest_body: int,
        request_time: float = 60.0,
        connections: int | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Create a server for this application.

        `largest_body` is the limit of request bodies in bytes, `request_time` that of their arrival in seconds,
        `connections` that of open connections of one address; None without a limit.
        `clock` runs in the server's loop until the event it is given is set.
        """
        super().__init__(
            application,
            endpoints=["given"],
            signal_handlers=False,
            websocket_max_message_size=LARGEST_MESSAGE,
            websocket_max_frame_size=LARGEST_MESSAGE,
            server_name="numgames",
            websocket_handshake_timeout=HANDSHAKE,
        )
        self.endpoints.clear()  # daphne requires one, but the socket is already open
        self.listening = listening
        self.largest_body = largest_body
        self.request_time = request_time
        self.most_connections = connections  # daphne's `connections` are those with an application
        self.clock = clock
        self.failed = False
        self.port: Any = None  # Twisted's interfaces cannot be called without its plugin for mypy
        self.stopping = asyncio.Event()
        self.ticking: asyncio.Future[None] | None = None
        self.shutdown: asyncio.Task[None] | None = None
        self.deadline: asyncio.Timeout | None = None
        self.spread = self.match_spread = 0.0  # seconds over which pages, and those of matches, reconnect

    def serve(self, ready: Callable[[], None]) -> bool:
        """Serve until SIGTERM or SIGINT; call `ready` when listening. Return whether everything ended cleanly."""
        self.ready_callable = partial(self._begin, ready)
        self.run()
        return not self.failed

    def _begin(self, ready: Callable[[], None]) -> None:
        self.listening.setblocking(False)
        self.http_factory = LimitedFactory(self, self.largest_body, self.request_time, self.most_connections)
        self.ws_factory.protocol = BoundedSocket
        _format_logs_lazily()
        self.port = reactor.adoptStreamPort(self.listening.fileno(), self.listening.family, self.http_factory)
        self.port.transport = CountedConnection
        self.listening.close()  # the port has a duplicate of its own
        for number in (signal.SIGTERM, signal.SIGINT):
            twisted_loop.add_signal_handler(number, self.begin_shutdown)
        if self.clock:
            self.ticking = in_background(self.clock(self.stopping), awaited=True, loop=twisted_loop)
            self.ticking.add_done_callback(self._clock_ended)
        ready()
        twisted_loop.call_soon(_freeze_garbage)

    def begin_shutdown(self) -> None:
        """Begin the shutdown; a second call shortens the time limit."""
        if self.deadline:
            self.deadline.reschedule(twisted_loop.time() + SECOND_PATIENCE)
        elif not self.shutdown:
            self.shutdown = in_background(self._leave(), loop=twisted_loop)

    async def _leave(self) -> None:
        self.stopping.set()
        self.port.stopListening()
        try:
            async with asyncio.timeout(PATIENCE) as self.deadline:
                await self._finish_work()
        except TimeoutError:
            self.failed = True
            logger.warning("Did not wait any longer; cut off what was still running: %s", self._unfinished())
        except Exception:
            logger.exception("Stopping went wrong.")
            self.failed = True
        finally:
            self.deadline = None
            self.stop()

    async def _finish_work(self) -> None:
        """Wait until the scheduler has stopped, all requests are answered and all answers are sent."""
        while self._unfinished():
            self._close_sockets()
            await asyncio.sleep(POLL)
        while connections := _connections():
            for connection in connections:
                connection.loseConnection()  # after everything written to it is sent
            await asyncio.sleep(POLL)

    def timeout_checker(self) -> None:
        """Check all connections every two seconds, as daphne does, and lost sockets too."""
        self._disconnect_lost()
        super().timeout_checker()

    def _disconnect_lost(self) -> None:
        """Disconnect applications of sockets that closed without an event.

        A browser that disconnects while a busy server still opens its socket can leave the application waiting for
        ever; seen with 400 sockets on two busy cores. An application that gets the event twice has already ended.
        """
        for protocol, details in list(self.connections.items()):
            lost = isinstance(protocol, WebSocketProtocol) and protocol.state == protocol.STATE_CLOSED
            if lost and "disconnected" not in details:
                protocol.onClose(False, ABNORMAL, "lost unseen")

    def _close_sockets(self) -> None:
        self._disconnect_lost()
        sockets = [protocol for protocol in self.connections if isinstance(protocol, WebSocketProtocol)]
        matches = sum(protocol.path.startswith(MATCHES) for protocol in sockets)
        if (spread := spread_of(len(sockets))) > self.spread:  # sockets that are open still are closed again
            self.spread, self.match_spread = spread, spread * match_share_of(matches, len(sockets))
        for protocol in sockets:
            _close_socket(protocol, self.match_spread if protocol.path.startswith(MATCHES) else self.spread)

    def _unfinished(self) -> list[asyncio.Future[None]]:
        work = [details.get("application_instance") for details in self.connections.values()]
        return [one for one in (*work, self.ticking) if one and not one.done()]

    def kill_all_applications(self) -> None:
        """Do nothing: all applications had their time. Daphne's method cancels requests and waits without a limit."""

    def _clock_ended(self, ticking: asyncio.Future[None]) -> None:
        fault = None if ticking.cancelled() else ticking.exception()
        if not self.stopping.is_set():
            logger.critical("The clock stopped, and so does the server.", exc_info=fault)
            self.failed = True
            self.begin_shutdown()


def _connections() -> list[Any]:  # Twisted's methods have no types
    """Return all connections with browsers and proxies, including idle ones."""
    return [one for one in {*reactor.getReaders(), *reactor.getWriters()} if isinstance(one, Connection)]


def _close_socket(protocol: WebSocketProtocol, spread: float) -> None:
    """Close an open socket, and say in how many seconds at most it is to come back; reject one during its handshake."""
    if protocol.state == protocol.STATE_OPEN:
        protocol.sendClose(code=RESTARTING, reason=f"{spread:.2f}")
    elif hasattr(protocol, "handshake_deferred"):
        protocol.serverReject()


def _format_logs_lazily() -> None:
    """Have autobahn's debug messages composed only where they are logged: a fifth of the cost of a handshake."""
    for function in ("pformat", "hltype", "hlval"):
        setattr(autobahn_protocol, function, lambda value: value)


def _freeze_garbage() -> None:
    """Exempt the objects created at startup from garbage collection, whose pauses would grow with them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 1_000, 50)  # short pauses: one for 10,000 of the youngest objects takes 5 ms and more


def end_process(well: bool) -> None:
    """Return if `well`, else exit at once with code 1, without waiting for threads that may hang."""
    if not well:
        sys.stdout.flush()
        os._exit(1)
