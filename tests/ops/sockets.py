"""Websockets of the site, as a browser opens them."""

from __future__ import annotations

from websockets.asyncio.client import connect

from tests.serving import Site


def socket(site: Site, path: str, *, origin: str = "") -> connect:
    """Return a connection to await or enter; its default origin is the site itself."""
    return connect(f"ws{site.url.removeprefix('http')}{path}", origin=origin or site.url)  # type: ignore[arg-type]  # Origin is a NewType of str
