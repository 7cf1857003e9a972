"""The correspondence button: pairs with the first suitable opponent, and never leaves two players waiting."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.online import presence
from accounts.services import block, make_guest
from games.catalogue import games
from games.lobby.models import Offer
from games.lobby.pairing import pair_waiting, play_correspondence
from games.matches.models import Match
from games.matches.time.control import TimeControl
from tests.lobby.conftest import at_once, challenge_to, link_by, offer_by

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]


def doubled(browser: Client) -> tuple[Client, Client]:
    """Return two clients that send a browser's requests at once, both with the same cookies."""
    browser.get("/lobby/")
    twin = Client()
    twin.cookies.load(browser.cookies.output(header="", sep=";"))
    assert twin.cookies["csrftoken"].value == browser.cookies["csrftoken"].value
    return browser, twin


def test_two_strangers_who_press_the_button_play_each_other(db: None) -> None:
    anna, bob = Client(), Client()
    assert anna.post("/lobby/play-now/", {"pace": "days"}).headers["location"] == "/lobby/"
    assert "Looking for an opponent…" in anna.get("/lobby/").content.decode()
    answer = bob.post("/lobby/play-now/", {"pace": "days"})
    match = Match.objects.get()
    assert answer.headers["location"] == f"/matches/{match.pk}/"
    assert match.first.is_guest
    assert match.second.is_guest
    assert f"/matches/{match.pk}/" in anna.get("/lobby/").content.decode()


def test_pressing_again_keeps_the_one_offer(anna: User) -> None:
    first = play_correspondence(anna)
    assert play_correspondence(anna) == first
    assert Offer.objects.count() == 1


def test_annas_waiting_offer_goes_when_she_finds_a_match(anna: User, bob: User) -> None:
    waiting = offer_by(anna)
    offer_by(bob)
    assert isinstance(play_correspondence(anna), Match)
    waiting.refresh_from_db()
    assert waiting.status == Offer.Status.WITHDRAWN


def test_annas_special_offer_stays_when_she_finds_a_match(anna: User, bob: User) -> None:
    special = offer_by(anna, time_control=TimeControl.correspondence(days=14, vacation=True))
    offer_by(bob)
    assert isinstance(play_correspondence(anna), Match)
    special.refresh_from_db()
    assert special.is_open


def test_it_takes_up_who_is_here_then_the_usual_options_then_the_oldest(anna: User, bob: User, carl: User) -> None:
    dora, emil = User.objects.create_user("dora"), User.objects.create_user("emil")
    offers = [
        offer_by(bob, time_control=TimeControl.correspondence(days=14, vacation=True)),  # the oldest, but offline
        offer_by(carl),
        offer_by(dora, starts=Offer.Starts.CHALLENGER),
        offer_by(emil),
    ]
    for player in (dora, emil):
        presence.touch(player)
    found = [play_correspondence(anna) for _offer in offers]
    opponents = [
        str(match.player(seat.other)) for match in found if isinstance(match, Match) and (seat := match.seat_of(anna))
    ]
    assert opponents == ["emil", "dora", "carl", "bob"]


def test_it_takes_no_challenge_or_link_and_no_one_blocked(anna: User, bob: User, carl: User) -> None:
    challenge_to(anna, by=carl)
    link_by(carl)
    offer_by(bob)
    block(by=bob, of=anna)
    assert isinstance(play_correspondence(anna), Offer)


def test_a_chosen_game_is_the_only_one_that_will_do(anna: User, bob: User, signed_in: SignedIn) -> None:
    offer_by(bob)
    answer = signed_in(anna).post("/lobby/play-now/", {"game": "digifeud", "pace": "days"})
    assert answer.headers["location"].startswith("/matches/")


def test_an_unknown_game_is_any_game(anna: User, bob: User, signed_in: SignedIn) -> None:
    offer_by(bob)
    answer = signed_in(anna).post("/lobby/play-now/", {"game": "chess", "pace": "days"})
    assert answer.headers["location"].startswith("/matches/")


def test_too_many_offers_is_a_sentence(anna: User, signed_in: SignedIn) -> None:
    for _offer in range(10):
        link_by(anna)
    answer = signed_in(anna).post("/lobby/play-now/", {"pace": "days"})
    assert answer.status_code == 429
    assert "Withdraw one first." in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_two_who_press_at_the_same_instant_find_each_other(anna: User, bob: User) -> None:
    for number in range(1, 6):
        outcomes = at_once(lambda: play_correspondence(anna), lambda: play_correspondence(bob))
        assert Match.objects.count() == number
        assert any(isinstance(outcome, Match) for outcome in outcomes)
        assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        assert not Offer.objects.filter(status=Offer.Status.OPEN).exists()


