"""What happens while a stream opens is told by it."""

from __future__ import annotations

import asyncio
import threading

import pytest
from asgiref.sync import sync_to_async

from accounts.hooks import EventSource, Thing, event_sources
from accounts.models import User
from accounts.online.events import EventsAudience
from tests.api.test_streams import Client, begun, token
from tests.hooks import plugged
from tests.sockets import PATIENCE

pytestmark = [pytest.mark.any_stack, pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def test_a_match_that_begins_while_my_events_open_is_in_their_state(anna: User, bob: User) -> None:
    meeting = threading.Barrier(2, timeout=PATIENCE)

    def wait(*_asked: object) -> list[Thing]:
        meeting.wait()  # the matches are read by now
        meeting.wait()
        return []

    client = Client("events", await sync_to_async(token)(bob))
    with plugged(event_sources, EventSource("slow", "slow", "slow", {}, wait)):
        opening = asyncio.create_task(client.begin())
        await asyncio.to_thread(meeting.wait)
        match = await sync_to_async(begun)(bob, anna)
        (audience,) = [one for one in EventsAudience._all.values() if isinstance(one, EventsAudience)]
        async with asyncio.timeout(PATIENCE):
            while not audience.things:  # its event has come
                await asyncio.sleep(0.01)
        await asyncio.gather(opening, asyncio.to_thread(meeting.wait))
        assert [one["match"] for one in (await client.line())["matches"]] == [match.pk]
        await client.leave()
