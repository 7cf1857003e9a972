"""The scheduler pairs waiting players, also while other work is slow."""

from __future__ import annotations

import asyncio
from functools import partial
from threading import Event

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from accounts.online import presence
from games.jobs import scheduler
from games.jobs.hooks import Periodic, periodic_work
from games.lobby.models import Offer
from games.matches.models import Match
from tests.hooks import plugged
from tests.lobby.conftest import offer_by


@pytest.mark.django_db(transaction=True)
async def test_pairing_waits_for_no_other_work(anna: User, bob: User) -> None:
    busy = Event()
    for player in (anna, bob):
        await sync_to_async(offer_by)(player)
        await sync_to_async(presence.touch)(player)
    stop = asyncio.Event()
    with plugged(periodic_work, Periodic(5, partial(busy.wait, 120))):
        running = asyncio.create_task(scheduler.run_scheduler(stop))
        async with asyncio.timeout(60):
            while not await Match.objects.aexists():
                await asyncio.sleep(0.05)
        assert not busy.is_set()
        busy.set()
        stop.set()
        await asyncio.wait_for(running, 60)
    assert await Offer.objects.filter(status=Offer.Status.OPEN).acount() == 0
