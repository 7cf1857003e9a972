"""The socket of a match page: sends each viewer their own updates, and ignores malformed messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import AsyncClient, Client
from django.urls import reverse
from django.utils.formats import date_format

from accounts.hooks import JsonObject
from accounts.models import User
from core.live.page_socket import MOST_MESSAGES, SESSION_ENDED
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.requests import claim_win
from games.matches.play.services import begin_rematch, offer_rematch, play_move, resign
from games.matches.time.control import PATIENCE
from numgames.asgi import application
from tests.matches.conftest import legal_move
from tests.matches.test_claim import decided
from tests.moves import first_move
from tests.sockets import PatientSocket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio, pytest.mark.any_stack]

Connect = Callable[..., Awaitable[PatientSocket]]
ORIGIN = (b"origin", b"http://localhost")


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Return a function that opens sockets to a match; without a player it is an anonymous spectator's."""
    open_sockets: list[PatientSocket] = []

    async def open_socket(match_id: str, user: User | None = None, origin: bytes = ORIGIN[1]) -> PatientSocket:
        headers = [(b"origin", origin)]
        if user:
            browser = Client()
            await sync_to_async(browser.force_login)(user, "allauth.account.auth_backends.AuthenticationBackend")
            cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
            headers.append((b"cookie", cookie.encode()))
        socket = PatientSocket(application, f"/ws/matches/{match_id}/", headers)
        socket.accepted, _protocol = await socket.connect()
        open_sockets.append(socket)
        return socket

    yield open_socket
    for socket in open_sockets:
        await socket.disconnect()


async def hello(socket: PatientSocket, version: int = 0, ply: int = 0) -> JsonObject:
    await socket.send_to(json.dumps({"version": version, "ply": ply}))
    answer: JsonObject = json.loads(await socket.receive_from())
    return answer


async def test_bob_sees_annas_move_the_moment_it_is_made(match: Match, anna: User, bob: User, connect: Connect) -> None:
    socket = await connect(match.pk, bob)
    assert await hello(socket) == {"version": 0}
    await sync_to_async(play_move)(match.pk, anna, 1, await sync_to_async(legal_move)(match))
    news = json.loads(await socket.receive_from())
    assert (news["version"], news["data"]["ply"], news["data"]["turn"]) == (1, 1, "mine")
    assert 'id="turn-1"' in news["partials"]
    assert "Your turn" in news["data"]["title"]
    assert await socket.receive_nothing()


async def test_a_push_tells_times_in_the_zone_of_its_reader(
    match: Match, anna: User, bob: User, connect: Connect
) -> None:
    await sync_to_async(User.objects.filter(pk=anna.pk).update)(time_zone="Europe/Amsterdam")
    await sync_to_async(User.objects.filter(pk=bob.pk).update)(time_zone="Asia/Tokyo")
    assert match.deadline_at
    sooner = match.deadline_at - timedelta(hours=1)  # so that the move changes it
    await sync_to_async(Match.objects.filter(pk=match.pk).update)(deadline_at=sooner)
    sockets = {"Europe/Amsterdam": await connect(match.pk, anna), "Asia/Tokyo": await connect(match.pk, bob)}
    for socket in sockets.values():
        assert await hello(socket) == {"version": 0}
    moved = await sync_to_async(play_move)(match.pk, anna, 1, await sync_to_async(legal_move)(match))
    assert moved.deadline_at
    for zone, socket in sockets.items():
        local = date_format(moved.deadline_at.astimezone(ZoneInfo(zone)), "DATETIME_FORMAT")
        assert f"Next move due: {local}.<" in json.loads(await socket.receive_from())["partials"]


async def test_a_page_from_before_the_update_is_made_to_reload(match: Match, bob: User, connect: Connect) -> None:
    socket = await connect(match.pk, bob)
    await socket.send_to(json.dumps({"version": 0, "ply": 0, "partials": "chat:none"}))
    assert (await socket.receive_output())["code"] == SESSION_ENDED
    where = f"/matches/{match.pk}/"
    answer = await AsyncClient().get(f"{where}updates/?version=0&ply=0&partials=")
    assert answer.json() == {"go": where}


