"""What happens while a stream opens is told by it."""

from __future__ import annotations

import asyncio
import threading

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from accounts.hooks import EventSource, Thing, event_sources
from accounts.models import AccessToken, User
from accounts.online import presence
from accounts.online.events import EventsAudience
from accounts.security import BOT, PLAY, PROFILE, SCOPES
from games.matches.live import audience
from games.matches.play import requests
from games.matches.play.services import find_match
from games.rules import Seat
from tests.api.test_matches import LIVE, begin
from tests.api.test_streams import Client, begun, token
from tests.hooks import plugged
from tests.matches.conftest import play_on
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


async def test_which_programs_see_the_own_tiles_and_keep_their_player_here(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that may play, in each of the streams; a stream of events needs a scope that shows events."""
    touched = list[User]()
    monkeypatch.setattr(presence, "touch_soon", touched.append)
    told = dict[str, tuple[int, bool, object, bool]]()
    for scope in (*SCOPES, "of a bot", "of a bot that plays as a person"):
        is_bot = scope not in SCOPES
        anna.is_bot = is_bot
        await anna.asave()
        match = await sync_to_async(begin)("digifeud", anna, bob, LIVE)
        secret = await sync_to_async(token)(anna, {"of a bot": BOT}.get(scope, PLAY) if is_bot else scope)
        touched.clear()
        events, moves = Client("events", secret), Client(f"matches/{match.pk}", secret)
        status = (await events.begin())[0]
        await events.body()
        await moves.begin()
        you = (await moves.line())["you"]
        is_present = not requests.is_absent(await sync_to_async(find_match)(match.pk), Seat.FIRST)
        told[scope] = status, bool(touched), you, is_present
        for one in (events, moves) if status == 200 else (moves,):
            await one.leave()
        await AccessToken.objects.filter(user=anna).adelete()
    nothing = (False, None, False)
    assert told == {
        **dict.fromkeys((*SCOPES, "of a bot that plays as a person"), (403, *nothing)),
        PROFILE: (200, *nothing),
        **dict.fromkeys((PLAY, "of a bot"), (200, True, "first", True)),
    }


async def test_a_program_that_may_play_keeps_its_player_here_and_gets_no_part_of_a_page(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where another page of the player closes; one that may only read lets the player be away."""
    monkeypatch.setattr(audience, "ABSENCE", 0.01)
    match = await sync_to_async(begin)("digifeud", anna, bob, LIVE)
    for seat in Seat:
        await sync_to_async(requests.arrive)(await sync_to_async(find_match)(match.pk), seat)
    secrets = await sync_to_async(token)(anna, PLAY), await sync_to_async(token)(bob, PROFILE)
    clients = [Client(f"matches/{match.pk}", secret) for secret in secrets]
    for client in clients:
        await client.begin()
        await client.line()
    (shared,) = [one for one in audience.MatchAudience._all.values() if one.key == match.pk]
    assert isinstance(shared, audience.MatchAudience)
    for seat in Seat:
        await sync_to_async(requests.leave)(match.pk, seat)
    async with asyncio.timeout(PATIENCE):
        while shared.looking is None:
            await asyncio.sleep(0.01)
        await shared.looking
    after = await sync_to_async(find_match)(match.pk)
    assert [requests.is_absent(after, seat) for seat in Seat] == [False, True]
    await sync_to_async(play_on)(after, 1)
    for client in clients:
        line = await client.line()
        assert (line["type"], [move["ply"] for move in line["moves"]]) == ("match", [1])
        await client.leave()


async def test_a_match_is_told_in_the_language_that_was_asked_for(anna: User, bob: User) -> None:
    match = await sync_to_async(play_on)(await sync_to_async(begun)(anna, bob), 2)
    told = {}
    for language in ("en", "nl"):
        read = await AsyncClient().get(f"/api/v1/matches/{match.pk}", headers={"Accept-Language": language})
        client = Client(f"matches/{match.pk}", accept_language=language)
        await client.begin()
        line = await client.line()
        await client.leave()
        told[language] = line["last"]["parts"]
        assert line | read.json() == line
    assert told["en"] != told["nl"]
