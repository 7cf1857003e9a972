"""Bounds of what one visitor can hold: sockets of an address and of an account."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.ops.sockets import socket
from tests.serving import Site, running

PATIENCE = 60  # seconds
ENV = {"SOCKETS_PER_ADDRESS": "6", "SOCKETS_PER_ACCOUNT": "2"}
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
