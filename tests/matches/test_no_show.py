"""A player who lets a live match be cancelled waits before the next one, longer each time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains

from accounts.models import User
from accounts.online import presence
from games.catalogue import games
from games.history.models import Participation
from games.history.statistics import statistics_of
from games.lobby.models import Offer
from games.lobby.pairing import pair_waiting, play_correspondence
from games.lobby.services import make_offer
from games.matches.models import Match
from games.matches.play import requests
from games.matches.play.opening import start_match
from games.matches.play.services import end_overdue, find_match, resign
from games.matches.play.starts import wait_of
from games.matches.time.control import USUAL_CORRESPONDENCE, USUAL_LIVE
from games.rules import Seat
from tests.jobs.running import run_jobs
from tests.moves import first_move

pytestmark = pytest.mark.sql

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
SignedIn = Callable[[User], Client]


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the time; tests shift it."""
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


def begun(first: User, second: User, *come: Seat) -> Match:
    match = start_match(
        game_slug="summy",
        options=games()["summy"].options_type(),
        first=first,
        second=second,
        time_control=USUAL_LIVE,
        rated=True,
    )
    for seat in come:
        requests.arrive(find_match(match.pk), seat)
    return find_match(match.pk)


def called_off(clock: time_machine.Traveller, first: User, second: User, *come: Seat) -> Match:
    """Return a live match without a move; by default both came."""
    match = begun(first, second, *(come or Seat))
    assert match.deadline_at
    clock.move_to(match.deadline_at)
    assert end_overdue() == 1
    match = find_match(match.pk)
    assert match.ending == Match.Ending.ABORTED
    return match


def live_offer(player: User, kind: str = Offer.Kind.OPEN) -> Offer:
    options = games()["summy"].options_type()
    return make_offer(challenger=player, game_slug="summy", options=options, time_control=USUAL_LIVE, kind=kind)


def test_the_wait_grows_and_a_day_without_takes_it_back(anna: User, bob: User, clock: time_machine.Traveller) -> None:
    for minutes in (1, 5, 30, 30):
        called_off(clock, bob, anna)
        assert wait_of(bob) == minutes * MINUTE
        assert wait_of(anna) == timedelta()
        clock.shift(minutes * MINUTE - timedelta(seconds=1))
        assert wait_of(bob) == timedelta(seconds=1)
        clock.shift(1)
        assert wait_of(bob) == timedelta()
    clock.shift(timedelta(days=1))
    called_off(clock, bob, anna)
    assert wait_of(bob) == MINUTE


def test_to_blame_is_who_did_not_come_or_cancels_a_match_that_has_begun(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    assert called_off(clock, anna, bob, Seat.FIRST).called_off_by == Seat.SECOND
    assert begun(anna, bob).called_off_by == 0
    clock.shift(timedelta(days=2))
    end_overdue()
    assert Match.objects.get(called_off_by=3).ending == Match.Ending.ABORTED
    assert resign(begun(anna, bob, *Seat).pk, bob).called_off_by == Seat.SECOND
    assert resign(begun(anna, bob, Seat.FIRST).pk, anna).called_off_by == 0
    assert resign(first_move(begun(anna, bob, *Seat)).pk, bob).called_off_by == 0


def test_mallory_waits_wherever_a_live_match_can_begin(
    anna: User, bob: User, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    mallory = User.objects.create_user("mallory")
    over = resign(first_move(begun(anna, mallory, *Seat)).pk, anna)
    opened, link = live_offer(anna), live_offer(bob, Offer.Kind.LINK)
    called_off(clock, mallory, bob)
    for player in (anna, bob, mallory):
        presence.touch(player)
    browser = signed_in(mallory)
    options = {f"option-{one.name}": one.default for one in games()["summy"].options_type.choices()}
    form = {"game": "summy", "time": "5+8", "starts": "random", "kind": "open", "rated": "casual", **options}
    for address, data in (
        (reverse("lobby:play_now"), {}),
        (reverse("lobby:play_now"), {"pace": "live"}),
        (reverse("lobby:offer"), form),
        (reverse("lobby:offer"), form | {"kind": "link"}),
        (reverse("lobby:accept", args=[opened.pk]), {}),
        (reverse("lobby:accept", args=[link.pk]), {}),
        (reverse("matches:rematch", args=[over.pk]), {}),
    ):
        refused = browser.post(address, data)
        assertContains(refused, "You can start another in 1\N{NO-BREAK SPACE}minute.", status_code=429)
        assert refused["Retry-After"] == "60"
    assert isinstance(play_correspondence(mallory), Offer)
    clock.shift(MINUTE)
    assert browser.post(reverse("lobby:accept", args=[opened.pk])).status_code == 302


def test_an_offer_of_mallorys_brings_no_match_while_she_waits(
    anna: User, bob: User, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    mallory = User.objects.create_user("mallory")
    offer = live_offer(mallory)
    called_off(clock, mallory, bob)
    presence.touch(mallory)
    refused = signed_in(anna).post(reverse("lobby:accept", args=[offer.pk]))
    assertContains(
        refused, "This player has to wait for 1\N{NO-BREAK SPACE}minute before the next live match.", status_code=429
    )
    presence.touch(anna)
    live_offer(anna)
    pair_waiting()
    assert not Match.objects.filter(finished_at=None).exists()


def test_it_shows_in_matches_seen_through(anna: User, bob: User, clock: time_machine.Traveller) -> None:
    called_off(clock, bob, anna)
    run_jobs()
    assert (statistics_of(bob).habits.percent, statistics_of(bob).habits.matches) == (0, 1)
    assert statistics_of(anna).habits.matches == 0


@pytest.mark.parametrize(("slug", "left"), [("digifeud", True), ("sudoku", False), ("summy", False)])
def test_so_does_a_resignation_that_takes_the_winners_score(anna: User, bob: User, slug: str, *, left: bool) -> None:
    options = games()[slug].options_type()
    terms = {"game_slug": slug, "options": options, "time_control": USUAL_CORRESPONDENCE}
    resign(first_move(start_match(first=anna, second=bob, **terms)).pk, bob)
    run_jobs()
    assert dict(Participation.objects.values_list("player__username", "left_early")) == {"anna": False, "bob": left}


def test_both_wait_if_neither_came_and_else_who_did_not(anna: User, bob: User, clock: time_machine.Traveller) -> None:
    deadline = begun(anna, bob).deadline_at
    assert deadline
    clock.move_to(deadline)
    assert end_overdue() == 1
    assert (wait_of(anna), wait_of(bob)) == (MINUTE, MINUTE)
    clock.shift(timedelta(days=2))
    called_off(clock, anna, bob, Seat.FIRST)
    assert (wait_of(anna), wait_of(bob)) == (timedelta(), MINUTE)
    clock.shift(timedelta(days=2))
    called_off(clock, anna, bob, Seat.SECOND)
    assert (wait_of(anna), wait_of(bob)) == (MINUTE, timedelta())
