"""Live messages: on the open pages of the right people at once, and again after a lost connection."""

from __future__ import annotations

import json
import re

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.matches.models import Match
from games.matches.play.services import resign
from games.social.following import mute
from games.social.services import say, switch
from tests.jobs.running import run_jobs
from tests.social.conftest import SECRET, Connect, beside, hello

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio, pytest.mark.any_stack]


async def test_bob_hears_anna_and_carl_does_not(
    match: Match, anna: User, bob: User, carl: User, connect: Connect
) -> None:
    pages = {viewer: await connect(match.pk, viewer) for viewer in (anna, bob, carl)}
    visitor = await connect(match.pk, None)
    for page in pages.values():
        await hello(page)
        assert "Nothing said yet" in await beside(page)
    await hello(visitor)
    await sync_to_async(say)(match, anna, text=SECRET)
    for viewer in (anna, bob):
        assert SECRET in await beside(pages[viewer])
    assert await pages[carl].receive_nothing()
    assert await visitor.receive_nothing()


async def test_those_who_watch_hear_each_other_and_the_players_nothing(
    match: Match, anna: User, carl: User, connect: Connect
) -> None:
    player, watcher = await connect(match.pk, anna), await connect(match.pk, carl)
    for page in (player, watcher):
        await hello(page)
        await beside(page)
    await sync_to_async(say)(match, carl, text=SECRET)
    assert SECRET in await beside(watcher)
    assert await player.receive_nothing()


async def test_the_end_opens_the_watchers_chat_to_the_players(
    match: Match, anna: User, carl: User, connect: Connect
) -> None:
    await sync_to_async(say)(match, carl, text=SECRET)
    page = await connect(match.pk, anna)
    await hello(page)
    assert SECRET not in await beside(page)
    await sync_to_async(resign)(match.pk, anna)
    await sync_to_async(run_jobs)()
    came = [json.loads(await page.receive_from()) for _message in range(2)]  # the match, and the partials beside it
    assert [SECRET in message.get("partials", "") for message in sorted(came, key=len)] == [True, False]


async def test_what_was_missed_comes_with_the_next_hello_and_only_once(
    match: Match, anna: User, bob: User, connect: Connect
) -> None:
    await sync_to_async(say)(match, anna, text=SECRET)
    page = await connect(match.pk, bob)
    await hello(page)
    came = await beside(page)
    assert SECRET in came
    again = await connect(match.pk, bob)
    await hello(again, **dict(re.findall(r'id="(\w+)"\s+data-inputs="(\w+)"', came)))
    for shown in (page, again):
        await shown.send_to(json.dumps({"version": 0, "ply": 0}))
        assert json.loads(await shown.receive_from()) == {"version": 0}
        assert await shown.receive_nothing()


async def test_a_page_without_a_chat_gets_none(match: Match, anna: User, connect: Connect) -> None:
    page = await connect(match.pk, None)
    await hello(page)
    await sync_to_async(say)(match, anna, text=SECRET)
    assert await page.receive_nothing()


async def test_muted_words_do_not_come_by_the_socket(match: Match, anna: User, bob: User, connect: Connect) -> None:
    page = await connect(match.pk, bob)
    await hello(page)
    await beside(page)
    await sync_to_async(mute)(bob, anna)
    await sync_to_async(say)(match, anna, text=SECRET)
    piece = await beside(page)
    assert SECRET not in piece
    assert "1 message from a player" in piece


async def test_who_switches_off_hears_nothing_more(match: Match, bob: User, carl: User, connect: Connect) -> None:
    page = await connect(match.pk, carl)
    await hello(page)
    await beside(page)
    await sync_to_async(switch)(carl, False)
    await sync_to_async(say)(match, await sync_to_async(User.objects.create_user)("dora"), text=SECRET)
    assert SECRET not in await beside(page)


async def test_strange_versions_are_those_of_no_partial(match: Match, anna: User, connect: Connect) -> None:
    for shown in ("x", [1], {"chat_messages": 7, "x": "y"}):
        page = await connect(match.pk, anna)
        await page.send_to(json.dumps({"version": 0, "ply": 0, "shown": shown}))
        assert json.loads(await page.receive_from()) == {"version": 0}
        assert "Nothing said yet" in await beside(page)
