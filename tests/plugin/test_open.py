"""Fifteen has no hidden tiles and no options: its pages show both racks to every viewer."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from games.catalogue import games
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import play_move, resign
from games.matches.play.starts import Origin
from games.matches.time.control import TimeControl
from games.rules import Seat
from tests.example_games.fifteen.rules import NUMBERS
from tests.html import html_of

SignedIn = Callable[[User], Client]
RACK = re.compile(r'<div id="rack".*?</div>', re.DOTALL)
OPEN = re.compile(r'<p class="final-rack">.*?</p>', re.DOTALL)
FACE = re.compile(r'<(?:button|span)[^>]*class="tile[^>]*>(\d)<')


@pytest.fixture
def match(anna: User, bob: User) -> Match:
    """Return a match of Fifteen that anna begins against bob."""
    return begin(anna, bob)


def begin(anna: User, bob: User, *, live: bool = False, origin: Origin | None = None) -> Match:
    control = TimeControl.live(minutes=5, increment=8) if live else TimeControl.correspondence(days=3)
    options = games()["fifteen"].options_type()
    return start_match(
        game_slug="fifteen", options=options, first=anna, second=bob, time_control=control, origin=origin
    )


def page_of(browser: Client, match: Match) -> str:
    return html_of(browser.get(reverse("matches:match", args=[match.pk])))


def own(page: str) -> tuple[str, ...]:
    (rack,) = RACK.findall(page)
    return tuple(FACE.findall(rack))


def others(page: str) -> list[tuple[str, ...]]:
    return [tuple(FACE.findall(rack)) for rack in OPEN.findall(page)]


@pytest.mark.parametrize("live", [False, True])
def test_both_racks_lie_open_from_the_start(live: bool, anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    match = begin(anna, bob, live=live)
    for player, seat in ((anna, Seat.FIRST), (bob, Seat.SECOND)):
        page = page_of(signed_in(player), match)
        assert own(page) == NUMBERS[seat.index]
        assert others(page) == [NUMBERS[seat.other.index]]
        assert 'class="back ' not in page
        assert "face down" not in page
    watched = page_of(signed_in(carl), match)
    assert others(watched) == [*NUMBERS]
    assert "You are watching." in watched
    assert "hidden." not in watched


def test_it_is_challenged_for_without_options(db: None) -> None:
    assertContains(Client().get("/lobby/?game=fifteen"), "Fifteen")
    rules = Client().get(reverse("rules", args=["fifteen"]))
    assertContains(rules, "odd numbers 1 to 9")
    assertContains(Client().get("/"), "fifteen/board.svg")


def test_anna_wins_with_three_numbers_that_add_up_to_fifteen(
    match: Match, anna: User, bob: User, signed_in: SignedIn
) -> None:
    for ply, text in enumerate(("5b2", "2a1", "9a3", "8c2", "1c1"), 1):
        match = play_move(match.pk, anna if ply % 2 else bob, ply, text)
    assert match.winner == Seat.FIRST
    assertContains(signed_in(bob).get(reverse("matches:match", args=[match.pk])), "Three numbers in a line add up")
    proof = signed_in(bob).get(reverse("matches:fairness", args=[match.pk]))
    assertNotContains(proof, "The sealed order")
    for name in ("text", "json"):
        assertContains(signed_in(bob).get(reverse(f"matches:{name}", args=[match.pk])), "5b2")
    assert signed_in(bob).get(reverse("matches:turn", args=[match.pk, 2])).status_code == 200


def test_bob_may_plan_ahead_before_the_first_move(match: Match, bob: User, signed_in: SignedIn) -> None:
    asked = {"text": "2a1"}
    answer = signed_in(bob).post(reverse("matches:preview", args=[match.pk]), asked, headers={"HX-Request": "true"})
    assertNotContains(answer, "face down")
    assertContains(answer, "2a1")


def test_a_match_goes_on_from_another_as_it_stood(match: Match, anna: User, bob: User) -> None:
    over = resign(play_move(match.pk, anna, 1, "5b2").pk, anna)
    again = begin(anna, bob, origin=Origin(over, 1, Seat.FIRST))
    assert positions.replay(again).position.face_down == ()


def test_anna_has_her_first_match_against_its_computer(anna: User, signed_in: SignedIn) -> None:
    page = signed_in(anna).post(reverse("computers:guided", args=["fifteen"]), follow=True)
    assertContains(page, 'id="board"')
    assert own(html_of(page)) in NUMBERS
