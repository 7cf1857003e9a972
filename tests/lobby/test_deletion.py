"""Offers of players who are offline or deleted, and their export."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import cast

import pytest
import time_machine
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.online import presence
from accounts.services import delete_account, make_guest
from games.lobby.models import Offer
from games.lobby.services import accept_offer, close_stale_offers
from games.matches.time.control import TimeControl
from tests.exports import export_of
from tests.hooks import run_periodic_work
from tests.lobby.conftest import challenge_to, link_by, offer_by

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]


def open_after(time: timedelta, *offers: Offer) -> list[bool]:
    """Return which of the offers are still open after this time and a sweep."""
    close_stale_offers(timezone.now() + time)
    return [Offer.objects.get(pk=offer.pk).is_open for offer in offers]


def test_the_offer_of_a_guest_who_left_goes_after_ten_minutes(anna: User) -> None:
    guest = make_guest()
    presence.touch(guest)
    of_guest, of_anna = offer_by(guest), offer_by(anna)
    assert open_after(timedelta(minutes=9), of_guest, of_anna) == [True, True]
    assert open_after(timedelta(minutes=11), of_guest, of_anna) == [False, True]


def test_the_offer_of_a_guest_who_was_never_seen_goes_too(db: None) -> None:
    offer = offer_by(make_guest())
    assert open_after(timedelta(minutes=9), offer) == [True]
    assert open_after(timedelta(minutes=11), offer) == [False]


def test_the_offer_of_a_guest_who_is_here_stays(db: None) -> None:
    guest = make_guest()
    offer = offer_by(guest)
    presence.touch(guest, timezone.now() + timedelta(hours=1))
    assert open_after(timedelta(hours=1, minutes=5), offer) == [True]


def test_the_link_of_a_guest_waits_for_two_weeks(db: None) -> None:
    offer = link_by(make_guest())
    assert open_after(timedelta(days=13), offer) == [True]
    assert open_after(timedelta(days=15), offer) == [False]


def test_the_open_offer_of_a_player_waits_for_three_days(anna: User, bob: User) -> None:
    of_anna, to_bob = offer_by(anna), challenge_to(bob, by=anna)
    assert open_after(timedelta(days=2), of_anna, to_bob) == [True, True]
    assert open_after(timedelta(days=4), of_anna, to_bob) == [False, True]


def test_a_match_is_never_taken_back(anna: User, bob: User) -> None:
    offer = offer_by(anna)
    accept_offer(offer.pk, bob)
    assert close_stale_offers(timezone.now() + timedelta(days=99)) == 0
    offer.refresh_from_db()
    assert offer.status == Offer.Status.ACCEPTED


def test_the_clock_sweeps_by_itself(anna: User) -> None:
    offer_by(anna)
    with time_machine.travel(timezone.now() + timedelta(days=20)):
        run_periodic_work()
    assert not Offer.objects.filter(status=Offer.Status.OPEN).exists()


def test_who_leaves_for_good_takes_back_what_is_open(anna: User, bob: User) -> None:
    kept = offer_by(bob)
    made, got = offer_by(anna), challenge_to(anna, by=bob)
    delete_account(anna)
    assert open_after(timedelta(0), made, got, kept) == [False, False, True]


def test_what_waits_for_a_closed_account_goes_with_the_next_sweep(anna: User, bob: User) -> None:
    kept = offer_by(bob)
    made, got = offer_by(anna), challenge_to(anna, by=bob)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert open_after(timedelta(0), made, got, kept) == [False, False, True]


def test_anna_finds_her_offers_in_everything_that_is_kept_about_her(anna: User, bob: User, carl: User) -> None:
    accept_offer(offer_by(anna, time_control=TimeControl.correspondence(days=7, vacation=True)).pk, bob)
    challenge_to(anna, by=bob)
    offer_by(carl)
    export = export_of(anna)
    DjangoJSONEncoder().encode(export)
    made, got = cast(list[dict[str, object]], export["offers"])
    assert (made["challenger"], made["status"], made["time"]) == ("anna", "accepted", "7d")
    assert (got["challenger"], got["opponent"], got["status"]) == ("bob", "anna", "open")
