"""The time control of an offer: in the form, in words, in the lists and in pairing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.online import presence
from games.lobby.models import Offer
from games.lobby.pairing import pair_waiting, play_correspondence, play_live
from games.lobby.services import accept_offer, close_stale_offers
from games.matches.models import Match
from games.matches.play.vacation import plan_vacation
from games.matches.time.control import USUAL_LIVE, TimeControl
from tests.html import html_of
from tests.lobby.conftest import offer_by
from tests.lobby.test_offer import filled_in, post

SignedIn = Callable[[User], Client]
MINUTE = timedelta(minutes=1)


def live_offer(player: User) -> Offer:
    """Return an offer of 5+8 by an online player."""
    presence.touch(player)
    return offer_by(player, time_control=USUAL_LIVE)


@pytest.mark.parametrize(
    ("chosen", "control"),
    [
        ({"time": "1"}, TimeControl.correspondence(days=1, vacation=True)),
        ({"time": "14"}, TimeControl.correspondence(days=14, vacation=True)),
        ({"time": "3+5"}, TimeControl.live(minutes=3, increment=5)),
        ({"time": "20+15"}, TimeControl.live(minutes=20, increment=15)),
        ({"time": "own", "minutes": "1", "seconds": "0"}, TimeControl.live(minutes=1, increment=0)),
        ({"time": "own", "minutes": "180", "seconds": "60"}, TimeControl.live(minutes=180, increment=60)),
        ({"time": "3", "minutes": "nonsense", "seconds": "-9"}, TimeControl.correspondence(days=3, vacation=True)),
    ],
)
def test_every_pace_can_be_chosen(
    anna: User, signed_in: SignedIn, chosen: dict[str, str], control: TimeControl
) -> None:
    status, _page = post(signed_in(anna), **chosen)
    offer = Offer.objects.get()
    assert (status, offer.time_control) == (200, control)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"minutes": "0", "seconds": "5"}, "Choose 1 to 180\N{NO-BREAK SPACE}minutes."),
        ({"minutes": "181", "seconds": "5"}, "Choose 1 to 180\N{NO-BREAK SPACE}minutes."),
        ({"minutes": "ten", "seconds": "5"}, "Choose 1 to 180\N{NO-BREAK SPACE}minutes."),
        ({"seconds": "5"}, "Choose 1 to 180\N{NO-BREAK SPACE}minutes."),
        ({"minutes": "5", "seconds": "61"}, "Choose 0 to 60\N{NO-BREAK SPACE}seconds."),
        ({"minutes": "5"}, "Choose 0 to 60\N{NO-BREAK SPACE}seconds."),
    ],
)
def test_times_without_sense_get_a_sentence(
    anna: User, signed_in: SignedIn, wrong: dict[str, str], sentence: str
) -> None:
    status, page = post(signed_in(anna), time="own", **wrong)
    assert (status, Offer.objects.count()) == (422, 0)
    assert sentence in page


@pytest.mark.parametrize("nonsense", ["", "4", "5+9", "+", "own+3", "1e9"])
def test_a_pace_that_is_none_is_refused(anna: User, signed_in: SignedIn, nonsense: str) -> None:
    assert signed_in(anna).post("/lobby/offer/", filled_in(time=nonsense)).status_code == 422


def test_the_terms_say_how_fast_it_is(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    live_offer(anna)
    offer_by(carl)
    offer_by(User.objects.create_user("dora"), time_control=TimeControl.correspondence(days=3))
    page = html_of(signed_in(bob).get("/lobby/"))
    assert "live, 5 min + 8 s per move" in page
    assert "clocks pause at night and on vacation" in page
    assert "no pauses" in page


def test_bob_sees_annas_nights_and_vacation_before_he_accepts(anna: User, bob: User, signed_in: SignedIn) -> None:
    anna.night_begins, anna.night_ends, anna.time_zone = 23, 7, "Europe/Berlin"
    anna.save()
    with time_machine.travel(datetime(2026, 11, 21, tzinfo=UTC), tick=False):
        plan_vacation(anna, datetime(2026, 12, 23, 23, tzinfo=UTC), datetime(2026, 12, 27, 23, tzinfo=UTC))
        offer_by(anna)
        page = html_of(signed_in(bob).get("/lobby/"))
        own = html_of(signed_in(anna).get("/lobby/"))
    for words in (
        "anna sleeps from 23:00 to 7:00 (Europe/Berlin)",
        "anna is on vacation from 24 December to 27 December",
        "anna has 26 vacation days left this year",
    ):
        assert words in page
        assert words not in own


def test_no_one_learns_of_nights_that_do_not_count(anna: User, bob: User, signed_in: SignedIn) -> None:
    anna.night_begins, anna.night_ends = 23, 7
    anna.save()
    offer_by(anna, time_control=TimeControl.correspondence(days=3))
    assert "sleeps" not in html_of(signed_in(bob).get("/lobby/"))


def test_the_match_is_played_as_it_was_offered(anna: User, bob: User) -> None:
    for offer in (live_offer(anna), offer_by(anna), offer_by(anna, time_control=TimeControl.correspondence(days=3))):
        match = accept_offer(offer.pk, bob)
        assert match.time_control == offer.time_control


@pytest.mark.parametrize(("pace", "offers"), [("live", 1), ("days", 2), ("", 3), ("never", 3)])
def test_the_lists_show_one_pace_alone(
    anna: User, bob: User, carl: User, signed_in: SignedIn, pace: str, offers: int
) -> None:
    live_offer(anna)
    offer_by(carl)
    offer_by(User.objects.create_user("dora"), time_control=TimeControl.correspondence(days=7, vacation=True))
    page = html_of(signed_in(bob).get(f"/lobby/?pace={pace}"))
    assert page.count("/accept/") == offers


def test_each_button_meets_who_waits_at_its_pace(anna: User, bob: User, carl: User) -> None:
    live_offer(anna)
    offer_by(carl)
    over_days, live = play_correspondence(bob), play_live(bob)
    assert isinstance(over_days, Match)
    assert isinstance(live, Match)
    assert (over_days.is_live, live.is_live) == (False, True)


def test_the_live_button_works_and_asks_for_a_live_match(anna: User, signed_in: SignedIn) -> None:
    signed_in(anna).post("/lobby/play-now/", {"pace": "live"})
    assert Offer.objects.get().time_control == USUAL_LIVE


def test_no_one_is_sent_to_a_live_match_with_someone_who_left(anna: User, bob: User) -> None:
    offer = live_offer(anna)
    with time_machine.travel(timezone.now() + presence.PRESENT):
        assert play_live(bob) != offer
        assert not Match.objects.exists()


def test_who_waits_for_the_same_pace_is_brought_together(anna: User, bob: User, carl: User) -> None:
    dora = User.objects.create_user("dora")
    for player in (anna, bob, carl, dora):
        presence.touch(player)
    for player in (anna, carl):
        live_offer(player)
    for player in (bob, dora):
        offer_by(player, time_control=TimeControl.correspondence(days=7))
    pair_waiting()
    assert {frozenset(map(str, (match.first, match.second))) for match in Match.objects.all()} == {
        frozenset({"anna", "carl"}), frozenset({"bob", "dora"}),
    }  # fmt: skip


def test_different_paces_wait_on(anna: User, bob: User) -> None:
    live_offer(anna)
    presence.touch(bob)
    offer_by(bob)
    offer_by(bob, time_control=TimeControl.correspondence(days=3))
    pair_waiting()
    assert not Match.objects.exists()


def test_a_live_offer_goes_soon_after_its_maker(anna: User, bob: User) -> None:
    live, slow, now = live_offer(anna), offer_by(anna), timezone.now()
    assert close_stale_offers(now + presence.PRESENT / 2) == 0
    assert close_stale_offers(now + presence.PRESENT + MINUTE) == 1
    live.refresh_from_db()
    slow.refresh_from_db()
    assert (live.status, slow.status) == (Offer.Status.WITHDRAWN, Offer.Status.OPEN)


def test_a_live_offer_stays_while_its_maker_is_here(anna: User) -> None:
    offer, later = live_offer(anna), timezone.now() + timedelta(minutes=30)
    presence.touch(anna, later)
    assert close_stale_offers(later) == 0
    offer.refresh_from_db()
    assert offer.is_open
