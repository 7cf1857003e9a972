"""A match that cannot be replayed is shown as stored, and can be ended."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, cast

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from accounts.hooks import JsonObject
from accounts.models import User
from accounts.services import delete_account
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, play_move, resign, void_match
from games.matches.time.control import TimeControl
from games.notifications.services import notify
from numgames.asgi import application
from tests.bad_rows import SPOILS, Spoil, bad_matches, every_spoil, lose_game, lose_moves
from tests.exports import export_of
from tests.html import html_of
from tests.matches.conftest import play_on
from tests.notifications.conftest import notify_turns
from tests.sockets import PatientSocket

SignedIn = Callable[[User], Client]
WHY = "show this match: its version of the rules is no longer installed."
PAGES = ["match", "notation", "text", "json", "fairness"]


def page_of(match: Match, name: str = "match", **query: object) -> str:
    return reverse(f"matches:{name}", args=[match.pk], query=query or None)


@every_spoil
def test_a_running_match_shows_what_is_stored(match: Match, anna: User, signed_in: SignedIn, spoil: Spoil) -> None:
    play_on(match, 2)
    bad = spoil(find_match(match.pk))
    for browser in (signed_in(anna), Client()):
        page = browser.get(page_of(bad))
        assertContains(page, WHY)
        assertContains(page, "can declare it void")
        assertContains(page, f'<strong class="points">{bad.second_points}</strong>', html=True)
        assertContains(page, bad.second.username)
        assertNotContains(page, bytes(bad.seed).hex())
        for name in PAGES:
            assert browser.get(page_of(bad, name)).status_code == 200
        assertContains(browser.get(reverse("matches:turn", args=[bad.pk, 1])), WHY)
        message = browser.get(page_of(bad, "updates", version=-1, ply=0)).json()
        assert (message["version"], message["data"]["turn"]) == (bad.version, "over")
        assert WHY in message["partials"]


def test_only_a_match_that_should_replay_is_logged_and_only_once(
    match: Match, anna: User, bob: User, signed_in: SignedIn, caplog: pytest.LogCaptureFixture
) -> None:
    retired = bad_matches(1, anna, bob)[0]
    bad = lose_moves(play_on(match, 2))
    for _time in range(2):
        for one in (retired, bad):
            signed_in(anna).get(page_of(one))
            signed_in(bob).get(page_of(one, "updates", version=-1, ply=0))
    told = [line for line in caplog.messages if "replays" in line]
    assert [bad.pk in line and "IllegalMove" in line for line in told] == [True]
    assert bytes(bad.seed).hex() not in caplog.text


@every_spoil
def test_a_finished_match_keeps_its_result(
    match: Match, anna: User, bob: User, signed_in: SignedIn, spoil: Spoil
) -> None:
    play_on(match, 2)
    resign(match.pk, anna)
    bad = spoil(find_match(match.pk))
    assertContains(signed_in(bob).get(page_of(bad)), "You win!")
    page = signed_in(anna).get(page_of(bad))
    assertContains(page, "bob wins.")
    assertContains(page, WHY)
    assertNotContains(page, "can declare it void")
    fairness = Client().get(page_of(bad, "fairness"))
    assertContains(fairness, WHY)
    assertContains(fairness, "Fair draw: the tiles were set before the first move.")
    assertNotContains(fairness, "gives another result")
    assert Client().get(page_of(bad, "json")).json()["moves"] == list(bad.moves.values_list("text", flat=True))
    assert signed_in(anna).get(f"/matches/{bad.pk}/analysis/").status_code in (200, 404, 409)


def test_the_lists_that_name_them_are_there(match: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    terms: Any = {"game_slug": match.game_slug, "options": match.options, "first": anna, "second": bob}
    three_days = TimeControl.correspondence(days=3)
    matches = [match, *(start_match(**terms, time_control=three_days) for _spoil in SPOILS[1:])]
    for one in matches:
        play_on(one, 2)
    notify_turns()
    all_bad = [spoil(find_match(one.pk)) for spoil, one in zip(SPOILS, matches, strict=True)]
    for bad in all_bad:
        notify(anna, "message", f"{bad.pk}.1", match=bad, other=bad.second, game_slug=bad.game_slug)
    browser = signed_in(anna)
    for address in (
        *("/lobby/", "/history/", "/history/of/anna/", "/history/of/anna/against/bob/", "/notifications/"),
        *("/matches/by/anna/", "/accounts/settings/", "/accounts/export/"),
    ):
        answer = browser.get(address)
        assert answer.status_code == 200, address
        assert answer.getvalue(), address
    for bad in all_bad:
        assert browser.get(reverse("history:picture", args=[bad.pk, 2])).status_code == 404


@every_spoil
def test_what_is_tried_is_refused_with_the_reason(match: Match, anna: User, signed_in: SignedIn, spoil: Spoil) -> None:
    play_on(match, 2)
    bad = spoil(find_match(match.pk))
    browser = signed_in(anna)
    move = {"ply": bad.ply + 1, "text": "pass", "confirmed": "yes"}
    asked = [("preview", {"text": text}) for text in ("pass", "score")]
    for name, form in (("move", move), *asked, ("confirm", move), ("rematch", {})):
        for headers in ({}, {"HX-Request": "true"}):
            answer = browser.post(page_of(bad, name), form, headers=headers)
            assert answer.status_code in (200, 409), (name, answer.status_code)
    assert find_match(bad.pk).ply == bad.ply


@every_spoil
def test_anna_resigns_it_and_the_stored_points_stand(
    match: Match, anna: User, signed_in: SignedIn, spoil: Spoil
) -> None:
    play_on(match, 2)
    bad = spoil(find_match(match.pk))
    browser = signed_in(anna)
    assert browser.get(page_of(bad, "resign")).status_code == 200
    assertContains(browser.post(page_of(bad, "resign"), follow=True), "bob wins.")
    ended = find_match(bad.pk)
    assert (ended.ending, ended.winner, ended.counts, ended.deadline_at) == ("resigned", 2, False, None)
    assert (ended.first_points, ended.second_points) == (bad.first_points, bad.second_points)
    assert 'id="match_view"' in html_of(browser.post(page_of(bad, "resign"), headers={"HX-Request": "true"}))


def matches_of(player: User) -> list[JsonObject]:
    return cast(list[JsonObject], export_of(player)["matches"])


@every_spoil
def test_anna_takes_her_data_along_and_leaves(match: Match, anna: User, bob: User, spoil: Spoil) -> None:
    play_on(match, 2)
    bad = spoil(find_match(match.pk))
    (kept,) = matches_of(anna)
    assert (kept["match"], len(kept["moves"])) == (bad.pk, 2)
    assert "seed" not in kept
    delete_account(anna)
    anna.refresh_from_db()
    assert anna.deleted_at
    ended = find_match(bad.pk)
    assert (ended.ending, ended.winner) == ("resigned", 2)
    (kept,) = matches_of(bob)
    assert kept["moves"] == list(bad.moves.values_list("text", flat=True))


@every_spoil
def test_staff_void_it(match: Match, anna: User, signed_in: SignedIn, spoil: Spoil) -> None:
    bad = spoil(play_on(match, 2))
    void_match(bad.pk)
    assertContains(signed_in(anna).get(page_of(bad)), "This match is void.")


@pytest.mark.parametrize("spoil", [lose_moves, lose_game])
def test_hidden_tiles_stay_hidden(generous: Match, anna: User, bob: User, signed_in: SignedIn, spoil: Spoil) -> None:
    """Bob has exchanged 2 and 3; anna sees at most their number while the match runs, and the tiles afterwards."""
    play_move(generous.pk, anna, 1, "1a1", sure=True)
    play_move(generous.pk, bob, 2, "swap 23")
    positions.clear()
    bad = spoil(find_match(generous.pk))
    for browser in (signed_in(anna), signed_in(bob), Client()):
        for name in PAGES:
            assertNotContains(browser.get(page_of(bad, name)), "swap 23")
    assert "swap 23" not in json.dumps(export_of(anna), default=str)
    resign(bad.pk, anna)
    assertContains(Client().get(page_of(bad, "text")), "2. swap 23")


def test_the_sentence_in_dutch_and_german(match: Match) -> None:
    bad = lose_moves(play_on(match, 2))
    for language in ("nl", "de"):
        page = Client().get(page_of(bad), headers={"Accept-Language": language})
        assertContains(page, f'lang="{language}"')
        assertNotContains(page, WHY)


@pytest.mark.django_db(transaction=True)
async def test_an_open_page_hears_of_it(match: Match) -> None:
    bad = await sync_to_async(lambda: lose_moves(play_on(match, 2)))()
    socket = PatientSocket(application, f"/ws/matches/{bad.pk}/", [(b"origin", b"http://localhost")])
    await socket.connect()
    await socket.send_to(json.dumps({"version": 0, "ply": 0}))
    message = json.loads(await socket.receive_from())
    assert WHY in message["partials"]
    await asyncio.wait_for(socket.disconnect(), 10)
