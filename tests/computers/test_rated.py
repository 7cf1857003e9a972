"""Rated and casual matches against computers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.computers.services import begin_guided, begin_match
from games.matches.models import Match
from games.matches.play.requests import arrive
from games.matches.play.services import find_match, offer_rematch, resign
from games.matches.time.control import TimeControl
from games.ratings.models import Rating
from games.rules import Seat
from tests.computers.conftest import a_moment_later
from tests.html import html_of
from tests.ratings.conftest import ended, settle

SignedIn = Callable[[User], Client]
PLAY = reverse("computers:play", args=["sudoku", 1])


def test_a_rated_match_moves_both_ratings(anna: User, computer: User) -> None:
    match = begin_match(anna, "sudoku", 1, rated=True)
    assert match.rated
    ended(anna, computer, 2)
    ratings = {rating.player: rating.rating for rating in Rating.objects.filter(pool__game_slug="sudoku")}
    assert ratings[computer] > 1500 > ratings[anna]


def test_a_first_match_with_the_guide_is_casual_and_so_is_every_match_of_a_guest(anna: User, client: Client) -> None:
    assert not begin_guided(anna, "sudoku").rated
    client.post(PLAY, {"computer-rated": "rated"})
    assert not Match.objects.latest("started_at").rated


@pytest.mark.parametrize(
    ("asked", "control", "rated"),
    [
        ({}, TimeControl.correspondence(days=3), False),
        ({"computer-rated": "rated"}, TimeControl.correspondence(days=3), True),
        ({"computer-rated": "casual", "computer-preset": "14"}, TimeControl.correspondence(days=14), False),
        ({"computer-rated": "rated", "computer-preset": "5+8"}, TimeControl.live(minutes=5, increment=8), True),
    ],
)
def test_the_buttons_take_time_and_stake_from_the_lists_above(
    anna: User,
    signed_in: SignedIn,
    asked: dict[str, str],
    control: TimeControl,
    *,
    rated: bool,
) -> None:
    signed_in(anna).post(PLAY, asked)
    match = Match.objects.get()
    assert (match.time_control, match.rated) == (control, rated)


@pytest.mark.parametrize("wrong", [{"computer-preset": "4"}, {"computer-preset": "1+1"}, {"computer-rated": "double"}])
def test_what_is_not_in_the_lists_is_refused(anna: User, signed_in: SignedIn, wrong: dict[str, str]) -> None:
    page = signed_in(anna).post(PLAY, wrong, follow=True)
    assert "Choose a time control, and rated or casual." in html_of(page)
    assert not Match.objects.exists()


def test_a_face_asks_a_player_for_the_stake_and_a_guest_not(anna: User, client: Client, signed_in: SignedIn) -> None:
    theirs, no_ones = (
        html_of(browser.get(reverse("computers:face", args=[1]))) for browser in (signed_in(anna), client)
    )
    assert 'name="computer-preset"' in theirs
    assert 'name="computer-rated"' in theirs
    assert 'name="computer-preset"' in no_ones
    assert 'name="computer-rated"' not in no_ones


def test_a_live_match_begins_when_its_human_is_there(anna: User, computer: User) -> None:
    match = begin_match(anna, "sudoku", 1, time_control=TimeControl.live(minutes=5, increment=8), rated=True)
    assert match.is_gathering
    assert match.clock.away_since.of(match.seat_of(computer) or Seat.FIRST) is None
    arrive(match, match.seat_of(anna))
    match = find_match(match.pk)
    assert not match.is_gathering
    assert a_moment_later(match).ply == (match.player(Seat.FIRST) == computer)


def test_a_rematch_is_for_the_same_stake(anna: User, computer: User) -> None:
    match = begin_match(anna, "sudoku", 1, rated=True)
    resign(match.pk, anna)
    again = offer_rematch(match.pk, anna)
    assert again
    assert again.rated


def test_a_computer_has_ratings_but_no_rank_among_people(anna: User, bob: User, computer: User, client: Client) -> None:
    for player, rating in ((computer, 1700), (anna, 1600), (bob, 1500)):
        settle(player, rating)
    address = reverse("ratings:pool", args=["sudoku", "days"])
    page = html_of(client.get(address))
    people, _title, computers = page.partition('id="computers-title"')
    assert computer.username not in people
    assert people.index("anna") < people.index("bob")
    assert "1700" in computers.partition('id="how"')[0]
    assert "badge computer" in computers
    assert client.get(address, {"find": computer.username})["Location"] == f"{address}#player-{computer.pk}"
    leaders = html_of(client.get(reverse("ratings:ratings")))
    assert "anna" in leaders
    assert computer.username not in leaders
    assert "1700" in html_of(client.get(reverse("matches:player", args=[computer.username])))
