"""News on every open page, by the page's own socket or by that of the news."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import Client

from accounts.hooks import JsonObject
from accounts.models import User
from accounts.online.news import PlayerAudience
from games.catalogue import games
from games.lobby.services import make_offer
from games.matches.models import Match
from games.matches.play.services import find_match, play_move
from games.notifications.models import Notification
from games.notifications.services import mark_match_seen, save_preferences, send_test, tell_message
from numgames.asgi import application
from tests.jobs.running import run_jobs
from tests.matches.conftest import legal_move
from tests.moves import given_up
from tests.notifications.conftest import notify_turns
from tests.sockets import PatientSocket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

Connect = Callable[..., Awaitable[PatientSocket]]


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Return a function that opens sockets at a path, for a player or a visitor."""
    opened: list[PatientSocket] = []

    async def open_socket(path: str, user: User | None = None) -> PatientSocket:
        headers = [(b"origin", b"http://localhost")]
        if user:
            browser = Client()
            await sync_to_async(browser.force_login)(user, "allauth.account.auth_backends.AuthenticationBackend")
            cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
            headers.append((b"cookie", cookie.encode()))
        socket = PatientSocket(application, path, headers)
        await socket.connect()
        opened.append(socket)
        return socket

    yield open_socket
    for socket in opened:
        await socket.disconnect()


async def ask(socket: PatientSocket, **displays: object) -> str:
    """Send a heartbeat of a page that displays this; return the partials that it gets."""
    await socket.send_to(json.dumps({"displays": displays, **({"shown": {}} if "shown" not in vars(socket) else {})}))
    socket.shown = True  # with its first message
    partials = ""
    while message := json.loads(await socket.receive_from()):
        partials += message["partials"]
    return partials


async def heard(socket: PatientSocket) -> str:
    """Return the partials of the next message."""
    return str(json.loads(await socket.receive_from()).get("partials", ""))


def others(partials: str) -> int | None:
    """Return the number of waiting turns that these partials show; None if they leave it as it is."""
    found = re.search(r'id="my_turns".*?data-others="(\d+)"', partials, re.DOTALL)
    return int(found[1]) if found else None


def toast(partials: str) -> str | None:
    """Return the words of the toast among these partials."""
    found = re.search(r'<p\s+id="toast".*?<a href="([^"]*)">([^<]*)</a>', partials, re.DOTALL)
    return found[2] if found else None


@sync_to_async
def move(match: Match, player: User) -> None:
    match = find_match(match.pk)
    play_move(match.pk, player, match.ply + 1, legal_move(match))


async def test_bob_hears_in_his_settings_that_anna_moved(match: Match, anna: User, bob: User, connect: Connect) -> None:
    socket = await connect("/ws/news/", bob)
    assert others(await ask(socket)) == 0
    await move(match, anna)
    news = await heard(socket)
    assert others(news) == 1
    assert toast(news) == "anna moved in Digifeud: your turn."
    assert f'<a href="/matches/{match.pk}/">' in news
    assert await socket.receive_nothing()


async def test_bob_hears_that_anna_passed_and_not_that_she_moved(
    match: Match, anna: User, bob: User, connect: Connect
) -> None:
    socket = await connect("/ws/news/", bob)
    await ask(socket)
    await sync_to_async(play_move)(match.pk, anna, match.ply + 1, "pass")
    assert toast(await heard(socket)) == "anna passes in Digifeud: your turn."


async def test_the_mover_hears_that_one_less_waits(match: Match, anna: User, connect: Connect) -> None:
    socket = await connect("/ws/news/", anna)
    assert others(await ask(socket)) == 1
    await move(match, anna)
    news = await heard(socket)
    assert (others(news), toast(news)) == (0, None)