@pytest.mark.django_db(transaction=True)
def test_six_who_press_at_the_same_instant_play_three_matches(db: None) -> None:
    players = [User.objects.create_user(f"player{number}") for number in range(6)]
    outcomes = at_once(*[lambda player=player: play_correspondence(player) for player in players])
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    seated = [key for match in Match.objects.all() for key in (match.first_id, match.second_id)]
    waiting = list(Offer.objects.filter(status=Offer.Status.OPEN).values_list("challenger", flat=True))
    assert sorted(seated + waiting) == sorted(player.pk for player in players)
    assert len(waiting) < 2


@pytest.mark.django_db(transaction=True)
def test_who_loses_the_race_for_one_offer_tries_the_next(anna: User, bob: User, carl: User) -> None:
    dora = User.objects.create_user("dora")
    offer_by(anna)
    offer_by(bob)
    outcomes = at_once(lambda: play_correspondence(carl), lambda: play_correspondence(dora))
    assert [type(outcome) for outcome in outcomes] == [Match, Match]


def test_two_who_wait_for_each_other_are_brought_together(anna: User, bob: User, carl: User) -> None:
    for player in (anna, bob, carl):
        presence.touch(player)
        offer_by(player)
    offer_by(anna, time_control=TimeControl.correspondence(days=7, vacation=True))
    pair_waiting()
    match = Match.objects.get()
    assert {match.first, match.second} == {anna, bob}
    assert set(Offer.objects.filter(status=Offer.Status.OPEN).values_list("challenger__username", "base")) == {
        ("carl", timedelta(days=3)),
        ("anna", timedelta(days=7)),
    }
    pair_waiting()
    assert Match.objects.count() == 1


def test_who_chose_who_starts_goes_on_waiting(anna: User, bob: User) -> None:
    for player in (anna, bob):
        presence.touch(player)
        offer_by(player, starts=Offer.Starts.CHALLENGER)
    pair_waiting()
    assert Offer.objects.filter(status=Offer.Status.OPEN).count() == 2


def test_no_one_is_brought_together_who_is_away_or_blocked(anna: User, bob: User, carl: User) -> None:
    for player in (anna, bob, carl):
        offer_by(player)
    for player in (anna, carl):
        presence.touch(player)
    block(by=carl, of=anna)
    pair_waiting()
    assert Offer.objects.filter(status=Offer.Status.OPEN).count() == 3


@pytest.mark.django_db(transaction=True)
def test_two_clocks_bring_the_same_two_together_once(anna: User, bob: User) -> None:
    for player in (anna, bob):
        presence.touch(player)
        offer_by(player)
    assert at_once(pair_waiting, pair_waiting, pair_waiting) == [None] * 3
    assert Match.objects.count() == 1


def test_a_guest_whose_answer_was_lost_is_no_ones_opponent(anna: User) -> None:
    lost = make_guest()
    offer_by(lost)
    assert isinstance(play_correspondence(anna), Offer)


@pytest.mark.django_db(transaction=True)
def test_a_strangers_double_click_is_one_guest_and_no_match_with_themselves(db: None) -> None:
    clicks = doubled(Client())
    answers = at_once(*[lambda click=click: click.post("/lobby/play-now/", {"pace": "days"}) for click in clicks])
    assert [str(answer) for answer in answers if isinstance(answer, Exception)] == []
    assert User.objects.count() == Offer.objects.count() == 1
    assert not Match.objects.exists()
    assert all("Looking for an opponent" in click.get("/lobby/").content.decode() for click in clicks)


@pytest.mark.django_db(transaction=True)
def test_a_strangers_double_click_on_a_link_is_one_match(anna: User) -> None:
    clicks, offer = doubled(Client()), link_by(anna)
    at_once(*[lambda click=click: click.post(f"/lobby/{offer.pk}/accept/") for click in clicks])
    match = Match.objects.get()
    for click in clicks:
        assert match.seat_of(User.objects.get(pk=click.session["_auth_user_id"]))
    assert User.objects.count() == 2


def test_the_offer_has_the_usual_options(anna: User) -> None:
    offer = play_correspondence(anna)
    assert isinstance(offer, Offer)
    assert (offer.options, offer.starts) == (games()[offer.game_slug].options_type(), Offer.Starts.RANDOM)
    assert offer.made_at <= timezone.now()
