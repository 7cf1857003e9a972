"""A cable between the site and a service, to be pulled out and put in again: a TCP forwarder on a port of its own."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Cable:
    """Forwards connections to another port while it is in; pulled out, it ends them all and refuses new ones."""

    def __init__(self, target: int) -> None:
        """A cable to this port of this machine, in."""
        self.target = target
        self.port = 0
        self.ends: list[socket.socket] = []
        self.plug_in()

    def plug_in(self) -> None:
        """Listens, always on the same port."""
        self.listening = socket.create_server(("127.0.0.1", self.port))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self._accept, args=(self.listening,), daemon=True).start()

    def pull_out(self) -> None:
        """Ends all connections and listens no more."""
        for end in (self.listening, *self.ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.ends = []

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near = listening.accept()[0]
                far = socket.create_connection(("127.0.0.1", self.target))
                self.ends += [near, far]
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=_pump, args=(source, sink), daemon=True).start()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextmanager
def cable_to(target: int) -> Iterator[Cable]:
    """A cable that is out at the end."""
    cable = Cable(target)
    try:
        yield cable
    finally:
        cable.pull_out()
