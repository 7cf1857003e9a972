"""The lobby page: its content for each viewer, its order, and its number of queries."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.online import presence
from games.catalogue import games
from games.lobby.lists import BEGUN
from games.lobby.models import Offer
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import resign
from games.matches.time.control import TimeControl
from tests.html import html_of
from tests.lobby.conftest import challenge_to, link_by, lobby_of, move_in_all, offer_by
from tests.sizes import cases, examples

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]


def match_of(first: User, second: User, days: int = 3) -> Match:
    options = games()["digifeud"].options_type()
    return start_match(
        game_slug="digifeud",
        options=options,
        first=first,
        second=second,
        time_control=TimeControl.correspondence(days=days),
    )


def people(number: int) -> list[User]:
    return [User.objects.create_user(f"someone{one}") for one in range(number)]


def test_a_stranger_sees_the_public_lobby(anna: User, bob: User) -> None:
    offer, match = offer_by(anna), match_of(anna, bob)
    move_in_all()
    answer = Client().get("/lobby/")
    page = html_of(answer)
    assert answer.status_code == 200
    assert f"/lobby/{offer.pk}/accept/" in page
    assert f"/matches/{match.pk}/" in page
    assert not User.objects.exclude(pk__in=[anna.pk, bob.pk]).exists()


def test_an_empty_lobby_says_what_to_do(db: None) -> None:
    page = html_of(Client().get("/lobby/"))
    assert "No open challenge right now." in page
    assert "No match is being played right now." in page


def test_each_finds_what_is_theirs_and_nothing_else(anna: User, bob: User, carl: User) -> None:
    open_offer, challenge, link = offer_by(anna), challenge_to(bob, by=anna), link_by(anna)
    of_anna, of_bob, of_carl = lobby_of(anna), lobby_of(bob), lobby_of(carl)
    assert {offer.pk for offer in of_anna.waiting} == {open_offer.pk, challenge.pk, link.pk}
    assert (of_anna.offers, of_anna.challenges) == ([], [])
    assert (of_bob.offers, of_bob.challenges, of_bob.waiting) == ([open_offer], [challenge], [])
    assert (of_carl.offers, of_carl.challenges, of_carl.waiting) == ([open_offer], [], [])


def test_annas_own_turn_comes_first_and_then_whatever_is_due_first(anna: User, bob: User) -> None:
    waits_short = match_of(bob, anna, days=1)
    mine_long = match_of(anna, bob, days=7)
    mine_short = match_of(anna, bob, days=2)
    waits_long = match_of(bob, anna, days=14)
    found = lobby_of(anna).mine
    assert [one.match for one in found] == [mine_short, mine_long, waits_short, waits_long]
    assert [one.my_turn for one in found] == [True, True, False, False]
    assert found[0].opponent == bob


def test_her_own_points_come_first(anna: User, bob: User, signed_in: SignedIn) -> None:
    match_of(bob, anna)
    assert "0 : 0" not in html_of(signed_in(anna).get("/lobby/"))  # it says nothing
    Match.objects.update(first_points=21, second_points=8)
    assert "8 : 21" in html_of(signed_in(anna).get("/lobby/"))


def test_carl_watches_the_matches_of_others_while_they_run(anna: User, bob: User, carl: User) -> None:
    running, over = match_of(anna, bob), match_of(anna, bob)
    move_in_all()
    resign(over.pk, anna)
    assert lobby_of(carl).watch == [running]
    assert lobby_of(anna).watch == []
    assert [one.match for one in lobby_of(anna).mine] == [running]


def test_matches_in_which_much_has_happened_come_before_those_that_just_began(
    anna: User, bob: User, carl: User
) -> None:
    earlier, later, new = match_of(anna, bob), match_of(anna, bob), match_of(anna, bob)
    move_in_all()
    Match.objects.filter(pk__in=[earlier.pk, later.pk]).update(ply=BEGUN)
    assert lobby_of(carl).watch == [later, earlier, new]


def test_who_has_not_been_seen_for_90_seconds_is_not_here(anna: User, bob: User, signed_in: SignedIn) -> None:
    presence.touch(anna)
    assert [user.username for user in lobby_of(bob).online] == ["anna"]
    with time_machine.travel(timezone.now() + timedelta(seconds=91)):
        page = html_of(signed_in(bob).get("/lobby/"))
    assert "1 player online" in page
    assert "/matches/by/anna/" not in page


def test_bob_can_challenge_who_is_here_with_one_click(anna: User, bob: User, signed_in: SignedIn) -> None:
    presence.touch(anna)
    page = html_of(signed_in(bob).get("/lobby/"))
    assert "/lobby/new/?opponent=anna" in page
    assert "/lobby/new/?opponent=bob" not in page


@cases("viewer", {"anna": "anna", "visitor": None}, default=["anna"])
def test_a_full_lobby_takes_one_query_more_than_an_empty_one(
    anna: User, signed_in: SignedIn, viewer: str | None
) -> None:
    browser = signed_in(anna) if viewer else Client()
    browser.get("/lobby/")  # the session and everything that is read only once
    with CaptureQueriesContext(connection) as empty:
        browser.get("/lobby/")
    crowd = people(examples(30, 100))
    for player, other in zip(crowd, reversed(crowd), strict=True):
        offer_by(player)
        match_of(player, other if other != player else anna)
        match_of(anna, player)
        presence.touch(player)
    with CaptureQueriesContext(connection) as full:
        page = html_of(browser.get("/lobby/"))
    assert page.count("/accept/") == len(crowd)
    # the ratings and vacations of challengers: an empty lobby needs none
    assert len(full) <= len(empty) + 2 <= (17 if viewer else 7) + 2, [query["sql"] for query in full]


def test_only_so_much_is_shown(anna: User) -> None:
    for player in people(105):
        offer_by(player)
    assert len(lobby_of(anna).offers) == 100
    assert Offer.objects.count() == 105


def test_names_are_shown_as_text(bob: User, signed_in: SignedIn) -> None:
    mean = User.objects.create_user("mean")
    User.objects.filter(pk=mean.pk).update(username="<b>&x")
    mean.refresh_from_db()
    offer_by(mean)
    page = html_of(signed_in(bob).get("/lobby/"))
    assert "<b>&x" not in page
    assert "&lt;b&gt;" in page


def test_the_page_is_in_the_viewers_language_and_never_from_a_cache(db: None) -> None:
    answer = Client(headers={"accept-language": "de"}).get("/lobby/")
    assert '<html lang="de"' in html_of(answer)
    assert "no-store" in answer.headers["cache-control"]
