"""Presence in a live match, sent over the socket and shown on the page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.hooks import JsonObject
from accounts.models import User
from games.catalogue import games
from games.matches.live import audience
from games.matches.models import Match
from games.matches.play import requests
from games.matches.play.opening import start_match
from games.matches.play.services import end_on_time, find_match, resign
from games.matches.time.control import TimeControl
from games.rules import Seat
from numgames.asgi import application
from tests.conftest import Published
from tests.html import html_of
from tests.jobs.running import run_jobs
from tests.matches.conftest import play_on
from tests.matches.test_races import at_once
from tests.sockets import PatientSocket

pytestmark = pytest.mark.django_db(transaction=True)

SignedIn = Callable[[User], Client]
Execute = Callable[..., object]
Enter = Callable[[User], Awaitable[tuple[PatientSocket, JsonObject]]]
FIVE, EIGHT = timedelta(minutes=5), timedelta(seconds=8)
FIVE_PLUS_EIGHT = TimeControl.live(minutes=5, increment=8)


@pytest.fixture
def live(anna: User, bob: User) -> Match:
    """Return a live match of 5+8 before either player has arrived; anna begins."""
    terms = {"game_slug": "digifeud", "options": games()["digifeud"].options_type(), "time_control": FIVE_PLUS_EIGHT}
    return start_match(first=anna, second=bob, **terms)


@pytest.fixture
async def enter(live: Match, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Enter]:
    """Open the page's socket for a player, say hello, and return the socket and its answer."""
    monkeypatch.setattr(audience, "ABSENCE", 0.05)
    sockets: list[PatientSocket] = []

    async def open_socket(user: User) -> tuple[PatientSocket, JsonObject]:
        browser = Client()
        await sync_to_async(browser.force_login)(user, settings.AUTHENTICATION_BACKENDS[0])
        cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
        headers = [(b"origin", b"http://localhost"), (b"cookie", cookie.encode())]
        socket = PatientSocket(application, f"/ws/matches/{live.pk}/", headers)
        await socket.connect()
        sockets.append(socket)
        await socket.send_to(json.dumps({"version": 0, "ply": 0}))
        return socket, json.loads(await socket.receive_from())

    yield open_socket
    for socket in sockets:
        await socket.disconnect()


async def hears(socket: PatientSocket, *words: str) -> JsonObject:
    """Return the next message that contains all these words; a message drawn before the last move may come first."""
    while True:
        message: JsonObject = json.loads(await socket.receive_from())
        if all(word in message.get("partials", "") for word in words):
            return message


async def hears_who_is_here(socket: PatientSocket) -> str:
    """Return the next partial with the players' presence that is pushed alone."""
    while True:
        message = await hears(socket, '<div id="away"')
        if 'id="scores"' not in message["partials"]:
            return html_of(message["partials"])


async def test_the_match_begins_on_both_pages_when_the_second_comes(
    live: Match, anna: User, bob: User, enter: Enter
) -> None:
    annas, _answer = await enter(anna)
    assert (await sync_to_async(find_match)(live.pk)).is_gathering
    _bobs, answer = await enter(bob)
    assert (answer["data"]["turn"], answer["version"]) == ("theirs", 1)
    begun = await hears(annas, "You begin.")
    assert (begun["data"]["turn"], begun["version"]) == ("mine", 1)
    assert "Without a first move the match is cancelled in" in begun["partials"]


async def test_anna_and_who_watches_are_told_that_bob_is_away_and_that_he_is_back(
    live: Match, anna: User, bob: User, carl: User, enter: Enter
) -> None:
    annas, _answer = await enter(anna)
    watching, _answer = await enter(carl)
    bobs, _answer = await enter(bob)
    await sync_to_async(play_on)(live, 2)
    await bobs.disconnect()
    for page in (annas, watching):
        await hears(page, "Away: bob.", "The clock keeps running")
    await enter(bob)
    back = await hears(annas, '<div id="away"', " hidden>")
    assert back["version"] == (await sync_to_async(find_match)(live.pk)).version


async def test_bob_is_told_when_anna_who_is_away_loses(live: Match, anna: User, bob: User, enter: Enter) -> None:
    annas, _answer = await enter(anna)
    bobs, _answer = await enter(bob)
    await sync_to_async(play_on)(live, 2)
    await annas.disconnect()
    await hears(bobs, "Away: anna.", "anna loses on time in", "data-deadline")


async def test_who_has_the_match_open_twice_is_not_away_when_one_page_closes(
    live: Match, anna: User, bob: User, enter: Enter
) -> None:
    annas, _answer = await enter(anna)
    await enter(bob)
    second, _answer = await enter(bob)
    await sync_to_async(play_on)(live, 2)
    while not await annas.receive_nothing(0.3):
        await annas.receive_from()
    await second.disconnect()
    assert '<div id="away" hidden>' in await hears_who_is_here(annas)
    match = await sync_to_async(find_match)(live.pk)
    assert match.clock.away_since.of(Seat.SECOND) is None