async def test_the_page_of_the_match_counts_the_others_alone(
    match: Match, anna: User, bob: User, connect: Connect
) -> None:
    for player in (anna, bob):
        socket = await connect(f"/ws/matches/{match.pk}/", player)
        about = {"about": match.pk, "match": match.pk}
        await socket.send_to(json.dumps({"version": 0, "ply": 0, "displays": about, "shown": {}}))
        assert others(await heard(socket)) == 0  # its own turn is no news
        while not await socket.receive_nothing():
            await socket.receive_from()
        await move(match, player)
        # The update alone says whose turn it is; on a busy machine some of the first partials come beside it.
        is_updated = False
        while not (is_updated and await socket.receive_nothing()):
            message = json.loads(await socket.receive_from())
            is_updated |= "version" in message
            assert others(message.get("partials", "")) is None


async def test_a_page_that_shows_the_number_already_is_not_sent_it(match: Match, anna: User, connect: Connect) -> None:
    news = await ask(await connect("/ws/news/", anna))
    shown = dict(re.findall(r'id="(\w+)"\s+href="[^"]*"\s+data-inputs="(\w+)"', news))
    again = await connect("/ws/news/", anna)
    await again.send_to(json.dumps({"displays": {}, "shown": shown}))
    assert json.loads(await again.receive_from()) == {}