async def test_a_move_missed_meanwhile_comes_with_the_next_hello(
    match: Match, anna: User, bob: User, connect: Connect
) -> None:
    await sync_to_async(play_move)(match.pk, anna, 1, await sync_to_async(legal_move)(match))
    news = await hello(await connect(match.pk, bob))
    assert news["version"] == 1
    assert 'id="board"' in news["partials"]


async def test_anna_asks_what_lights_up_and_carl_is_told_nothing(
    match: Match, anna: User, carl: User, connect: Connect
) -> None:
    for viewer, lit in ((anna, True), (carl, False)):
        socket = await connect(match.pk, viewer)
        await hello(socket)
        for asked in ({"tile": "="}, {"tile": "=", "square": "💥"}, {"placements": ["x"], "tile": {}}):
            await socket.send_to(json.dumps({"request": 7, "lights": asked}))
            answer = json.loads(await socket.receive_from())
            assert answer["answers"] == 7
            assert bool(answer["data"]["lights"]) == (lit and asked == {"tile": "="})


async def test_carl_watches_without_an_account_and_sees_no_rack(match: Match, anna: User, connect: Connect) -> None:
    socket = await connect(match.pk)
    await hello(socket)
    await sync_to_async(play_move)(match.pk, anna, 1, await sync_to_async(legal_move)(match))
    news = json.loads(await socket.receive_from())
    assert news["data"]["turn"] == "theirs"
    assert "data-face" not in news["partials"]


async def test_the_end_and_the_rematch_reach_the_page(match: Match, anna: User, bob: User, connect: Connect) -> None:
    socket = await connect(match.pk, bob)
    await hello(socket)
    await sync_to_async(first_move)(match)
    assert json.loads(await socket.receive_from())["version"] == 1
    await sync_to_async(resign)(match.pk, anna)
    assert "You win!" in json.loads(await socket.receive_from())["partials"]
    await sync_to_async(offer_rematch)(match.pk, anna)
    assert "anna asks for a rematch" in json.loads(await socket.receive_from())["partials"]
    again = await sync_to_async(offer_rematch)(match.pk, bob)
    assert again
    messages = [json.loads(await socket.receive_from())]
    assert messages[-1]["data"]["go"] == f"/matches/{again.pk}/"


async def test_who_did_not_ask_for_the_next_match_first_sees_the_end(match: Match, bob: User, connect: Connect) -> None:
    socket = await connect(match.pk, bob)
    await hello(socket)
    await sync_to_async(first_move)(match)
    assert json.loads(await socket.receive_from())["version"] == 1
    ended = await sync_to_async(resign)(match.pk, match.first)
    assert "You win!" in json.loads(await socket.receive_from())["partials"]
    again = await sync_to_async(begin_rematch)(ended)  # as a standing challenge does
    news = json.loads(await socket.receive_from())
    assert f'href="/matches/{again.pk}/"' in news["partials"]
    assert "go" not in news.get("data", {})


async def ask(socket: PatientSocket, **message: object) -> JsonObject:
    """Send a request and return its answer; what else comes meanwhile is left out."""
    await socket.send_to(json.dumps({**message, "request": 7}))
    while True:
        answer: JsonObject = json.loads(await socket.receive_from())
        if answer.get("answers") == 7:
            return answer


async def test_a_move_over_the_socket_reaches_both_pages_and_is_played_once(
    match: Match, anna: User, bob: User, connect: Connect
) -> None:
    mine, theirs = await connect(match.pk, anna), await connect(match.pk, bob)
    for socket in (mine, theirs):
        await hello(socket)
    move = {"ply": 1, "text": await sync_to_async(legal_move)(match)}
    assert (await ask(mine, move=move))["data"]["played"] is True
    assert json.loads(await theirs.receive_from())["data"]["ply"] == 1
    assert (await ask(mine, move=move))["data"]["played"] is True  # as after a lost answer
    assert await match.moves.acount() == 1
    for ply, player in ((2, theirs), (3, mine)):  # from here on the match is in memory
        now = await Match.objects.select_related("first", "second").aget(pk=match.pk)
        move = {"ply": ply, "text": await sync_to_async(legal_move)(now)}
        assert (await ask(player, move=move))["data"]["played"] is True
        watching = mine if player is theirs else theirs
        while json.loads(await watching.receive_from()).get("data", {}).get("ply") != ply:
            continue
    assert await match.moves.acount() == 3


