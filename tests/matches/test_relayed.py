"""A move that another process has committed: its pages here are told of it, and read the row."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from accounts.models import User
from core.live import fanout
from games.matches.models import Match
from games.matches.play import positions
from tests.matches.test_audience import next_move
from tests.matches.test_socket import Connect, hello
from tests.matches.test_socket import connect as connect


def from_another_process(topics: Iterable[str], event: fanout.Event, *, here: object = None) -> None:
    """Deliver an event as Redis does: as JSON, and to a process that has not made the move."""
    positions.clear()
    positions.clear_matches()
    fanout._deliver([(list(topics), json.loads(json.dumps(event)))])


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_a_page_here_is_told_of_a_move_of_another_process(
    match: Match, anna: User, bob: User, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await connect(match.pk, bob)
    await hello(page)
    with monkeypatch.context() as patch:
        patch.setattr("games.matches.play.updates.fanout.publish", from_another_process)
        await next_move(match, anna)
        message = json.loads(await page.receive_from())
    assert (message["version"], message["data"]["ply"], message["data"]["turn"]) == (1, 1, "mine")
