"""A browser that never reads is disconnected at a bound of memory; others get what they are sent."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest
from websockets.asyncio.client import connect

from tests.serving import HOME

pytestmark = pytest.mark.any_stack  # its server has neither a database nor Redis

FLOOD = 4000  # messages
SERVER = """
import asyncio, socket
import django
django.setup()
from autobahn.exception import Disconnected
from numgames.serving.server import GracefulServer

async def application(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})
    if scope["path"] == "/flood":
        gone = asyncio.ensure_future(receive())
        for sent in range(%d):
            try:
                await send({"type": "websocket.send", "text": "x" * 60_000})
            except Disconnected:
                break
            await asyncio.sleep(0)
        print("sent", sent, flush=True)
        print("gone", (await gone)["code"], flush=True)
    else:
        while (await receive())["type"] == "websocket.receive":  # the reader asks for each message
            await send({"type": "websocket.send", "text": "y" * 60_000})

listening = socket.create_server(("127.0.0.1", 0))
port = listening.getsockname()[1]

async def work(stopping):
    print(port, flush=True)
    await stopping.wait()

GracefulServer(application, listening, largest_body=0).serve(work)
"""


async def test_who_never_reads_is_dropped_and_others_get_theirs() -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER % FLOOD], cwd=HOME, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert server.stdout
    try:
        url = f"ws://127.0.0.1:{server.stdout.readline().strip()}"
        async with connect(f"{url}/flood", max_queue=1, close_timeout=0.1), connect(f"{url}/reader") as reader:
            for _message in range(100):
                await reader.send("one more")
                assert len(await reader.recv()) == 60_000
            sent = await asyncio.to_thread(server.stdout.readline)
            gone = await asyncio.to_thread(server.stdout.readline)
    finally:
        server.terminate()
        _out, errors = server.communicate(timeout=60)
    assert int(sent.split()[1]) < FLOOD - 1
    assert gone == "gone 1006\n"
    assert "Traceback" not in errors
