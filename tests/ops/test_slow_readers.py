"""Who never reads costs a bounded amount of memory, by socket, download or pipelined pages; others are served."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from typing import IO

import httpx
import pytest
from websockets.asyncio.client import connect

from numgames.serving.server import LARGEST_MESSAGE
from tests.serving import HOME

pytestmark = pytest.mark.any_stack  # its server has neither a database nor Redis

FLOOD = 4000  # messages
PARTS = 1000  # of a download, and pipelined pages: 60 MB
LONG = 2 * LARGEST_MESSAGE  # characters: as much as an analysis has, and more than a page may send
AHEAD = 400  # parts, 24 MB: more than the system buffers, less than the pages of the requests that are read at once
QUIET = 50  # requests of others during which nothing more is made
SERVER = """
import asyncio, socket
from collections import Counter
import django
django.setup()
from numgames.serving.server import GracefulServer

answered = Counter()  # by path, parts of the download, and pages

async def answer(path, send):
    parts = %d if path == "/download" else 1
    await send({"type": "http.response.start", "status": 200})
    if path.startswith("/answered"):
        await send({"type": "http.response.body", "body": str(answered[path.removeprefix("/answered")]).encode()})
        return
    for part in range(parts):
        answered[path] += 1
        await send({"type": "http.response.body", "body": b"z" * 60_000, "more_body": part + 1 < parts})
        await asyncio.sleep(0)

async def application(scope, receive, send):
    await receive()
    if scope["type"] == "http":
        await answer(scope["path"], send)
        return
    await send({"type": "websocket.accept"})
    if scope["path"] == "/flood":
        gone = asyncio.ensure_future(receive())
        for sent in range(%d):
            await send({"type": "websocket.send", "text": "x" * 60_000})
            await asyncio.sleep(0)
            if gone.done():
                break
        print("sent", sent, flush=True)
        print("gone", (await gone)["code"], flush=True)
    else:
        while (await receive())["type"] == "websocket.receive":  # the reader asks for each message
            await send({"type": "websocket.send", "text": "y" * %d})

listening = socket.create_server(("127.0.0.1", 0))
port = listening.getsockname()[1]

async def work(stopping):
    print(port, flush=True)
    await stopping.wait()

GracefulServer(application, listening, largest_body=0).serve(work)
"""


@pytest.fixture(scope="module")
def serving() -> Iterator[tuple[str, IO[str]]]:
    """Yield the address of the server, and what it prints."""
    command = [sys.executable, "-c", SERVER % (PARTS, FLOOD, LONG)]
    server = subprocess.Popen(command, cwd=HOME, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert server.stdout
    try:
        yield f"127.0.0.1:{server.stdout.readline().strip()}", server.stdout
    finally:
        server.terminate()
        _out, errors = server.communicate(timeout=60)
    assert "Traceback" not in errors


async def test_a_page_is_told_more_than_it_may_say(serving: tuple[str, IO[str]]) -> None:
    async with connect(f"ws://{serving[0]}/reader") as page:
        await page.send("one more")
        assert len(await page.recv()) == LONG


@pytest.mark.thorough
async def test_who_never_reads_is_dropped_and_others_get_theirs(serving: tuple[str, IO[str]]) -> None:
    address, printed = serving
    url = f"ws://{address}"
    async with connect(f"{url}/flood", max_queue=1, close_timeout=0.1), connect(f"{url}/reader") as reader:
        for _message in range(100):
            await reader.send("one more")
            assert len(await reader.recv()) == LONG
        sent = await asyncio.to_thread(printed.readline)
        gone = await asyncio.to_thread(printed.readline)
    assert int(sent.split()[1]) < FLOOD - 1
    assert gone == "gone 1006\n"


@pytest.mark.parametrize(("path", "requests"), [("/download", 1), ("/page", PARTS)], ids=["download", "pipelined"])
async def test_what_is_not_read_is_not_made_ahead(serving: tuple[str, IO[str]], path: str, requests: int) -> None:
    address, _printed = serving
    host, _colon, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=1)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * requests)
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as other:
        made = [0] * QUIET
        while made[-1] == 0 or made[-QUIET] < made[-1] < PARTS:
            made.append(int((await other.get(f"/answered{path}")).text))
    assert made[-1] < AHEAD
    read = 0
    while read < 60_000 * PARTS:
        read += len(await reader.read(1_000_000))
    writer.transport.abort()
