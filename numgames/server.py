"""Daphne, and how it stops: requests finish, sockets get a close code, nothing is left hanging."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from channels.layers import get_channel_layer
from daphne.server import Server, twisted_loop  # installs the asyncio reactor
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import reactor as installed_reactor
from twisted.internet.tcp import Server as Connection

from accounts.sockets import RESTARTING
from numgames.bodies import LimitedFactory

logger = logging.getLogger(__name__)
reactor: Any = installed_reactor  # the module is typed as itself, not as the reactor that it becomes

ABNORMAL = 1006  # the close code of a connection that was lost
LARGEST_MESSAGE = 64 * 1024  # bytes
PATIENCE = 10.0  # seconds that running requests get to finish
HURRY = 1.0  # seconds that they get when we are told to stop once more
GLANCE = 0.02  # seconds between two looks at what still runs

Application = Callable[..., Awaitable[None]]
Clock = Callable[[asyncio.Event], Awaitable[None]]


class GracefulServer(Server):  # type: ignore[misc]
    """Serves an ASGI application on one listening socket until SIGTERM or SIGINT, and runs the clock beside it."""

    def __init__(
        self, application: Application, listening: socket.socket, *, largest_body: int, clock: Clock | None = None
    ) -> None:
        """A server for this application, with the most bytes that a request may bring.

        `clock` runs in its loop until the event it is given is set.
        """
        super().__init__(
            application,
            endpoints=["given"],
            signal_handlers=False,
            websocket_max_message_size=LARGEST_MESSAGE,
            websocket_max_frame_size=LARGEST_MESSAGE,
            server_name="numgames",
        )
        self.endpoints.clear()  # daphne wants one, but there is none to open: the socket is open already
        self.listening = listening
        self.largest_body = largest_body
        self.clock = clock
        self.failed = False
        self.port: Any = None
        self.stopping = asyncio.Event()
        self.ticking: asyncio.Future[None] | None = None
        self.farewell: asyncio.Task[None] | None = None
        self.deadline: asyncio.Timeout | None = None

    def serve(self, ready: Callable[[], None]) -> bool:
        """Serves until told to stop; `ready` is called when it listens. Gives whether all ended well."""
        self.ready_callable = partial(self._begin, ready)
        self.run()
        return not self.failed

    def _begin(self, ready: Callable[[], None]) -> None:
        self.listening.setblocking(False)
        self.http_factory = LimitedFactory(self, self.largest_body)
        self.port = reactor.adoptStreamPort(self.listening.fileno(), self.listening.family, self.http_factory)
        self.listening.close()  # the port has a duplicate of its own
        for number in (signal.SIGTERM, signal.SIGINT):
            twisted_loop.add_signal_handler(number, self.leave)
        if self.clock:
            self.ticking = asyncio.ensure_future(self.clock(self.stopping), loop=twisted_loop)
            self.ticking.add_done_callback(self._clock_ended)
        ready()
        twisted_loop.call_soon(_settle)

    def leave(self) -> None:
        """Begins to stop; told so again, it hurries."""
        if self.deadline:
            self.deadline.reschedule(twisted_loop.time() + HURRY)
        elif not self.farewell:
            self.farewell = twisted_loop.create_task(self._leave())

    async def _leave(self) -> None:
        self.stopping.set()
        self.port.stopListening()
        try:
            async with asyncio.timeout(PATIENCE) as self.deadline:
                await self._last_work()
        except TimeoutError:
            self.failed = True
            logger.warning("Did not wait any longer; cut off what was still running: %s", self._unfinished())
        except Exception:
            logger.exception("Stopping went wrong.")
            self.failed = True
        finally:
            self.deadline = None
            self.stop()

    async def _last_work(self) -> None:
        """Returns when the clock stands still, all requests are answered and all answers are sent."""
        while self._unfinished():
            self._dismiss_sockets()
            await asyncio.sleep(GLANCE)
        while connections := _connections():
            for connection in connections:
                connection.loseConnection()  # after all that was written to it is sent
            await asyncio.sleep(GLANCE)
        if layer := get_channel_layer():
            await layer.flush()

    def timeout_checker(self) -> None:
        """Daphne's look at all connections, every two seconds; also tells whose socket was lost unseen."""
        self._tell_lost()
        super().timeout_checker()

    def _tell_lost(self) -> None:
        """Tells the application of sockets that are closed and that nobody told of.

        A browser that gives up while a busy server still opens its socket can leave one behind: closed, and yet its
        application waits for ever. Seen with 400 sockets on two busy cores; who is told twice has ended by then.
        """
        for protocol, details in list(self.connections.items()):
            lost = isinstance(protocol, WebSocketProtocol) and protocol.state == protocol.STATE_CLOSED
            if lost and "disconnected" not in details:
                protocol.onClose(False, ABNORMAL, "lost unseen")

    def _dismiss_sockets(self) -> None:
        self._tell_lost()
        for protocol in list(self.connections):
            if isinstance(protocol, WebSocketProtocol):
                _dismiss(protocol)

    def _unfinished(self) -> list[asyncio.Future[None]]:
        work = [details.get("application_instance") for details in self.connections.values()]
        return [one for one in (*work, self.ticking) if one and not one.done()]

    def kill_all_applications(self) -> None:
        """Does nothing: all had their time. Daphne's own way cancels requests and waits for them without end."""

    def _clock_ended(self, ticking: asyncio.Future[None]) -> None:
        fault = None if ticking.cancelled() else ticking.exception()
        if not self.stopping.is_set():
            logger.critical("The clock stopped, and so does the server.", exc_info=fault)
            self.failed = True
            self.leave()


def _connections() -> list[Any]:
    """All connections with browsers and proxies, idle ones too."""
    return [one for one in {*reactor.getReaders(), *reactor.getWriters()} if isinstance(one, Connection)]


def _dismiss(protocol: WebSocketProtocol) -> None:
    """Says goodbye to an open socket, and no to one that is being opened."""
    if protocol.state == protocol.STATE_OPEN:
        protocol.serverClose(code=RESTARTING)
    elif hasattr(protocol, "handshake_deferred"):
        protocol.serverReject()


def _settle() -> None:
    """Spares the garbage collector what lives as long as the process: its pauses grow with that."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def end_process(well: bool) -> None:
    """Ends the process: 0 if all ended well, else 1 at once, without waiting for a thread that may hang."""
    if not well:
        sys.stdout.flush()
        os._exit(1)
