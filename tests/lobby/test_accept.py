"""Answers to offers: accept, decline, withdraw; too late, twice, by others, and between blocked players."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import block
from games.lobby.errors import Closed, NoSuchOffer, OwnOffer, Taken
from games.lobby.models import Offer
from games.lobby.services import accept_offer, decline_offer, withdraw_offer
from games.matches.errors import Blocked
from games.matches.models import Match
from tests.lobby.conftest import at_once, challenge_to, link_by, offer_by

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]


def test_anna_offers_bob_accepts_and_carl_comes_too_late(
    anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    offer = offer_by(anna, starts=Offer.Starts.CHALLENGER)
    answer = signed_in(bob).post(f"/lobby/{offer.pk}/accept/")
    match = Match.objects.get()
    assert answer.headers["location"] == f"/matches/{match.pk}/"
    assert (match.first, match.second, match.time_control) == (anna, bob, offer.time_control)
    late = signed_in(carl).post(f"/lobby/{offer.pk}/accept/")
    assert late.status_code == 409
    assert "Too late: someone else just took this challenge." in late.content.decode()


def test_who_accepts_starts_if_the_offer_says_so(anna: User, bob: User) -> None:
    assert accept_offer(offer_by(anna, starts=Offer.Starts.OPPONENT).pk, bob).first == bob


def test_chance_lets_either_start(anna: User, bob: User) -> None:
    starters = {accept_offer(link_by(anna).pk, bob).first.username for _match in range(40)}
    assert starters == {"anna", "bob"}


def test_accepting_twice_gives_the_same_match(anna: User, bob: User) -> None:
    offer = offer_by(anna)
    assert accept_offer(offer.pk, bob) == accept_offer(offer.pk, bob)
    assert Match.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_bob_and_carl_accept_at_the_same_instant(anna: User, bob: User, carl: User) -> None:
    for _round in range(5):
        offer = link_by(anna)
        outcomes = at_once(lambda: accept_offer(offer.pk, bob), lambda: accept_offer(offer.pk, carl))  # noqa: B023
        assert {type(outcome) for outcome in outcomes} == {Match, Taken}
    assert Match.objects.count() == 5


@pytest.mark.django_db(transaction=True)
def test_a_double_click_is_one_match(anna: User, bob: User) -> None:
    offer = offer_by(anna)
    outcomes = at_once(*[lambda: accept_offer(offer.pk, bob)] * 3)
    assert outcomes == [Match.objects.get()] * 3


@pytest.mark.django_db(transaction=True)
def test_anna_withdraws_while_bob_accepts(anna: User, bob: User) -> None:
    offer = offer_by(anna)
    accepted, withdrawn = at_once(lambda: accept_offer(offer.pk, bob), lambda: withdraw_offer(offer.pk, anna))
    if isinstance(accepted, Match):
        assert isinstance(withdrawn, Taken)
    else:
        assert isinstance(accepted, Closed)
        assert withdrawn is None
        assert not Match.objects.exists()


def test_anna_cannot_accept_her_own_offer(anna: User, signed_in: SignedIn) -> None:
    answer = signed_in(anna).post(f"/lobby/{offer_by(anna).pk}/accept/")
    assert answer.status_code == 409
    assert "This is your own challenge" in answer.content.decode()
    with pytest.raises(OwnOffer):
        accept_offer(link_by(anna).pk, anna)


def test_bob_accepts_a_challenge_and_the_page_says_whose(anna: User, bob: User, signed_in: SignedIn) -> None:
    offer = challenge_to(bob, by=anna)
    browser = signed_in(bob)
    page = browser.get("/lobby/").content.decode()
    assert "You are challenged" in page
    assert f"/lobby/{offer.pk}/decline/" in page
    browser.post(f"/lobby/{offer.pk}/accept/")
    assert {Match.objects.get().first, Match.objects.get().second} == {anna, bob}


def test_bob_declines(anna: User, bob: User, signed_in: SignedIn) -> None:
    offer = challenge_to(bob, by=anna)
    assert signed_in(bob).post(f"/lobby/{offer.pk}/decline/").headers["location"] == "/lobby/"
    decline_offer(offer.pk, bob)  # once more: nothing happens
    with pytest.raises(Closed):
        accept_offer(offer.pk, bob)
    assert f"/lobby/{offer.pk}/" not in signed_in(anna).get("/lobby/").content.decode()


def test_anna_withdraws(anna: User, bob: User, signed_in: SignedIn) -> None:
    offer = offer_by(anna)
    assert signed_in(anna).post(f"/lobby/{offer.pk}/withdraw/").headers["location"] == "/lobby/"
    withdraw_offer(offer.pk, anna)  # once more: nothing happens
    answer = signed_in(bob).post(f"/lobby/{offer.pk}/accept/")
    assert answer.status_code == 409
    assert "This challenge is no longer open." in answer.content.decode()


def test_a_challenge_is_the_business_of_two(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    offer = challenge_to(bob, by=anna)
    assert f"/lobby/{offer.pk}/" not in signed_in(carl).get("/lobby/").content.decode()
    for act in ("accept", "decline", "withdraw"):
        answer = signed_in(carl).post(f"/lobby/{offer.pk}/{act}/")
        assert answer.status_code == 404
        assert "We could not find this challenge." in answer.content.decode()
    with pytest.raises(NoSuchOffer):
        withdraw_offer(offer.pk, bob)
    with pytest.raises(NoSuchOffer):
        decline_offer(offer.pk, anna)
    offer.refresh_from_db()
    assert offer.is_open


def test_no_one_withdraws_or_declines_what_is_open_to_all(anna: User, bob: User) -> None:
    offer = offer_by(anna)
    for act in (withdraw_offer, decline_offer):
        with pytest.raises(NoSuchOffer):
            act(offer.pk, bob)


@pytest.mark.parametrize("act", ["accept", "decline", "withdraw"])
@pytest.mark.parametrize("key", ["nosuchoffer", "0", "-", "x" * 300])
def test_an_offer_that_never_was_is_not_found(db: None, act: str, key: str) -> None:
    answer = Client().post(f"/lobby/{key}/{act}/")
    assert answer.status_code == 404
    assert "We could not find this challenge." in answer.content.decode()
    assert not User.objects.exists()  # no guest is created


def test_a_stranger_accepts_as_a_guest(anna: User) -> None:
    answer = Client().post(f"/lobby/{offer_by(anna).pk}/accept/")
    match = Match.objects.get()
    assert answer.headers["location"] == f"/matches/{match.pk}/"
    assert any(player.is_guest for player in (match.first, match.second))


@pytest.mark.parametrize("who", ["anna", "bob"])
def test_a_block_by_either_hides_offers_and_stops_everything(
    who: str, anna: User, bob: User, signed_in: SignedIn
) -> None:
    open_offer, challenge, link = offer_by(anna), challenge_to(bob, by=anna), link_by(anna)
    block(by=User.objects.get(username=who), of=anna if who == "bob" else bob)
    page = signed_in(bob).get("/lobby/").content.decode()
    for offer in (open_offer, challenge, link):
        assert offer.pk not in page
        with pytest.raises(Blocked):
            accept_offer(offer.pk, bob)
    for challenger, opponent in ((anna, bob), (bob, anna)):
        with pytest.raises(Blocked):
            challenge_to(opponent, by=challenger)
    answer = signed_in(bob).get(f"/lobby/c/{link.pk}/")
    assert answer.status_code == 403
    assert "accept/" not in answer.content.decode().partition("<section")[2]
    assert not Match.objects.exists()


def test_the_offer_of_someone_who_left_cannot_be_accepted(anna: User, bob: User) -> None:
    offer = link_by(anna)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    with pytest.raises(Closed):
        accept_offer(offer.pk, bob)


def test_the_offer_of_a_game_that_is_gone_is_closed(anna: User, bob: User, signed_in: SignedIn) -> None:
    offer = offer_by(anna)
    Offer.objects.update(game_slug="forgotten")
    assert offer.pk not in signed_in(bob).get("/lobby/").content.decode()
    with pytest.raises(Closed):
        accept_offer(offer.pk, bob)
