"""When the open pages of the lobby are drawn again, and how often it is told who came."""

from __future__ import annotations

import asyncio

import pytest
from django.core.cache import caches

from games.lobby import consumers, notices
from games.lobby.consumers import LobbyAudience, LobbyConsumer
from tests.conftest import Published


@pytest.fixture
def audience() -> LobbyAudience:
    return LobbyAudience(notices.LOBBY)


async def test_a_round_is_due_for_who_asks_and_for_all_when_the_gap_is_over(
    audience: LobbyAudience, transactional_db: None
) -> None:
    page = LobbyConsumer()
    audience.pages.add(page)
    assert not await audience._due()
    audience.changed = True
    assert await audience._due()
    now = asyncio.get_running_loop().time()
    await audience._read(set(), renewed=set(), everybody=True, now=now)
    assert not await audience._due()
    audience.changed = True
    assert not await audience._due()
    assert audience.waking
    audience.end()
    for pages in (audience.asking, audience.concerned):
        pages.add(page)
        assert await audience._due()
        pages.clear()
    assert not await audience._due()


async def test_players_who_come_together_are_told_of_once(
    audience: LobbyAudience, monkeypatch: pytest.MonkeyPatch, published: list[Published]
) -> None:
    monkeypatch.setattr(consumers, "ARRIVALS", 0.02)
    await caches["pages"].aadd("lobby.arrivals", True, 0.02)
    await asyncio.gather(*(audience._announce_arrivals() for _player in range(3)))
    assert [one.topics for one in published] == [(notices.LOBBY,)]
    assert not audience.announcing
