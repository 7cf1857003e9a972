"""The address of the site in links, and how the socket of a page that cannot be drawn is closed."""

from __future__ import annotations

from unittest.mock import AsyncMock

import pytest
from django.db import OperationalError
from pytest_django import Settings

from core.live.page_socket import FAILED, NOTHING_HERE, TRY_AGAIN
from games.lobby.consumers import LobbyConsumer, site_of
from games.lobby.errors import NoSuchOffer


def test_links_have_the_configured_address_or_that_of_the_page(settings: Settings) -> None:
    scope = {"headers": [(b"host", b"else.example"), (b"origin", b"https://numgames.example")]}
    settings.SITE_URL = ""
    assert (site_of(scope), site_of({"headers": []})) == ("https://numgames.example", "")
    settings.SITE_URL = "https://play.example"
    assert site_of(scope) == site_of({"headers": []}) == "https://play.example"


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("fault", "code"),
    [(NoSuchOffer(), NOTHING_HERE), (OperationalError("closed"), TRY_AGAIN), (ValueError("wrong"), FAILED)],
)
async def test_a_page_tries_again_only_after_an_outage(
    fault: Exception, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket, close = LobbyConsumer(), AsyncMock()
    monkeypatch.setattr(socket, "close", close)
    await socket.fail(fault)
    close.assert_awaited_once_with(code)
