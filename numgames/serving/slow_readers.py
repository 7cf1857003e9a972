"""Websockets with bounded buffers: a browser that does not read is disconnected instead of filling the memory."""

from __future__ import annotations

import logging
import struct
from collections.abc import Mapping
from typing import Any

from daphne.server import twisted_loop
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.tcp import Connection

logger = logging.getLogger(__name__)

LONGEST_FRAME = 0xFFFF  # bytes of a text that has a length of 16 bits
FINAL_TEXT = 0x81  # the first byte of a frame with a whole text (RFC 6455, section 5.2)
MOST_UNSENT = 512 * 1024  # bytes for one browser, beyond those that the system buffers


class BoundedSocket(WebSocketProtocol):  # type: ignore[misc]  # daphne comes without types
    """A websocket that aborts the connection when too much waits to be read; the page reconnects."""

    flow: Flow | None = None  # once it is open
    __hash__ = object.__hash__  # daphne's methods do the same, and it looks each socket up twice for a frame
    __eq__ = object.__eq__

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Create the protocol of one connection."""
        super().__init__(*args, **kwargs)
        self.frames: list[bytes] = []  # not written yet

    def onOpen(self) -> None:  # noqa: N802 - autobahn's name
        """Take flow control over from the HTTP connection that the socket was, and which Twisted would keep."""
        super().onOpen()
        self.flow = Flow()
        self.transport.unregisterProducer()
        self.transport.registerProducer(self.flow, True)

    def handle_reply(self, message: Mapping[str, Any]) -> None:  # an event of ASGI
        """Send an event of the application; a text of usual length as one frame, composed here.

        The methods of daphne and autobahn that compose it otherwise took 4 % of the event loop's time in a move.
        """
        text = message.get("text")
        if not text or self.state != self.STATE_OPEN or self._perMessageCompress is not None:
            super().handle_reply(message)
            return
        payload = text.encode()
        size = len(payload)
        if size > LONGEST_FRAME:
            super().handle_reply(message)
            return
        length = struct.pack("!BB", FINAL_TEXT, size) if size < 126 else struct.pack("!BBH", FINAL_TEXT, 126, size)
        self.sendData(length + payload)
        self._bound(size)

    def sendMessage(self, payload: bytes, *args: object, **kwargs: object) -> None:  # noqa: N802 - autobahn's name
        """Send a message, or give up."""
        super().sendMessage(payload, *args, **kwargs)
        self._bound(len(payload))

    def _bound(self, size: int) -> None:
        """Give up if too much waits with these further bytes."""
        if self.flow and self.flow.is_full(size):
            self.dropConnection(abort=True)

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802
        """Write the frames of two rounds of the event loop with one system call, if nothing waits before them.

        A move sends its player an update, a number and an answer within two rounds. One callback writes to all sockets
        that were sent something meanwhile, as moves are committed together. What the system does not take goes to
        Twisted's buffer. Used for each frame, that buffer, which registers with the selector twice, and autobahn's
        method, which composes a log message that is seldom kept, cost more than drawing most updates.
        """
        if sync or chopsize or self.send_queue or not self.flow:
            self._write()
            super().sendData(data, sync, chopsize)
            return
        if not self.frames:
            if not _unwritten:
                twisted_loop.call_soon(twisted_loop.call_soon, _write_all)
            _unwritten.append(self)
        self.frames.append(data)

    def dropConnection(self, abort: bool = False) -> None:  # noqa: N802 - autobahn's name
        """Close the connection, after what was sent before unless it is aborted."""
        if not abort:
            self._write()
        super().dropConnection(abort)

    def _write(self) -> None:
        data, transport = b"".join(self.frames), self.transport
        self.frames.clear()
        if not data:
            return
        if not _is_free(transport):
            transport.write(data)
            return
        sent = transport.writeSomeData(data)
        if not isinstance(sent, int):  # the connection is lost: Twisted finds out and closes it
            transport.write(data)
        elif sent < len(data):
            transport.write(data[sent:])


_unwritten: list[BoundedSocket] = []  # with frames, in the order of their first


def _write_all() -> None:
    """Write what has been sent to all sockets; an error of one must not keep the others waiting."""
    waiting = _unwritten.copy()
    _unwritten.clear()
    for one in waiting:
        try:
            one._write()
        except Exception:
            logger.exception("A frame was not written")
            one.dropConnection(abort=True)


def _is_free(transport: object) -> bool:
    """Return whether this is an open connection without encryption whose buffers are empty."""
    return (
        isinstance(transport, Connection)
        and bool(transport.connected)
        and not (transport.TLS or transport.disconnecting or transport.dataBuffer or transport._tempDataBuffer)
    )


class Flow:
    """Counts what is sent while the connection's buffer is not empty (a push producer of Twisted)."""

    def __init__(self) -> None:
        self.paused = False
        self.unsent = 0

    def is_full(self, size: int) -> bool:
        """Count this number of bytes; return whether too many wait."""
        self.unsent = self.unsent + size if self.paused else 0
        return self.unsent > MOST_UNSENT

    def pauseProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Note that the buffer fills."""
        self.paused = True

    def resumeProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Note that the buffer is empty again."""
        self.paused = False

    def stopProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Do nothing: the connection has ended."""
