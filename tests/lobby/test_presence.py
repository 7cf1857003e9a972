"""Who has the lobby open is here; who closed the last page is away after a grace."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from accounts.models import User
from accounts.online import presence
from core import clock
from core.live.page_socket import RESTARTING, SESSION_ENDED
from games.lobby.pairing import play_now
from games.matches.models import Match
from numgames.asgi import application
from tests.lobby.conftest import live_by
from tests.lobby.sockets import BACKEND, Connect, Socket, cookie_of, hello

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

make_live = database_sync_to_async(live_by)
press_play_now = database_sync_to_async(play_now)
leave = database_sync_to_async(presence.leave)


async def is_here(user: User, *, after: timedelta = timedelta()) -> bool:
    here = presence.connected(now=clock.now() + after)
    return await User.objects.filter(here, pk=user.pk).aexists()


async def is_away(user: User, *, after: timedelta = timedelta()) -> None:
    """Wait until the player is recorded as away by then: those who leave together are recorded together."""
    while await is_here(user, after=after):
        await asyncio.sleep(0.01)


async def test_who_closes_the_page_is_gone_after_a_grace_unless_another_page_opens(
    anna: User, connect: Connect
) -> None:
    first = await connect(anna)
    await hello(first)
    assert await is_here(anna, after=presence.GRACE)
    await first.disconnect()
    assert await is_here(anna)
    await is_away(anna, after=presence.GRACE)
    await hello(await connect(anna))
    assert await is_here(anna, after=presence.GRACE)


async def test_who_reloads_the_page_is_not_recorded_as_away(
    anna: User, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await connect(anna)
    await hello(first)
    left: list[Collection[int]] = []
    monkeypatch.setattr(presence, "_leave", lambda keys, gone_at: left.append(keys))
    second = Socket(application, "/ws/lobby/", first.scope["headers"])  # of the same browser
    await first.disconnect()
    await second.connect()
    await asyncio.sleep(presence.SOON * 2)
    assert left == []
    await second.disconnect()
    while not left:
        await asyncio.sleep(0.01)
    assert [set(keys) for keys in left] == [{anna.pk}]


async def test_bob_who_reloads_the_lobby_meets_who_presses_before_his_new_page_is_open(
    bob: User, carl: User, connect: Connect
) -> None:
    page = await connect(bob)
    await hello(page)
    offer = await make_live(bob)
    await page.disconnect()
    match = await press_play_now(carl)
    assert isinstance(match, Match)
    assert match.seat_of(bob)
    assert (await hello(await connect(bob, f"?waiting={offer.pk}")))["data"]["go"] == f"/matches/{match.pk}/"


async def test_a_page_in_another_process_keeps_its_player_here(anna: User, connect: Connect) -> None:
    page = await connect(anna)
    await hello(page)
    await leave(anna)  # as the other process does when its last page closes
    while not await is_here(anna, after=presence.GRACE):
        await asyncio.sleep(0.01)


async def test_who_signs_out_is_gone_at_once(anna: User, connect: Connect) -> None:
    browser = Client()
    await database_sync_to_async(browser.force_login)(anna, BACKEND)
    page = Socket(application, "/ws/lobby/", [(b"origin", b"http://localhost"), cookie_of(browser)])
    await page.connect()
    await hello(page)
    assert await is_here(anna)
    await database_sync_to_async(browser.post)("/accounts/logout/")
    assert (await page.receive_output())["code"] == SESSION_ENDED
    await page.disconnect(code=SESSION_ENDED)
    assert not await is_here(anna)


async def test_who_signs_out_of_one_browser_is_here_in_the_other(anna: User, connect: Connect) -> None:
    await hello(await connect(anna))
    browser = Client()
    await database_sync_to_async(browser.force_login)(anna, BACKEND)
    await database_sync_to_async(browser.post)("/accounts/logout/")
    while not await is_here(anna, after=presence.GRACE):
        await asyncio.sleep(0.01)


async def test_who_goes_from_page_to_page_stays_here_though_the_old_one_closes_last(
    anna: User, connect: Connect
) -> None:
    before = await connect(anna)
    await hello(before)
    after = await connect(anna)
    await hello(after)
    await before.disconnect()
    assert await is_here(anna, after=presence.GRACE)
    await after.disconnect()
    await is_away(anna, after=presence.GRACE)


async def test_a_server_that_restarts_sends_no_one_away(anna: User, connect: Connect) -> None:
    socket = await connect(anna)
    await hello(socket)
    await socket.disconnect(code=RESTARTING)
    assert await is_here(anna, after=presence.GRACE)
