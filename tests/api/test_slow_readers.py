"""A program that never reads its stream is cut off at a bound of memory; others get all that they are sent."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from numgames.serving.server import MOST_UNREAD
from tests.serving import HOME

pytestmark = pytest.mark.any_stack  # its server has neither a database nor Redis

LINES, LINE = 4000, 10_000  # sent to who never reads, and the bytes of one
SERVER = """
import asyncio, socket
import django
django.setup()
from core.live.streams import HEADERS, Stream
from numgames.serving.server import GracefulServer

class Flood(Stream):
    async def opened(self):
        self.begin()
        in_all = %d if self.fast else 300
        for number in range(in_all):
            self.post("x" * %d)
            await asyncio.sleep(0 if self.fast else 0.001)
            if self.gone():
                break
        print("sent" if self.fast else "read", number, flush=True)

async def application(scope, receive, send):
    stream = Flood(send)
    stream.fast = scope["path"] == "/flood"
    leaving = asyncio.ensure_future(receive_all(receive))
    stream.gone = leaving.done
    await stream.opened()
    if not stream.fast:
        stream.bye("finished")

async def receive_all(receive):
    while (await receive())["type"] != "http.disconnect":
        pass

listening = socket.create_server(("127.0.0.1", 0))
port = listening.getsockname()[1]

async def work(stopping):
    print(port, flush=True)
    await stopping.wait()

GracefulServer(application, listening, largest_body=0).serve(work)
"""


async def test_who_never_reads_is_cut_off_and_others_get_theirs() -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER % (LINES, LINE)],
        cwd=HOME,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert server.stdout
    try:
        port = int(server.stdout.readline())
        _unread, slow = await asyncio.open_connection("127.0.0.1", port, limit=1)
        slow.write(b"GET /flood HTTP/1.1\r\nHost: localhost\r\n\r\n")
        reading, reader = await asyncio.open_connection("127.0.0.1", port)
        reader.write(b"GET /reader HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = await reading.read()
        said = {}
        for _line in range(2):
            word, number = (await asyncio.to_thread(server.stdout.readline)).split()
            said[word] = int(number)
        for writer in (slow, reader):
            writer.close()
    finally:
        server.terminate()
        _out, errors = server.communicate(timeout=60)
    assert answer.count(b"x" * LINE) == 300
    assert b'"reason":"finished"' in answer
    assert said["sent"] < LINES - 1
    assert MOST_UNREAD < 1024 * 1024
    assert "Traceback" not in errors