@pytest.mark.parametrize("is_in_memory", [False, True])
async def test_a_move_that_comes_by_form_and_by_socket_at_once_is_played_once(
    is_in_memory: bool, match: Match, anna: User, bob: User, connect: Connect
) -> None:
    mine, theirs = await connect(match.pk, anna), await connect(match.pk, bob)
    for socket in (mine, theirs):
        await hello(socket)
    move = {"ply": 1, "text": await sync_to_async(legal_move)(match)}
    if not is_in_memory:
        positions.clear_matches()
        positions.clear()
    browser = AsyncClient()
    await sync_to_async(browser.force_login)(anna, "allauth.account.auth_backends.AuthenticationBackend")
    form = browser.post(reverse("matches:move", args=[match.pk]), move, headers={"HX-Request": "true"})
    answer, response = await asyncio.gather(ask(mine, move=move), form)
    assert answer["data"]["played"] is True
    assert response.status_code == 200
    assert await match.moves.acount() == 1
    assert json.loads(await theirs.receive_from())["data"]["ply"] == 1
    assert (await Match.objects.aget(pk=match.pk)).version == match.version + 1


async def test_a_refused_move_is_only_refused_the_form_says_why(
    match: Match, anna: User, carl: User, connect: Connect
) -> None:
    mine, watcher, visitor = await connect(match.pk, anna), await connect(match.pk, carl), await connect(match.pk)
    for socket in (mine, watcher, visitor):
        await hello(socket)
    legal = {"ply": 1, "text": await sync_to_async(legal_move)(match)}
    for move in ({"ply": 1, "text": "a1r 1+1=3"}, {"ply": 2, "text": "pass"}, {"ply": "x", "text": {}}, {}):
        assert (await ask(mine, move=move))["data"]["played"] is False
    for socket in (watcher, visitor):
        assert (await ask(socket, move=legal))["data"]["played"] is False
    assert await match.moves.acount() == 0


async def test_a_preview_over_the_socket_says_what_the_move_would_do(
    match: Match, anna: User, carl: User, connect: Connect
) -> None:
    mine, watcher = await connect(match.pk, anna), await connect(match.pk, carl)
    for socket in (mine, watcher):
        await hello(socket)
    text = await sync_to_async(legal_move)(match)
    html = (await ask(mine, preview={"text": text}))["partials"]
    assert 'class="legal"' in html
    assert text in html
    assert 'class="illegal"' in (await ask(mine, preview={"text": "a1r 1+1=3"}))["partials"]
    assert 'class="illegal"' in (await ask(mine, preview={"placements": "nowhere:5"}))["partials"]
    assert 'class="illegal"' in (await ask(watcher, preview={"text": text}))["partials"]


