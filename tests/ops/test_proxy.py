"""What the proxy of deploy/nginx.conf does for the site: slow visitors, floods, large bodies, reloads, streams."""

from __future__ import annotations

import asyncio
import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack
from socket import create_connection
from typing import NamedTuple

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.api.test_served_streams import TOKENS
from tests.ops.nginx import changed, nginx, reload
from tests.ops.pairs import make_pairs, shell
from tests.services import free_port
from tests.serving import HOME, Site, running

PATIENCE = 60  # seconds
MOST, BURST = 12, 8
ANNA, BOB = "203.0.113.7", "203.0.113.8"
ENV = {"BEHIND_PROXY": "1", "TRUSTED_PROXIES": "1", "SOCKETS_PER_ADDRESS": "1000"}


class Proxy(NamedTuple):
    """The running nginx, its address, and the site behind it."""

    server: subprocess.Popen[bytes]
    port: int
    site: Site

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def socket(self, address: str) -> connect:
        """Open the socket of a page of the lobby, from this address."""
        headers = {"X-Forwarded-For": address}
        url = f"ws://localhost:{self.port}/ws/lobby/"
        return connect(url, origin=Origin(self.url), additional_headers=headers, open_timeout=PATIENCE)

    def get(self, path: str, address: str) -> httpx.Response:
        """Request a page from this address."""
        return httpx.get(f"{self.url}{path}", headers={"X-Forwarded-For": address}, timeout=PATIENCE)


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """Return the proxy, with smaller numbers, before a site."""
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    with running(tmp_path_factory.mktemp("site"), env=ENV, options=("--no-clock",)) as site, ExitStack() as stack:
        changes = {f"server {name}:8000": f"server 127.0.0.1:{site.port}" for name in ("web1", "web2")}
        changes |= {
            "listen 8080;": f"listen 127.0.0.1:{port};",
            "connections 1200;": f"connections {MOST};",
            "rate=10r/s": "rate=1r/m",
            "burst=200": f"burst={BURST}",
            "client_header_timeout 15s": "client_header_timeout 1s",
            "client_body_timeout 15s": "client_body_timeout 1s",
        }
        configuration = changed((HOME / "deploy" / "nginx.conf").read_text(), changes)
        proxy = Proxy(stack.enter_context(nginx(folder, configuration)), port, site)
        with httpx.Client(transport=httpx.HTTPTransport(retries=8)) as client:
            assert client.get(f"{proxy.url}/healthz").status_code == 200
        yield proxy


@pytest.mark.parametrize(
    "begun",
    [
        b"GET /lob",
        b"GET /lobby/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nlogin=",
    ],
    ids=["first line", "headers", "body"],
)
def test_a_request_that_does_not_arrive_is_cut_off(proxy: Proxy, begun: bytes) -> None:
    with create_connection(("127.0.0.1", proxy.port), PATIENCE) as visitor:
        visitor.sendall(begun)
        answered = b""
        try:
            while received := visitor.recv(65536):
                answered += received
        except ConnectionResetError:
            pass
    assert b" 200 " not in answered
    assert proxy.get("/healthz", BOB).status_code == 200


def test_a_byte_now_and_then_does_not_keep_a_request_open(proxy: Proxy) -> None:
    with create_connection(("127.0.0.1", proxy.port), PATIENCE) as visitor:
        visitor.settimeout(0.2)
        until = time.monotonic() + PATIENCE
        is_open = True
        while is_open:
            assert time.monotonic() < until
            try:
                visitor.sendall(b"G")
                is_open = bool(visitor.recv(1))
            except TimeoutError:
                continue
            except ConnectionError:
                is_open = False


def test_a_body_beyond_the_limit_is_refused_unread(proxy: Proxy) -> None:
    head = (
        b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\nExpect: 100-continue\r\n\r\n"
    )
    with create_connection(("127.0.0.1", proxy.port), PATIENCE) as visitor:
        visitor.sendall(head)
        assert visitor.recv(4096).startswith(b"HTTP/1.1 413 ")


async def is_answered(page: ClientConnection) -> bool:
    await page.send("{}")
    return bool(await page.recv())


