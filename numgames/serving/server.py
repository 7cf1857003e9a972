"""A daphne server with graceful shutdown: requests finish, sockets get a close code, no task is left behind."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from socket import socket
from typing import Any

from daphne.server import Server, twisted_loop  # installs the asyncio reactor
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import reactor as installed_reactor
from twisted.internet.tcp import Server as Connection

from core.live.concurrency import in_background
from core.live.page_socket import RESTARTING
from numgames.serving.protocols import BoundedFactory, BoundedSocket

logger = logging.getLogger(__name__)
reactor: Any = installed_reactor  # typed as the module, at run time the installed reactor

LARGEST_MESSAGE = 64 * 1024  # bytes
PATIENCE, SECOND_PATIENCE = 10.0, 1.0  # seconds for running work to finish after the first signal and a second one
POLL = 0.02  # seconds between two polls of running work
MATCHES = b"/ws/matches/"
COST, LONGEST_SPREAD = 0.02, 20.0  # seconds of CPU to open a socket; until the last page has reconnected

Work = Callable[[asyncio.Event], Coroutine[Any, Any, None]]


class GracefulServer(Server):  # type: ignore[misc]  # daphne comes without types
    """A server for an ASGI application on one listening socket, with work in its event loop that ends with it."""

    failed = False
    deadline: asyncio.Timeout | None = None
    shutdown: asyncio.Task[None] | None = None

    def __init__(self, application: Callable[..., Awaitable[None]], listening: socket, *, largest_body: int) -> None:
        """Create a server for this application, with this limit of request bodies in bytes."""
        super().__init__(
            application,
            endpoints=["given"],
            signal_handlers=False,
            websocket_max_message_size=LARGEST_MESSAGE,
            websocket_max_frame_size=LARGEST_MESSAGE,
            server_name="numgames",
            websocket_handshake_timeout=15,  # seconds; one that waits for its turn is refused before that
        )
        self.endpoints.clear()  # daphne requires one, but the socket is already open
        self.listening, self.largest_body, self.stopping = listening, largest_body, asyncio.Event()

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
        elif not self.shutdown:
            self.shutdown = in_background(self._leave(), loop=twisted_loop)

    async def _leave(self) -> None:
        """Wait until the background work has ended, all requests are answered and all answers are sent; then stop."""
        self.stopping.set()
        self.port.stopListening()
        spreads = spreads_of([protocol.path for protocol in self._sockets()])
        try:
            async with asyncio.timeout(PATIENCE) as self.deadline:
                while self._unfinished():
                    self._close_sockets(spreads)
                    await asyncio.sleep(POLL)
                while connections := self._connections():
                    for connection in connections:
                        connection.loseConnection()  # after everything written to it is sent
                    await asyncio.sleep(POLL)
        except Exception as fault:
            self.failed = True
            logger.warning("Cut off: %s", self._unfinished(), exc_info=not isinstance(fault, TimeoutError))
        finally:
            self.deadline = None
            self.stop()

    def _close_sockets(self, spreads: tuple[float, float]) -> None:
        """Close sockets, and say in how many seconds at most they are to come back; reject handshakes."""
        self._disconnect_lost()
        for protocol in self._sockets():
            if protocol.state == protocol.STATE_OPEN:
                protocol.sendClose(code=RESTARTING, reason=f"{spreads[protocol.path.startswith(MATCHES)]:.2f}")
            elif hasattr(protocol, "handshake_deferred"):
                protocol.serverReject()

    def _sockets(self) -> list[Any]:
        return [protocol for protocol in self.connections if isinstance(protocol, WebSocketProtocol)]

    def _connections(self) -> list[Any]:
        return [one for one in {*reactor.getReaders(), *reactor.getWriters()} if isinstance(one, Connection)]

    def _unfinished(self) -> list[asyncio.Future[None]]:
        work = [details.get("application_instance") for details in self.connections.values()]
        return [one for one in (*work, self.work) if one and not one.done()]

    def timeout_checker(self) -> None:
        """Check all connections every two seconds, as daphne does, and lost sockets too."""
        self._disconnect_lost()
        super().timeout_checker()

    def _disconnect_lost(self) -> None:
        """Disconnect applications of sockets that closed without an event, as may happen while one opens (daphne)."""
        for protocol in self._sockets():
            if protocol.state == protocol.STATE_CLOSED and "disconnected" not in self.connections[protocol]:
                protocol.onClose(False, 1006, "lost unseen")

    def kill_all_applications(self) -> None:
        """Do nothing: all applications had their time. Daphne's method cancels requests and waits without a limit."""

    def _work_ended(self, work: asyncio.Future[None]) -> None:
        if not self.stopping.is_set():
            fault = None if work.cancelled() else work.exception()
            logger.critical("The clock stopped, and so does the server.", exc_info=fault)
            self.failed = True
            self.begin_shutdown()


def spreads_of(paths: list[bytes]) -> tuple[float, float]:
    """Return the seconds over which pages reconnect after a restart, at random moments: all, and those of matches.

    Matches come first, within half of it, unless they are so many that no more of them would be served in that.
    """
    spread = min(LONGEST_SPREAD, len(paths) * COST)
    return spread, spread * max(0.5, sum(path.startswith(MATCHES) for path in paths) / max(len(paths), 1))