async def test_news_that_were_missed_come_with_the_next_heartbeat(
    match: Match, anna: User, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket = await connect("/ws/news/", anna)
    assert others(await ask(socket)) == 1
    with monkeypatch.context() as patch:
        patch.setattr(PlayerAudience, "on_event", lambda *_event: None)  # an event is lost
        await move(match, anna)
        await sync_to_async(lambda: None)()
        assert others(await ask(socket)) == 0
    assert await ask(socket) == ""


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/matches/{}/"])
async def test_a_page_with_a_line_of_its_own_hears_them_there(
    match: Match, anna: User, bob: User, connect: Connect, path: str
) -> None:
    socket = await connect(path.format(match.pk), bob)
    await socket.send_to(json.dumps({"version": 0, "ply": 0, "displays": {}, "shown": {}}))
    while not await socket.receive_nothing():
        await socket.receive_from()
    await move(match, anna)
    while (number := others(await heard(socket))) is None:
        continue
    assert number == 1


async def test_a_page_that_shows_no_news_gets_none(match: Match, anna: User, bob: User, connect: Connect) -> None:
    socket = await connect("/ws/news/", bob)
    await socket.send_to("{}")
    assert json.loads(await socket.receive_from()) == {}
    await move(match, anna)
    assert await socket.receive_nothing()


async def test_who_wants_no_sentence_gets_the_number_alone(
    match: Match, anna: User, bob: User, connect: Connect
) -> None:
    await sync_to_async(save_preferences)(bob, ["turn-page", "over-page"], None, None)
    socket = await connect("/ws/news/", bob)
    await ask(socket)
    await move(match, anna)
    assert toast(await heard(socket)) is None
    await sync_to_async(given_up)(match, anna)
    await sync_to_async(run_jobs)()
    news = await heard(socket)
    assert (others(news), toast(news)) == (0, None)


async def test_the_end_is_told(match: Match, anna: User, bob: User, connect: Connect) -> None:
    await move(match, anna)
    socket = await connect("/ws/news/", bob)
    await ask(socket)
    await sync_to_async(given_up)(match, anna)
    assert others(await heard(socket)) == 0
    await sync_to_async(run_jobs)()
    assert toast(await heard(socket)) == "Your match against anna is over. Digifeud: you won!"


async def test_a_page_that_shows_the_match_is_told_of_its_end_by_no_toast(
    match: Match, anna: User, bob: User, connect: Connect
) -> None:
    await move(match, anna)
    here, elsewhere = await connect("/ws/news/", bob), await connect("/ws/news/", bob)
    await ask(here, about=match.pk, match=match.pk)
    await ask(elsewhere)
    await sync_to_async(given_up)(match, anna)
    assert others(await heard(elsewhere)) == 0
    await sync_to_async(run_jobs)()
    assert "is over" in str(toast(await heard(elsewhere)))
    while not await here.receive_nothing():
        assert toast(await heard(here)) is None
    seen = Notification.objects.filter(user=bob, event="over", seen_at__isnull=False)
    while not await sync_to_async(seen.exists)():
        await asyncio.sleep(0.01)


async def test_a_challenge_is_told(anna: User, bob: User, connect: Connect) -> None:
    socket = await connect("/ws/news/", anna)
    await ask(socket)
    terms = {"game_slug": "digifeud", "options": games()["digifeud"].options_type()}
    await sync_to_async(make_offer)(challenger=bob, kind="direct", opponent=anna, **terms)
    news = await heard(socket)
    assert toast(news) == "bob challenges you. Do you accept a match of Digifeud?"
    assert '<a href="/lobby/">' in news
    assert "data-calls" in news  # it is to be heard


async def test_a_message_is_told_and_the_next_only_when_it_was_seen(
    match: Match, anna: User, bob: User, connect: Connect
) -> None:
    socket = await connect("/ws/news/", bob)
    await ask(socket)
    for number in (1, 2):
        await sync_to_async(tell_message)(match, anna, number)
    assert str(toast(await heard(socket))).startswith("anna writes to you.")
    assert await socket.receive_nothing()
    await sync_to_async(mark_match_seen)(bob, match.pk)
    await sync_to_async(tell_message)(match, anna, 3)
    assert toast(await heard(socket))


async def test_a_message_in_the_match_on_view_needs_no_toast(
    match: Match, anna: User, bob: User, connect: Connect
) -> None:
    socket = await connect("/ws/news/", bob)
    await ask(socket, match=match.pk)
    await sync_to_async(tell_message)(match, anna, 1)
    while not await socket.receive_nothing():
        assert toast(await heard(socket)) is None
    assert await Notification.objects.filter(user=bob, event="message", seen_at__isnull=False).aexists()


async def test_a_match_before_ones_eyes_is_seen(match: Match, anna: User, connect: Connect) -> None:
    await sync_to_async(notify_turns)()
    socket = await connect(f"/ws/matches/{match.pk}/", anna)
    await socket.send_to(json.dumps({"version": 0, "ply": 0, "displays": {"match": match.pk}}))
    await socket.receive_from()
    await sync_to_async(lambda: None)()
    assert await socket.receive_nothing()
    assert await Notification.objects.filter(seen_at=None).acount() == 0


async def test_a_test_is_seen_when_its_sentence_is_shown(anna: User, connect: Connect) -> None:
    socket = await connect("/ws/news/", anna)
    await ask(socket)
    await sync_to_async(send_test)(anna)
    news = await heard(socket)
    assert toast(news) == "This is a test. Notifications of Numgames reach you this way."
    await ask(socket, heard=int(news.split('data-heard="')[1].split('"')[0]))
    assert await socket.receive_nothing()
    assert await Notification.objects.filter(seen_at=None).acount() == 0


async def test_no_one_sees_for_another(match: Match, anna: User, bob: User, connect: Connect) -> None:
    await sync_to_async(notify_turns)()
    await sync_to_async(send_test)(anna)
    keys = [key async for key in Notification.objects.values_list("pk", flat=True)]
    socket = await connect("/ws/news/", bob)
    for key in keys:
        await ask(socket, heard=key, match=match.pk)
    assert await Notification.objects.filter(seen_at=None).acount() == 2


@pytest.mark.parametrize(
    "shown",
    [{"about": ["x"]}, {"match": ["x"]}, {"after": "x" * 500}, {"heard": -1}, {"heard": 1e300}, {"heard": None}],
)
async def test_nonsense_is_answered_with_the_truth(anna: User, connect: Connect, shown: JsonObject) -> None:
    socket = await connect("/ws/news/", anna)
    assert others(await ask(socket, **shown)) == 0
    assert await ask(socket, **shown) == ""


async def test_a_visitor_has_no_news(connect: Connect, db: None) -> None:
    assert (await (await connect("/ws/news/")).receive_output())["code"] == 4004
