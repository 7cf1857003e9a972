"""However many offers mallory's accounts make, players who are online find each other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from accounts.online import presence
from accounts.services import block
from games.catalogue import games
from games.lobby.models import Offer
from games.lobby.own import FADES
from games.lobby.pairing import play_correspondence, play_live, play_now
from games.matches.models import Match
from games.matches.time.control import USUAL_CORRESPONDENCE, USUAL_LIVE, TimeControl
from tests.html import html_of
from tests.lobby.conftest import live_by, lobby_of, offer_by

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]


def puppets(number: int, offers: int, time_control: TimeControl = USUAL_CORRESPONDENCE) -> list[User]:
    """Return accounts of mallory's, each with as many open offers."""
    accounts = [User(username=f"puppet{one}", name_key=f"puppet{one}") for one in range(number)]
    accounts = User.objects.bulk_create(accounts)
    options = games()["digifeud"].options_type().data()
    made = [Offer(challenger=one, game_slug="digifeud", option_data=options) for one in accounts for _ in range(offers)]
    for offer in made:
        offer.time_control = time_control
    Offer.objects.bulk_create(made)
    return accounts


def made(offer: Offer, ago: timedelta) -> Offer:
    Offer.objects.filter(pk=offer.pk).update(made_at=timezone.now() - ago)
    return offer


def left(player: User, ago: timedelta) -> None:
    User.objects.filter(pk=player.pk).update(seen_at=timezone.now() - ago)


def test_thirteen_accounts_with_130_offers_hide_no_one(anna: User, bob: User, carl: User) -> None:
    honest = made(offer_by(anna), timedelta(hours=2))
    presence.touch(anna)
    left(bob, timedelta(minutes=30))
    waits = made(offer_by(bob), timedelta(hours=1))
    accounts = puppets(13, 10)
    listed = lobby_of(carl).offers
    assert listed[0] == honest
    assert waits in listed
    assert len(listed) == 15
    assert sum(offer.challenger in accounts for offer in listed) == 13
    assert {offer.more for offer in listed if offer.challenger in accounts} == {9}


def test_a_player_has_one_row_and_the_others_are_on_the_players_page(
    anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    for days in (1, 2, 3, 5):
        offer_by(anna, time_control=TimeControl.correspondence(days=days))
    page = html_of(signed_in(bob).get("/lobby/"))
    assert page.count("/accept/") == 1
    assert "and 3 more" in page
    address = reverse("matches:player", args=["anna"])
    assert html_of(signed_in(bob).get(address)).count("/accept/") == 4
    assert html_of(Client().get(address)).count("/accept/") == 4
    assertNotContains(signed_in(anna).get(address), "/accept/")
    block(by=anna, of=carl)
    assertNotContains(signed_in(carl).get(address), "/accept/")


def test_offers_of_those_who_left_fade_after_an_hour_and_live_ones_at_once(anna: User, bob: User, carl: User) -> None:
    days, live = offer_by(anna), live_by(bob)
    for offer in (days, live):
        made(offer, 2 * FADES)
    left(anna, FADES - timedelta(minutes=1))
    left(bob, timedelta(seconds=80))
    assert lobby_of(carl).offers == [live, days]
    left(bob, timedelta(seconds=100))
    assert lobby_of(carl).offers == [days]
    left(anna, FADES + timedelta(minutes=1))
    assert lobby_of(carl).offers == []
    presence.touch(User.objects.get(pk=anna.pk))
    assert lobby_of(carl).offers == [days]


@pytest.mark.parametrize("time_control", [USUAL_CORRESPONDENCE, USUAL_LIVE])
def test_offers_of_the_absent_do_not_hide_one_who_is_here(anna: User, bob: User, time_control: TimeControl) -> None:
    for account in puppets(6, 9, time_control):
        left(account, timedelta(hours=2))
    Offer.objects.update(made_at=timezone.now() - timedelta(hours=2))
    presence.touch(anna)
    offer_by(anna, time_control=time_control)
    play = play_live if time_control.is_live else play_correspondence
    match = play(bob)
    assert isinstance(match, Match)
    assert match.seat_of(anna)


def test_many_odd_offers_of_a_few_who_are_here_do_not_hide_the_usual_one(anna: User, bob: User) -> None:
    for account in puppets(20, 9, TimeControl.live(minutes=1, increment=0)):
        presence.touch(account)
    Offer.objects.update(made_at=timezone.now() - timedelta(hours=2))
    presence.touch(anna)
    live_by(anna)
    match = play_now(bob)
    assert isinstance(match, Match)
    assert match.seat_of(anna)


def test_a_flood_costs_no_query_more(anna: User, bob: User, signed_in: SignedIn) -> None:
    browser = signed_in(bob)
    offer_by(anna)
    browser.get("/lobby/")
    with CaptureQueriesContext(connection) as calm:
        browser.get("/lobby/")
    puppets(13, 10)
    with CaptureQueriesContext(connection) as flooded:
        assertContains(browser.get("/lobby/"), "and 9 more")
    assert len(flooded) == len(calm)
