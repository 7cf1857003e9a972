"""How many messages a page may send: so many in a while, for as long as it stays open."""

from __future__ import annotations

import asyncio

import pytest

from core.live.page_socket import MOST_MESSAGES, WINDOW, PageSocket


async def test_a_page_that_stays_open_may_always_say_a_little() -> None:
    page, now = PageSocket.__new__(PageSocket), asyncio.get_running_loop().time()
    page.window_began, page.heard = now - WINDOW - 1, MOST_MESSAGES
    for _message in range(MOST_MESSAGES):
        page._count()
    with pytest.raises(ValueError, match="too often"):
        page._count()