@pytest.mark.parametrize(
    ("annas", "bob"),
    [
        (ANNA, BOB),
        ("2001:db8:1:2:{:x}::1", "2001:db8:1:3::1"),
        ("2001:db8:7::{:x}", "2001:db8:8::1"),
        ("fd00::{:x}:2:3:4", "fd00:1::1"),
    ],
    ids=["address", "network", "shortened", "short"],
)
async def test_who_floods_with_handshakes_is_refused_and_others_get_their_sockets(
    proxy: Proxy, annas: str, bob: str
) -> None:
    async def opened(address: str) -> int:
        try:
            async with proxy.socket(address):
                return 101
        except InvalidStatus as refusal:
            return refusal.response.status_code

    addresses = [annas.format(number) for number in range(1, 4 * BURST + 1)]
    statuses = await asyncio.gather(*map(opened, addresses))
    assert set(statuses) == {101, 429}
    assert statuses.count(101) == BURST + 1
    async with proxy.socket(bob) as page:
        assert await is_answered(page)
    assert (await asyncio.to_thread(proxy.get, "/lobby/", addresses[-1])).status_code == 200  # pages are no handshakes


async def test_one_address_has_so_many_connections_and_others_theirs(proxy: Proxy) -> None:
    addresses = ("198.51.100.1, 203.0.113.9", "203.0.113.9")  # what a visitor writes before the proxy's does not count
    async with AsyncExitStack() as stack:
        for number in range(BURST):
            await stack.enter_async_context(proxy.socket(addresses[number % 2]))
        slow = [create_connection(("127.0.0.1", proxy.port), PATIENCE) for _request in range(MOST - BURST)]
        for request in slow:
            stack.callback(request.close)
            head = "POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.9\r\n"
            request.sendall(f"{head}Content-Length: 9\r\n\r\n".encode())
        async with asyncio.timeout(PATIENCE):
            while (await asyncio.to_thread(proxy.get, "/ratings/", addresses[0])).status_code != 429:
                await asyncio.sleep(0)
        assert (await asyncio.to_thread(proxy.get, "/ratings/", BOB)).status_code == 200


async def test_a_reload_ends_no_socket_and_refuses_no_one(proxy: Proxy) -> None:
    address = "203.0.113.10"
    async with proxy.socket(address) as page:
        assert await is_answered(page)
        reload(proxy.server)
        assert {(await asyncio.to_thread(proxy.get, "/lobby/", address)).status_code for _visit in range(20)} == {200}
        assert await is_answered(page)
        async with proxy.socket(address) as another:
            assert await is_answered(another)


async def test_the_lines_of_a_stream_come_at_once_and_it_is_resumed(proxy: Proxy) -> None:
    [pair], secrets = make_pairs(proxy.site, 1), shell(proxy.site, TOKENS)
    path, from_here = f"/api/v1/stream/matches/{pair.match}", {"X-Forwarded-For": "203.0.113.11"}
    async with httpx.AsyncClient(base_url=proxy.url, headers=from_here, timeout=PATIENCE) as client:

        async def play() -> None:
            text, headers = pair.next_move(), {"Authorization": f"Bearer {secrets[pair.mover]}"}
            sent = {"ply": pair.ply + 1, "move": text}
            answer = await client.post(f"/api/v1/matches/{pair.match}/moves", json=sent, headers=headers)
            assert answer.status_code == 200, answer.text
            pair.keep(text)

        # Short lines, which fill no buffer of nginx.
        bob = {"Authorization": f"Bearer {secrets[1]}"}
        async with client.stream("GET", "/api/v1/stream/events", headers=bob) as answer:
            lines = answer.aiter_lines()
            assert json.loads(await anext(lines))["type"] == "state"
            await play()
            while (line := json.loads(await anext(lines)))["type"] == "ping":
                pass
            assert (line["type"], line["match"]["ply"]) == ("match.turn", 1)
        async with client.stream("GET", path) as answer:
            seq = json.loads(await anext(answer.aiter_lines()))["seq"]
        await play()
        async with client.stream("GET", path, params={"after": seq}) as answer:
            line = json.loads(await anext(answer.aiter_lines()))
        assert [move["ply"] for move in line["moves"]] == [1, 2]
