"""Who counts as one visitor where something is bounded."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from core.clients import request_of, subscriber_of, visitor_of


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


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_a_visitor_is_an_address_or_that_which_the_proxy_names(settings: Settings, kind: str) -> None:
    scope: dict[str, object] = {"type": kind, "path": "/", "headers": [], "client": ("2001:db8:1:2::1", 1)}
    assert visitor_of(request_of(scope)) == "2001:db8:1:2::/64"
    named = {**scope, "headers": [(b"x-forwarded-for", b"192.0.2.9, 192.0.2.8")]}
    assert visitor_of(request_of(named)) == "2001:db8:1:2::/64"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert visitor_of(request_of(named)) == "192.0.2.8"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 3
    assert visitor_of(request_of(named)) is None  # fewer proxies than there should be
