"""Lost sockets: the application of a socket that closed without an event is disconnected."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.serving import Site

pytestmark = pytest.mark.any_stack  # its server has neither a database nor Redis

LOST = """
import socket
import time
from queue import SimpleQueue
import django
django.setup()
from numgames.serving.server import BoundedSocket, GracefulServer

server = GracefulServer(None, socket.socket(), largest_body=0)
sockets = {}
for name, state in {"lost": BoundedSocket.STATE_CLOSED, "open": BoundedSocket.STATE_OPEN}.items():
    protocol = sockets[name] = BoundedSocket()
    protocol.state, protocol.server, protocol.client_addr = state, server, None
    protocol.application_queue = SimpleQueue()
    protocol.socket_opened = protocol.last_ping = time.time()
    protocol.request = type("Request", (), {"path": "/"})
server.connections = {protocol: {"connected": 1.0} for protocol in sockets.values()}
for _look in range(2):
    server.timeout_checker()
print(sockets["lost"].application_queue.get_nowait(), sockets["lost"].application_queue.empty())
print("disconnected" in server.connections[sockets["lost"]], sockets["open"].application_queue.empty())
"""


def test_the_application_of_a_lost_socket_is_told_once_and_no_other(tmp_path: Path) -> None:
    printed = Site(tmp_path).manage("shell", "-v0", "-c", LOST)
    assert printed.splitlines() == ["{'type': 'websocket.disconnect', 'code': 1006} True", "True True"]
