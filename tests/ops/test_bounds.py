"""Bounds of what one visitor can hold: sockets of an address and of an account, and the time a request may take."""

from __future__ import annotations

import socket as network
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.ops.sockets import socket
from tests.serving import Site, running

PATIENCE = 60  # seconds
ENV = {"SOCKETS_PER_ADDRESS": "6", "SOCKETS_PER_ACCOUNT": "2", "REQUEST_TIME": "2", "CONNECTIONS_PER_ADDRESS": "20"}
FULL = 4013


@pytest.fixture(scope="module")
def bounded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site with narrow bounds."""
    with running(tmp_path_factory.mktemp("site"), env=ENV, options=("--no-clock",)) as site:
        yield site


async def is_refused(page: ClientConnection) -> bool:
    """Wait until the page is answered or closed; return whether it was closed as one too many."""
    await page.send("{}")
    try:
        await page.recv()
    except Exception:
        return page.close_code == FULL
    return False


async def test_an_address_has_so_many_sockets_and_gets_one_when_another_closes(bounded: Site) -> None:
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(socket(bounded, "/ws/lobby/")) for _page in range(6)]
        assert not any([await is_refused(page) for page in pages])
        async with socket(bounded, "/ws/lobby/") as one_more:
            await one_more.wait_closed()
            assert one_more.close_code == FULL
        await pages[0].close()
        async with socket(bounded, "/ws/lobby/") as again:
            assert not await is_refused(again)


async def test_an_account_has_so_many_sockets(bounded: Site) -> None:
    with httpx.Client(base_url=bounded.url, timeout=PATIENCE) as browser:
        browser.get("/lobby/")
        browser.post("/accounts/guest/", data={"csrfmiddlewaretoken": browser.cookies["csrftoken"]})
        session = browser.cookies["sessionid"]
    address = f"ws{bounded.url.removeprefix('http')}/ws/lobby/"
    headers = {"Cookie": f"sessionid={session}"}
    async with AsyncExitStack() as stack:
        for _page in range(2):
            page = connect(address, origin=Origin(bounded.url), additional_headers=headers)
            assert not await is_refused(await stack.enter_async_context(page))
        async with connect(address, origin=Origin(bounded.url), additional_headers=headers) as one_more:
            await one_more.wait_closed()
            assert one_more.close_code == FULL
        async with socket(bounded, "/ws/lobby/") as visitor:
            assert not await is_refused(visitor)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /lob",
        b"GET /lobby/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nlogin=",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /lob",
    ],
    ids=["nothing", "first line", "headers", "body", "second request"],
)
def test_a_request_that_does_not_arrive_in_time_is_cut_off(bounded: Site, begun: bytes) -> None:
    with network.create_connection(("127.0.0.1", bounded.port), PATIENCE) as visitor:
        visitor.sendall(begun)
        try:
            while visitor.recv(65536):
                continue
        except ConnectionResetError:
            pass
    assert httpx.get(f"{bounded.url}/healthz", timeout=PATIENCE).status_code == 200


def test_an_address_has_so_many_connections_and_gets_one_when_another_ends(bounded: Site) -> None:
    def answers() -> bool:
        try:
            return httpx.get(f"{bounded.url}/healthz", timeout=PATIENCE).status_code == 200
        except httpx.TransportError:
            return False

    with ExitStack() as stack:
        for _visitor in range(20):
            visitor = stack.enter_context(network.create_connection(("127.0.0.1", bounded.port), PATIENCE))
            visitor.sendall(b"GET /lob")
        assert not answers()
    deadline = time.monotonic() + PATIENCE
    while not answers():
        assert time.monotonic() < deadline
