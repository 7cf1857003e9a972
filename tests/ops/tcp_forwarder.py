"""A TCP forwarder between the site and a service that can be disconnected and reconnected, like a cable."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Cable:
    """A TCP forwarder to another port; pulled out, it closes all connections and refuses new ones."""

    def __init__(self, target: int) -> None:
        """Create a cable to this local port, plugged in."""
        self.target = target
        self.port = 0
        self.ends: list[socket.socket] = []
        self.flows = threading.Event()
        self.flows.set()
        self.plug_in()

    def plug_in(self) -> None:
        """Listen, always on the same port."""
        self.listening = socket.create_server(("127.0.0.1", self.port))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self._accept, args=(self.listening,), daemon=True).start()

    def pull_out(self) -> None:
        """Close all connections and stop listening."""
        for end in (self.listening, *self.ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.ends = []

    def freeze(self) -> None:
        """Accept connections, and deliver nothing, as a stopped process does; `thaw` ends it."""
        self.flows.clear()

    def thaw(self) -> None:
        """Deliver what has waited, and all that follows."""
        self.flows.set()

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near = listening.accept()[0]
                far = socket.create_connection(("127.0.0.1", self.target))
                self.ends += [near, far]
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=(source, sink), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self.flows.wait()
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextmanager
def cable_to(target: int) -> Iterator[Cable]:
    """Provide a cable to this local port, and pull it out at the end."""
    cable = Cable(target)
    try:
        yield cable
    finally:
        cable.thaw()
        cable.pull_out()