def test_a_page_without_scripts_counts_too(live: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    page = reverse("matches:match", args=[live.pk])
    waiting = html_of(signed_in(anna).get(page))
    assert "Waiting for bob to arrive." in waiting
    assert 'content="10"' in waiting
    assert find_match(live.pk).is_gathering
    signed_in(bob).get(page)
    assert not find_match(live.pk).is_gathering


def test_watching_is_not_coming(live: Match, anna: User, carl: User, signed_in: SignedIn) -> None:
    page = reverse("matches:match", args=[live.pk])
    signed_in(anna).get(page)
    assert "Waiting for bob to arrive" in html_of(signed_in(carl).get(page))
    assert find_match(live.pk).is_gathering


def test_both_who_come_at_the_same_instant_begin_it_once(live: Match) -> None:
    for _round in range(5):
        Match.objects.update(
            clock_since=None, version=0, first_away_since=live.started_at, second_away_since=live.started_at
        )
        at_once(*[lambda seat=seat: requests.arrive(find_match(live.pk), seat) for seat in [*Seat] * 2])
        match = find_match(live.pk)
        assert (match.is_gathering, match.version) == (False, 1)


def test_both_clocks_are_on_the_page_and_one_runs(live: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    page = reverse("matches:match", args=[live.pk])
    browsers = [signed_in(player) for player in (anna, bob)]
    for browser in browsers:
        browser.get(page)
    play_on(live, 2)
    annas, bobs = (html_of(browser.get(page)) for browser in browsers)
    assert annas.count('role="timer"') == bobs.count('role="timer"') == 2
    assert annas.count("data-mine") == 1
    assert bobs.count("data-mine") == 0
    assert 'aria-label="Clock of bob">5:00</time>' in annas
    assert "live, 5 min + 8 s per move" in annas


def test_a_match_called_off_says_so_and_counts_as_neither_won_nor_drawn(
    live: Match, anna: User, signed_in: SignedIn
) -> None:
    assert live.deadline_at
    end_on_time(live, live.deadline_at)
    page = html_of(signed_in(anna).get(reverse("matches:match", args=[live.pk])))
    assert "The match is cancelled." in page
    assert "does not count" in page
    assert "Rematch" in page
    run_jobs()
    assert 'class="badge">does not count</span>' in html_of(signed_in(anna).get("/history/of/anna/"))
    proof = html_of(signed_in(anna).get(reverse("matches:fairness", args=[live.pk])))
    assert "Replaying the match from this number gives the same result." in proof


def test_a_kill_between_the_steps_leaves_bob_away_and_he_comes_again(live: Match) -> None:
    """The second statement that changes the match fails; the first one is rolled back too."""
    requests.arrive(find_match(live.pk), Seat.FIRST)
    changes: list[str] = []

    def fail_on_the_second(execute: Execute, sql: str, *more: object) -> object:
        if sql.startswith('UPDATE "matches_match"'):
            changes.append(sql)
            if len(changes) == 2:
                raise OperationalError("killed")
        return execute(sql, *more)

    with connection.execute_wrapper(fail_on_the_second), pytest.raises(OperationalError):
        requests.arrive(find_match(live.pk), Seat.SECOND)
    assert find_match(live.pk).clock.away_since.of(Seat.SECOND)
    requests.arrive(find_match(live.pk), Seat.SECOND)
    assert not find_match(live.pk).is_gathering


def test_who_comes_changes_no_match_that_others_are_drawing(live: Match) -> None:
    for seat in Seat:
        shared = find_match(live.pk)
        before = {**vars(shared)}
        after = requests.arrive(shared, seat)
        assert vars(shared) == before
        assert after.clock.away_since.of(seat) is None
    row = find_match(live.pk)
    for name in ("version", "clock_since", "deadline_at", "first_away_since", "second_away_since"):
        assert getattr(after, name) == getattr(row, name)


async def test_the_audience_knows_of_both_who_come_at_once(live: Match) -> None:
    pages = audience.MatchAudience(live.pk)
    shared = await pages.match()
    before = {**vars(shared)}
    await asyncio.gather(*(pages.arrive(shared, seat) for seat in Seat))
    assert vars(shared) == before
    known = pages.latest
    assert known
    assert [known.clock.away_since.of(seat) for seat in Seat] == [None, None]


def test_who_is_there_already_costs_nothing(live: Match, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for seat in Seat:
        requests.arrive(find_match(live.pk), seat)
    begun = find_match(live.pk)
    with django_assert_num_queries(0):
        requests.arrive(begun, Seat.FIRST)


def test_who_leaves_a_match_that_is_over_is_not_away(live: Match, published: list[Published]) -> None:
    for seat in Seat:
        requests.arrive(find_match(live.pk), seat)
    resign(live.pk, live.first)
    before = Match.objects.filter(pk=live.pk).values().get()
    published.clear()
    for seat in Seat:
        requests.leave(live.pk, seat)
    assert Match.objects.filter(pk=live.pk).values().get() == before
    assert published == []
