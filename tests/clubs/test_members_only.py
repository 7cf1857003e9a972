"""Challenges that only the members of a club see and accept."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from accounts.security import CHALLENGES, make_token
from games.clubs.models import Club
from games.clubs.services import ban, close, join, leave, unban
from games.lobby.errors import Closed, NoSuchOffer
from games.lobby.exports import offers_of
from games.lobby.models import Offer
from games.lobby.services import accept_offer, close_stale_offers
from tests.api.conftest import Caller, data_of
from tests.clubs.test_clubs import club
from tests.lobby.test_offer import post

SignedIn = Callable[[User], Client]


@pytest.fixture
def theirs(anna: User, bob: User) -> Club:
    """Return a club of anna, of which bob is a member."""
    one = club(anna, entry=Club.Entry.OPEN)
    join(one, bob)
    return one


def program(player: User) -> Caller:
    made = make_token(player, "a program", [CHALLENGES], 30)
    assert made
    return Caller(made[1])


def offer_in(one: Club, browser: Client) -> Offer:
    post(browser, kind="club", club=one.pk)
    return Offer.objects.get(club=one, status=Offer.Status.OPEN)


def test_only_members_see_a_challenge_of_the_club_and_accept_it(
    theirs: Club, anna: User, bob: User, carl: User, client: Client, signed_in: SignedIn
) -> None:
    hers, his, carls = signed_in(anna), signed_in(bob), signed_in(carl)
    assertContains(hers.get(f"/lobby/new/?club={theirs.pk}"), theirs.name)
    assertNotContains(carls.get(f"/lobby/new/?club={theirs.pk}"), theirs.name)
    offer = offer_in(theirs, hers)
    accept = f"/lobby/{offer.pk}/accept/"
    for page in ("/lobby/", theirs.get_absolute_url()):
        assertContains(his.get(page), accept)
        assertNotContains(carls.get(page), offer.pk)
        assertNotContains(client.get(page), offer.pk)
    assertContains(hers.get(theirs.get_absolute_url()), f"/lobby/{offer.pk}/withdraw/")
    for stranger in (carls, client):
        assert stranger.post(accept).status_code == 404
        assert stranger.post(f"/lobby/{offer.pk}/deal/").status_code == 404
        assert stranger.get(f"/api/v1/challenges/{offer.pk}").status_code == 404
        assert offer.pk not in stranger.get("/api/v1/challenges").content.decode()
    assert [one["challenge"] for one in data_of(program(bob).get("/challenges"))] == [offer.pk]
    his.post(accept)
    offer.refresh_from_db()
    assert offer.match
    assert {offer.match.first, offer.match.second} == {anna, bob}
    assert [one["club"] for one in offers_of(anna)] == [theirs.name]


def test_who_leaves_is_banned_or_blocked_plays_no_challenge_of_the_club(
    theirs: Club, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    join(theirs, carl)
    offer = offer_in(theirs, signed_in(bob))
    ban(theirs, anna, carl)
    with pytest.raises(NoSuchOffer):
        accept_offer(offer.pk, carl)
    leave(theirs, bob)
    with pytest.raises(Closed):
        accept_offer(offer.pk, anna)
    assert close_stale_offers() == 1
    join(theirs, bob)
    offer_in(theirs, signed_in(bob))
    ban(theirs, anna, bob)
    assert close_stale_offers() == 1
    unban(theirs, anna, bob)
    join(theirs, bob)
    other = offer_in(theirs, signed_in(anna))
    close(theirs, anna)
    with pytest.raises(NoSuchOffer):
        accept_offer(other.pk, bob)
    assert close_stale_offers() == 1
    assert Offer.objects.filter(status=Offer.Status.OPEN).count() == 0


def test_a_stranger_cannot_challenge_a_club(theirs: Club, carl: User, anna: User, signed_in: SignedIn) -> None:
    for stranger in (signed_in(carl), signed_in(anna)):
        status, page = post(stranger, kind="club", club="nosuchclub")
        assert status == 422
        assert not Offer.objects.exists()
    assert "Choose one of your clubs" in page or "Take another choice" in page


def test_the_api_makes_one_and_the_club_page_takes_it_back(theirs: Club, anna: User, signed_in: SignedIn) -> None:
    terms = {"game": "summy", "kind": "club", "club": theirs.pk}
    offer = Offer.objects.get(pk=data_of(program(anna).post("/challenges", terms))["challenge"])
    assert program(anna).post("/challenges", {**terms, "club": "another"}).status_code == 422
    answer = signed_in(anna).post(f"/lobby/{offer.pk}/withdraw/", {"next": theirs.get_absolute_url()})
    assertRedirects(answer, theirs.get_absolute_url())
    over = data_of(program(anna).get(f"/challenges/{offer.pk}"))
    assert (over["status"], over["club"]) == ("withdrawn", theirs.pk)
