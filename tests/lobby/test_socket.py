"""The socket of the lobby: sends each viewer changes and the URL of a match that began; ignores garbage."""

from __future__ import annotations

import json
import re

import pytest
from channels.db import database_sync_to_async
from django.core.cache import caches
from django.db import OperationalError
from django.test import Client

from accounts.hooks import JsonObject
from accounts.models import User
from accounts.online import presence
from accounts.sessions import end_sessions_of
from core.live.audience import Audience
from games.lobby import consumers, services
from games.lobby.consumers import LobbyAudience
from games.lobby.models import Offer
from games.lobby.pairing import play_correspondence, play_now
from numgames.asgi import application
from tests.html import html_of
from tests.lobby.conftest import challenge_to, link_by, live_by, offer_by
from tests.lobby.sockets import BACKEND, Connect, Socket, cookie_of, hello, news

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio, pytest.mark.any_stack]


make = database_sync_to_async(offer_by)
make_live = database_sync_to_async(live_by)
challenge = database_sync_to_async(challenge_to)
make_link = database_sync_to_async(link_by)
accept = database_sync_to_async(services.accept_offer)
withdraw = database_sync_to_async(services.withdraw_offer)
decline = database_sync_to_async(services.decline_offer)
press_play = database_sync_to_async(play_correspondence)
press_play_now = database_sync_to_async(play_now)


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable the throttling of pushes."""
    monkeypatch.setattr(consumers, "GAP", 0)


async def news_of(socket: Socket, wanted: str) -> JsonObject:
    """Return the first message that contains these words."""
    while wanted not in json.dumps(message := await news(socket), ensure_ascii=False):
        pass
    return message


async def settled(socket: Socket) -> None:
    """Say hello until nothing is new: arrivals are announced to all, including the player."""
    await hello(socket)
    while not await socket.receive_nothing(0.05, 0.01):
        await news(socket)


async def test_bob_sees_annas_offer_appear_and_go(anna: User, bob: User, connect: Connect) -> None:
    socket = await connect(bob)
    await settled(socket)
    offer = await make(anna)
    message = await news_of(socket, f"/lobby/{offer.pk}/accept/")
    assert 'id="offers"' in message["partials"]
    assert 'id="mine"' not in message["partials"]  # only what changed
    other = await make(anna, starts=Offer.Starts.CHALLENGER)
    assert (
        "and 1 more" in (await news_of(socket, f"/lobby/{other.pk}/accept/"))["partials"]
    )  # of each player one is listed
    await withdraw(offer.pk, anna)
    message = await news_of(socket, f"/lobby/{other.pk}/accept/")  # of which only this number has changed
    assert "and 1 more" not in message["partials"]
    await withdraw(other.pk, anna)
    assert other.pk not in (await news(socket))["partials"]
    assert await hello(socket) == {}


async def test_a_stranger_sees_it_too(anna: User, connect: Connect) -> None:
    socket = await connect()
    await settled(socket)
    offer = await make(anna)
    await news_of(socket, f"/lobby/{offer.pk}/accept/")


async def test_anna_is_taken_to_the_match_when_bob_accepts(anna: User, bob: User, connect: Connect) -> None:
    socket = await connect(anna)
    await settled(socket)
    offer = await make(anna)
    await news_of(socket, offer.pk)
    match = await accept(offer.pk, bob)
    assert (await news_of(socket, '"go"'))["data"]["go"] == f"/matches/{match.pk}/"


async def test_anna_who_was_away_meanwhile_is_taken_there_too(anna: User, bob: User, connect: Connect) -> None:
    offer = await make(anna)
    match = await press_play(bob)
    socket = await connect(anna, f"?waiting={offer.pk}")
    assert (await hello(socket))["data"]["go"] == f"/matches/{match.pk}/"
    await settled(socket)
    assert "data" not in await hello(socket)  # once is enough


async def test_bob_stays_in_the_lobby_when_it_is_annas_offer_that_is_taken(
    anna: User, bob: User, carl: User, connect: Connect
) -> None:
    offer = await make(anna)
    socket = await connect(bob, f"?waiting={offer.pk}")
    await settled(socket)
    await accept(offer.pk, carl)
    message = await news(socket)
    assert offer.pk not in message["partials"]
    assert "data" not in message


async def test_a_declined_or_withdrawn_offer_leads_nowhere(anna: User, bob: User, connect: Connect) -> None:
    offer, link = await challenge(bob, anna), await make_link(anna)
    socket = await connect(anna, f"?waiting={offer.pk}&waiting={link.pk}")
    await settled(socket)
    await decline(offer.pk, bob)
    message = await news(socket)
    assert "data" not in message
    assert offer.pk not in message["partials"]
    await withdraw(link.pk, anna)
    assert "go" not in await news(socket)


async def test_a_challenge_appears_to_bob_alone(anna: User, bob: User, carl: User, connect: Connect) -> None:
    of_bob, of_carl = await connect(bob), await connect(carl)
    await settled(of_bob)
    await settled(of_carl)
    await settled(of_bob)
    offer = await challenge(bob, anna)
    await news_of(of_bob, f"/lobby/{offer.pk}/decline/")
    assert await of_carl.receive_nothing()


async def test_the_maker_of_a_link_is_taken_into_the_match(anna: User, bob: User, connect: Connect) -> None:
    link = await make_link(anna)
    socket = await connect(anna, f"?offer={link.pk}&waiting={link.pk}")
    message = await hello(socket)
    assert 'id="challenge"' in message["partials"]
    assert f"http://localhost/lobby/c/{link.pk}/" in message["partials"]
    match = await accept(link.pk, bob)
    assert (await news_of(socket, '"go"'))["data"]["go"] == f"/matches/{match.pk}/"


async def test_carl_who_looks_at_the_link_sees_that_he_is_too_late(
    anna: User, bob: User, carl: User, connect: Connect
) -> None:
    link = await make_link(anna)
    socket = await connect(carl, f"?offer={link.pk}")
    await hello(socket)
    await accept(link.pk, bob)
    message = await news_of(socket, "someone else just took this challenge.")
    assert "data" not in message


async def test_someone_who_comes_is_seen_by_those_who_are_here(anna: User, bob: User, connect: Connect) -> None:
    of_anna = await connect(anna)
    await settled(of_anna)
    caches["pages"].delete("lobby.arrivals")
    await hello(await connect(bob))
    message = await news_of(of_anna, "/matches/by/bob/")
    assert 'id="online"' in message["partials"]


async def test_who_comes_soon_after_another_is_seen_without_a_heartbeat(
    anna: User, bob: User, carl: User, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "ARRIVALS", 1)
    of_anna = await connect(anna)
    await settled(of_anna)
    caches["pages"].delete("lobby.arrivals")
    await hello(await connect(bob))
    await hello(await connect(carl))
    arrived = await news_of(of_anna, "/matches/by/bob/")
    if "/matches/by/carl/" not in json.dumps(arrived):  # else one message told of both
        await news_of(of_anna, "/matches/by/carl/")


async def test_a_move_that_makes_it_annas_turn_brings_her_matches(anna: User, bob: User, connect: Connect) -> None:
    socket = await connect(anna)
    await settled(socket)
    offer = await make(bob, starts=Offer.Starts.OPPONENT)
    await news(socket)
    await accept(offer.pk, anna)
    await news_of(socket, "Your turn")


async def test_many_changes_are_one_push(
    anna: User, bob: User, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket = await connect(bob)
    await settled(socket)
    monkeypatch.setattr(consumers, "GAP", 0.3)
    offers = [await make_link(anna), await make(anna)]
    await withdraw(offers[0].pk, anna)
    assert offers[1].pk in (await news(socket))["partials"]
    assert await socket.receive_nothing(0.5)


async def test_each_reads_in_their_own_language(anna: User, connect: Connect) -> None:
    await make(anna)
    english, german = await hello(await connect(language=b"en")), await hello(await connect(language=b"de"))
    assert "Open challenges" in english["partials"]
    assert 'id="offers"' in german["partials"]


async def test_pieces_hold_no_token_of_a_session(anna: User, connect: Connect) -> None:
    await make(anna)
    assert "csrf" not in (await hello(await connect(anna)))["partials"]


async def test_a_foreign_origin_is_refused(connect: Connect) -> None:
    assert not (await connect(origin=b"https://elsewhere.example")).accepted


@pytest.mark.parametrize("key", ["nosuchoffer", "%F0%9F%8E%B2", "x" * 1000])
async def test_no_such_offer_is_told_and_closed(connect: Connect, key: str) -> None:
    socket = await connect(query=f"?offer={key}")
    await socket.send_to("{}")
    assert (await socket.receive_output())["code"] == 4004


@pytest.mark.parametrize("query", ["?offer=%00", "?waiting=a%00b", "?game=%00"])
async def test_an_address_that_no_database_can_look_up_opens_no_socket(connect: Connect, query: str) -> None:
    assert not (await connect(query=query)).accepted


async def test_a_cookie_that_no_database_can_look_up_opens_no_socket() -> None:
    cookie = (b"cookie", b'sessionid="\\000"')
    socket = Socket(application, "/ws/lobby/", [(b"origin", b"http://localhost"), cookie])
    accepted, _code = await socket.connect()
    assert not accepted


async def test_a_page_whose_socket_fails_leaves_nothing_behind(
    anna: User, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object) -> None:
        raise OperationalError("gone")

    socket = await connect(anna)
    monkeypatch.setattr(presence, "touch", away)
    await socket.send_to("{}")
    assert (await socket.receive_output())["code"] == 4013
    assert not [one for one in Audience._all.values() if isinstance(one, LobbyAudience)]


@pytest.mark.parametrize(
    "garbage", ['{"a": "\\u0000"}', "hello", "[]", "1", "null", "[" * 900, "{" * 5000, '{"a": "' + "x" * 2000 + '"}']
)
async def test_garbage_closes_the_socket(connect: Connect, garbage: str) -> None:
    socket = await connect()
    await socket.send_to(garbage)
    assert (await socket.receive_output())["code"] == 4008


async def test_bytes_close_the_socket(connect: Connect) -> None:
    socket = await connect()
    await socket.send_to(bytes_data=b"\x00\xff")
    assert (await socket.receive_output())["code"] == 4008


async def test_signing_out_elsewhere_closes_the_socket(anna: User) -> None:
    browser = Client()
    await database_sync_to_async(browser.force_login)(anna, BACKEND)
    socket = Socket(application, "/ws/lobby/", [(b"origin", b"http://localhost"), cookie_of(browser)])
    await socket.connect()
    await settled(socket)
    await database_sync_to_async(browser.session.flush)()
    await socket.send_to("{}")
    assert (await socket.receive_output())["code"] == 4001
    await socket.disconnect()


async def test_the_end_of_all_sessions_closes_the_socket(anna: User, connect: Connect) -> None:
    socket = await connect(anna)
    await settled(socket)
    await database_sync_to_async(end_sessions_of)(anna.pk)
    assert (await socket.receive_output())["code"] == 4001


async def test_a_page_is_sent_only_what_differs_from_what_it_was_loaded_with(
    anna: User, bob: User, carl: User, connect: Connect
) -> None:
    await make(anna)
    browser = Client()
    await database_sync_to_async(browser.force_login)(bob, BACKEND)
    html = html_of(await database_sync_to_async(browser.get)("/lobby/"))
    shown = dict(re.findall(r'id="(\w+)"\s+(?:class="[^"]*"\s+)?data-inputs="(\w+)"', html))
    assert {"offers", "mine", "watch", "online", "online_number", "waiting", "challenges", "favourites"} <= {*shown}
    socket = await connect(bob)
    await socket.send_to(json.dumps({"shown": shown}))
    assert await news(socket) == {}
    other = await make(carl)
    message = await news_of(socket, other.pk)
    assert 'id="mine"' not in message["partials"]
