"""Who counts as one address when open sockets and connections are bounded."""

from __future__ import annotations

import asyncio

import pytest
from pytest_django import Settings

from core.clients import subscriber_of
from core.live.page_socket import TRY_AGAIN, Event, Scope
from numgames.serving.asgi_types import Receive, Send
from numgames.serving.socket_limits import BoundedSockets, address_of


@pytest.mark.parametrize(
    ("address", "subscriber"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_a_subscriber_has_a_whole_address_of_ipv4_and_a_network_of_ipv6(address: str, subscriber: str) -> None:
    assert subscriber_of(address) == subscriber


@pytest.mark.parametrize("proxies", [0, 1])
async def test_anna_gets_no_more_sockets_by_other_addresses_of_her_network(settings: Settings, proxies: int) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    closing = asyncio.Event()

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        await closing.wait()

    bounded = BoundedSockets(page, address_of, most=2)

    async def opened(address: str) -> list[Event]:
        sent: list[Event] = []

        async def receive() -> Event:
            return {"type": "websocket.connect"}

        async def send(event: Event) -> None:
            sent.append(event)

        headers = [(b"x-forwarded-for", address.encode())] if proxies else []
        scope = {"type": "websocket", "client": ("192.0.2.1" if proxies else address, 1), "headers": headers}
        await bounded(scope, receive, send)
        return sent

    annas = [asyncio.create_task(opened(f"2001:db8:1:2::{number}")) for number in range(2)]
    await asyncio.sleep(0)
    assert (await opened("2001:db8:1:2:aaaa::"))[-1] == {"type": "websocket.close", "code": TRY_AGAIN}
    bobs = asyncio.create_task(opened("2001:db8:1:3::1"))
    await asyncio.sleep(0)
    closing.set()
    assert await asyncio.gather(*annas, bobs) == [[], [], []]
    assert not bounded.open