async def test_tiles_laid_on_an_open_match_are_judged_without_a_thread_or_a_query(
    match: Match, anna: User, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = await connect(match.pk, anna)
    await hello(mine)
    positions.clear_matches()  # anna thinks for long

    async def no_thread(*_work: object) -> None:
        raise AssertionError

    monkeypatch.setattr("games.matches.live.consumers.in_thread", no_thread)
    assert 'id="preview"' in (await ask(mine, preview={"placements": "e7:1"}))["partials"]


async def test_a_foreign_origin_is_refused(match: Match, connect: Connect) -> None:
    assert not (await connect(match.pk, origin=b"https://elsewhere.example")).accepted


@pytest.mark.parametrize("match_id", ["nosuchmatch", "0"])
async def test_no_such_match_is_told_and_closed(db: None, connect: Connect, match_id: str) -> None:
    socket = await connect(match_id)
    assert (await socket.receive_output())["code"] == 4004


async def test_a_hello_to_no_such_match_is_not_even_read(db: None, connect: Connect) -> None:
    socket = await connect("nosuchmatch")
    await socket.send_to(json.dumps({"version": -1, "ply": -1}))
    assert (await socket.receive_output())["code"] == 4004
    assert await socket.receive_nothing()


async def test_a_match_that_goes_away_is_told_and_closed(match: Match, connect: Connect) -> None:
    socket = await connect(match.pk)
    hello = json.dumps({"version": match.version, "ply": match.ply})
    await socket.send_to(hello)
    assert json.loads(await socket.receive_from()) == {"version": match.version}
    await sync_to_async(match.delete)()
    await socket.send_to(hello)
    assert (await socket.receive_output())["code"] == 4004


GARBAGE = ["{", "hello", "[]", "1", "null", '{"version": 1}', '{"version": {}, "ply": []}', "[" * 900, "x" * 2000]


@pytest.mark.parametrize("garbage", [*GARBAGE, '{"version": 1e99, "ply": 1}', '{"request": "\\ud800"}'])
async def test_garbage_closes_the_socket(match: Match, anna: User, connect: Connect, garbage: str) -> None:
    socket = await connect(match.pk, anna)
    await socket.send_to(garbage)
    assert (await socket.receive_output())["code"] == 4008


async def test_a_page_that_never_stops_talking_is_cut_off(match: Match, anna: User, connect: Connect) -> None:
    socket = await connect(match.pk, anna)
    for _hello in range(MOST_MESSAGES):
        await hello(socket)
    await socket.send_to(json.dumps({"version": 0, "ply": 0}))
    assert (await socket.receive_output())["code"] == 4008


async def test_a_heartbeat_asks_for_the_time(match: Match, anna: User, connect: Connect) -> None:
    socket = await connect(match.pk, anna)
    with time_machine.travel(datetime(2026, 11, 26, 12, tzinfo=UTC), tick=False):
        await socket.send_to(json.dumps({"version": 0, "ply": 0, "asked": 1234.5}))
        time = json.loads(await socket.receive_from())
    assert time == {"asked": 1234.5, "now": datetime(2026, 11, 26, 12, tzinfo=UTC).timestamp() * 1000}
    assert json.loads(await socket.receive_from()) == {"version": 0}


@pytest.mark.parametrize("asked", ["NaN", "Infinity", "1e999", '"noon"', "null", "[]", "9" * 900])
async def test_what_is_no_time_closes_the_socket(match: Match, anna: User, connect: Connect, asked: str) -> None:
    socket = await connect(match.pk, anna)
    await socket.send_to(f'{{"version": 0, "ply": 0, "asked": {asked}}}')
    assert (await socket.receive_output())["code"] == 4008


async def test_a_page_without_a_socket_is_told_the_time(match: Match) -> None:
    with time_machine.travel(datetime(2026, 11, 26, 12, tzinfo=UTC), tick=False):
        answer = await AsyncClient().get(reverse("matches:updates", args=[match.pk]), {"version": 0, "ply": 0})
    assert answer.json()["now"] == datetime(2026, 11, 26, 12, tzinfo=UTC).timestamp() * 1000


async def test_bytes_close_the_socket(match: Match, anna: User, connect: Connect) -> None:
    socket = await connect(match.pk, anna)
    await socket.send_to(bytes_data=b"\x00\xff")
    assert (await socket.receive_output())["code"] == 4008


async def test_signing_out_elsewhere_closes_the_socket(match: Match, anna: User, connect: Connect) -> None:
    browser = Client()
    await sync_to_async(browser.force_login)(anna, "allauth.account.auth_backends.AuthenticationBackend")
    cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}".encode()
    socket = PatientSocket(application, f"/ws/matches/{match.pk}/", [ORIGIN, (b"cookie", cookie)])
    await socket.connect()
    await hello(socket)
    await sync_to_async(browser.session.flush)()
    await socket.send_to(json.dumps({"version": 0, "ply": 0}))
    assert (await socket.receive_output())["code"] == 4001
    await socket.disconnect()


async def test_a_claimed_win_reaches_bobs_open_page(anna: User, bob: User, connect: Connect) -> None:
    match = await sync_to_async(decided)(anna, bob)
    bobs, annas = await connect(match.pk, bob), await connect(match.pk, anna)
    for socket in (bobs, annas):
        await hello(socket, match.version, match.ply)
    with time_machine.travel(match.moved_at + PATIENCE):
        await sync_to_async(claim_win)(match.pk, anna)
    for socket in (bobs, annas):
        news = json.loads(await socket.receive_from())
        assert news["data"]["turn"] == "over"
        assert "the win was claimed" in news["partials"]
