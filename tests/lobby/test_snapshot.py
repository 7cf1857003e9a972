"""Pages of the lobby that are loaded within a second share what all see; an announced change is on the next page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Block, User
from games.lobby import partials
from games.lobby.models import Offer
from games.lobby.services import withdraw_offer
from tests.html import html_of
from tests.lobby.conftest import offer_by

SignedIn = Callable[[User], Client]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _kept(settings: Settings) -> None:
    """Keep the lists for longer than a test takes, from an empty memory on."""
    settings.LOBBY_LISTS_KEPT = 600.0
    partials._snapshots.clear()


def lobby_of(client: Client, query: str = "") -> str:
    return html_of(client.get(reverse("lobby:lobby") + query))


def test_an_announced_offer_is_on_the_next_page(anna: User, bob: User, signed_in: SignedIn) -> None:
    browser = signed_in(bob)
    assert "anna" not in lobby_of(browser)
    offer = offer_by(anna)
    assert reverse("lobby:accept", args=[offer.pk]) in lobby_of(browser)
    withdraw_offer(offer.pk, anna)
    assert reverse("lobby:accept", args=[offer.pk]) not in lobby_of(browser)


def test_who_arrives_is_on_the_next_page(anna: User, bob: User, signed_in: SignedIn) -> None:
    browser = signed_in(bob)
    lobby_of(browser)
    lobby_of(signed_in(anna))
    assert reverse("matches:player", args=["anna"]) in lobby_of(browser)


def test_each_viewer_sees_the_same_lists_in_their_own_way(
    anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    offer = offer_by(anna)
    Block.objects.create(by=carl, of=anna)
    of_anna, of_bob, of_carl = (lobby_of(signed_in(user)) for user in (anna, bob, carl))
    accept = reverse("lobby:accept", args=[offer.pk])
    assert accept not in of_anna
    assert accept in of_bob
    assert accept not in of_carl
    german = html_of(signed_in(bob).get(reverse("lobby:lobby"), headers={"Accept-Language": "de"}))
    assert 'lang="de"' in german
    assert accept in german
    assert lobby_of(signed_in(bob), "?game=summy").count(accept) == 0


def test_a_further_page_reads_only_what_is_its_viewers_own(anna: User, bob: User, signed_in: SignedIn) -> None:
    offer_by(anna)
    browser = signed_in(bob)
    first = lobby_of(browser)
    with CaptureQueriesContext(connection) as found:
        assert lobby_of(browser).count("/accept/") == first.count("/accept/") > 0
    assert not any("ROW_NUMBER" in query["sql"] for query in found.captured_queries)


def test_lists_that_nothing_was_announced_about_are_read_again_in_time(
    anna: User, bob: User, signed_in: SignedIn, settings: Settings
) -> None:
    """Another process, whose announcement this one does not hear without an open page, made an offer."""
    offer = offer_by(anna)
    Offer.objects.filter(pk=offer.pk).update(status=Offer.Status.WITHDRAWN)
    browser = signed_in(bob)
    assert offer.pk not in lobby_of(browser)
    Offer.objects.filter(pk=offer.pk).update(status=Offer.Status.OPEN)
    assert offer.pk not in lobby_of(browser)
    settings.LOBBY_LISTS_KEPT = 0.0
    assert offer.pk in lobby_of(browser)
