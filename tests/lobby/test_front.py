"""The front page's board is live: it shows each move, then the result, then another match or one that is over."""

from __future__ import annotations

import json
import re

import pytest
from asgiref.sync import sync_to_async
from django.db.models import F
from django.test import Client

from accounts.models import User
from games.catalogue import games
from games.lobby.lists import BEGUN, LONG, LOOKED_AT, QUICK
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import play_move, resign
from games.matches.time.control import USUAL_CORRESPONDENCE
from numgames.asgi import application
from tests.html import html_of
from tests.lobby.sockets import Socket, hello, news

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_stack]


def begun(first: User, second: User, plies: int = BEGUN) -> Match:
    """Return a match after some moves."""
    options = games()["digifeud"].options_type()
    match = start_match(
        game_slug="digifeud", options=options, first=first, second=second, time_control=USUAL_CORRESPONDENCE
    )
    for _ply in range(plies):
        match = move_in(match)
    return match


def move_in(match: Match) -> Match:
    """Make the first legal move that is not a pass."""
    game, position = match.game, positions.replay(match).position
    text = next(text for text in map(game.encode, game.legal_moves(position)) if text != "pass")
    return play_move(match.pk, match.player(position.to_move), match.ply + 1, text)


def live_address() -> str:
    """Return the path of the socket that the front page opens."""
    found = re.search(r'id="alive"[^>]*data-live="([^"]+)"', html_of(Client().get("/")))
    assert found
    return found[1]


async def open_front(path: str) -> Socket:
    """Open the socket, and say hello as a page that shows nothing yet."""
    socket = Socket(application, path, [(b"origin", b"http://localhost")])
    await socket.connect()
    await socket.send_to(json.dumps({"shown": {}}))
    assert "Being played now" in (await news(socket))["partials"]
    assert await news(socket) == {}
    return socket


async def healed(front: Socket) -> str:
    """Send a heartbeat, and return what the page lacked."""
    brought: str = (await hello(front))["partials"]
    assert await news(front) == {}
    return brought


async def test_the_board_follows_a_match_to_its_end_and_then_goes_to_another(anna: User, bob: User, carl: User) -> None:
    other = await sync_to_async(begun)(bob, carl)
    match = await sync_to_async(begun)(anna, bob)
    path = await sync_to_async(live_address)()
    assert match.pk in path
    front = await open_front(path)
    match = await sync_to_async(move_in)(match)
    assert f"/{match.pk}/{BEGUN + 1}.svg" in (await news(front))["partials"]
    await sync_to_async(move_in)(other)
    assert await front.receive_nothing()  # another board than the one it shows

    await sync_to_async(resign)(match.pk, anna)
    over = (await news(front))["partials"]
    assert "From a finished match" in over
    assert match.pk in over
    assert await hello(front) == {}
    await sync_to_async(Match.objects.filter(pk=match.pk).update)(finished_at=F("finished_at") - LOOKED_AT)
    assert f'data-live="/ws/live/front/{other.pk}/"' in await healed(front)
    await front.disconnect()


async def test_without_a_match_that_is_played_it_falls_back_to_one_that_is_over(anna: User, bob: User) -> None:
    over = await sync_to_async(begun)(anna, bob, plies=LONG)
    await sync_to_async(Match.objects.update)(finished_at=F("moved_at"), ending=Ending.PLAYED, version=F("version") + 1)
    match = await sync_to_async(begun)(anna, bob)
    front = await open_front(await sync_to_async(live_address)())
    await sync_to_async(Match.objects.filter(pk=match.pk).update)(moved_at=F("moved_at") - QUICK)
    assert f"{over.pk}/moving.svg" in await healed(front)
    await sync_to_async(Match.objects.filter(pk=match.pk).update)(moved_at=F("moved_at") + QUICK)
    assert f'data-live="/ws/live/front/{match.pk}/"' in await healed(front)
    await front.disconnect()
