"""Challenge links: opened by a stranger, by their maker, by a chat program, too late."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.lobby.models import Offer
from games.lobby.services import accept_offer, withdraw_offer
from games.matches.models import Match
from tests.html import html_of
from tests.lobby.conftest import challenge_to, link_by, offer_by

SignedIn = Callable[[User], Client]


def read(browser: Client, offer: Offer) -> tuple[int, str]:
    answer = browser.get(f"/lobby/c/{offer.pk}/")
    return answer.status_code, html_of(answer)


def test_a_stranger_opens_annas_link_and_plays(anna: User) -> None:
    offer, browser = link_by(anna), Client(enforce_csrf_checks=True)
    status, page = read(browser, offer)
    assert status == 200
    assert "anna challenges you to a game of Digifeud" in page
    assert f'action="/lobby/{offer.pk}/accept/"' in page
    token = browser.cookies["csrftoken"].value
    answer = browser.post(f"/lobby/{offer.pk}/accept/", {"csrfmiddlewaretoken": token})
    match = Match.objects.get()
    assert answer.headers["location"] == f"/matches/{match.pk}/"
    assert {match.first.is_guest, match.second.is_guest} == {True, False}


def test_a_chat_program_that_fetches_the_link_changes_nothing(anna: User) -> None:
    offer = link_by(anna)
    for browser in (Client(), Client(headers={"user-agent": "ChatBot/1.0"})):
        status, page = read(browser, offer)
        assert status == 200
        assert 'property="og:title" content="anna challenges you to a game of Digifeud"' in page
        assert browser.head(f"/lobby/c/{offer.pk}/").status_code == 200
        assert browser.post(f"/lobby/c/{offer.pk}/").status_code == 405
    offer.refresh_from_db()
    assert offer.is_open
    assert User.objects.count() == 1


def test_bob_plays_under_his_own_name(anna: User, bob: User, signed_in: SignedIn) -> None:
    offer, browser = link_by(anna), signed_in(bob)
    assert "as a guest" not in read(browser, offer)[1]
    browser.post(f"/lobby/{offer.pk}/accept/")
    assert {Match.objects.get().first, Match.objects.get().second} == {anna, bob}


def test_anna_finds_her_link_to_copy_and_no_button_to_play(anna: User, signed_in: SignedIn) -> None:
    offer = link_by(anna)
    status, page = read(signed_in(anna), offer)
    assert status == 200
    assert "Send this link to a friend." in page
    assert f"http://testserver/lobby/c/{offer.pk}/" in page
    assert f"?offer={offer.pk}&amp;waiting={offer.pk}" in page


def test_a_link_that_was_used_says_so_and_takes_the_players_to_their_match(
    anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    offer = link_by(anna)
    match = accept_offer(offer.pk, bob)
    for player in (anna, bob):
        assert signed_in(player).get(f"/lobby/c/{offer.pk}/").headers["location"] == f"/matches/{match.pk}/"
    for browser in (signed_in(carl), Client()):
        status, page = read(browser, offer)
        assert status == 410
        assert "someone else just took this challenge." in page
        assert f"/lobby/{offer.pk}/accept/" not in page.partition('id="challenge"')[2]


def test_a_withdrawn_link_says_so(anna: User, signed_in: SignedIn) -> None:
    offer = link_by(anna)
    withdraw_offer(offer.pk, anna)
    for browser in (signed_in(anna), Client()):
        status, page = read(browser, offer)
        assert status == 410
        assert "This challenge is no longer open." in page


@pytest.mark.parametrize("key", ["nosuchoffer", "0", "x" * 500])
def test_a_link_to_nothing(db: None, key: str) -> None:
    answer = Client().get(f"/lobby/c/{key}/")
    assert answer.status_code == 404
    assert "We could not find this challenge." in html_of(answer)


def test_only_links_are_found_here(anna: User, bob: User, signed_in: SignedIn) -> None:
    for offer in (offer_by(anna), challenge_to(bob, by=anna)):
        assert read(signed_in(bob), offer)[0] == 404


def test_the_secret_of_a_link_is_in_no_one_elses_lobby(anna: User, bob: User, signed_in: SignedIn) -> None:
    offer = link_by(anna)
    assert offer.pk in html_of(signed_in(anna).get("/lobby/"))
    assert offer.pk not in html_of(signed_in(bob).get("/lobby/"))
    assert len(offer.pk) == 16
