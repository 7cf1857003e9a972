"""Accounts at one connection or browser: their matches count less, and a school class stays fair."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from math import exp
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import SeenPlace, User
from accounts.services import delete_account
from accounts.sessions import Shared, delete_old_places, shared_places
from games.computers.services import find_computer
from games.matches.models import Match
from games.ratings.glicko2 import Standing
from games.ratings.models import RatingChange
from games.ratings.recount import Ledger
from games.ratings.shares import MOST_MOVED, Past
from games.ratings.update import State, count_match
from tests.conftest import PASSWORD
from tests.exports import export_of
from tests.factors import give_factor
from tests.moves import given_up
from tests.ratings.conftest import NOON, begun, check, ended, rating_of
from tests.ratings.test_shares import experienced, fresh
from tests.sizes import cases, examples

SignedIn = Callable[[User], Client]
HOME, SCHOOL = "93.184.216.34", "2a00:1450:4001:81b::200e"


@pytest.fixture(autouse=True)
def _present_rules(monkeypatch: pytest.MonkeyPatch, _undamped: None) -> None:
    monkeypatch.setattr(Match._meta.get_field("rating_rules"), "_get_default", lambda: 3)


def enter(browser: Client, user: User, address: str) -> Client:
    """Sign in from this address."""
    if not user.has_usable_password():
        user.set_password(PASSWORD)
        user.save()
    answer = browser.post("/accounts/login/", {"login": user.username, "password": PASSWORD}, REMOTE_ADDR=address)
    assert answer.status_code == 302
    return browser


def leave(browser: Client) -> None:
    assert browser.post("/accounts/logout/").status_code == 302


def shared(first: User, second: User) -> Shared:
    return shared_places([(first, second)])[0]


def test_two_accounts_in_one_browser_are_known_wherever_it_is(
    anna: User, bob: User, carl: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for player in (anna, bob):
        experienced(player, monkeypatch)
    browser = enter(Client(), anna, HOME)
    leave(browser)
    enter(browser, bob, "8.8.8.8")  # at home by day, by telephone in the evening
    enter(Client(), carl, "8.8.4.4")
    assert [shared(anna, bob), shared(bob, anna), shared(anna, carl)] == [
        Shared.BROWSER,
        Shared.BROWSER,
        Shared.NOTHING,
    ]
    before = rating_of(anna).rating
    for day in range(3):
        ended(anna, bob, 1, NOON + timedelta(days=day))
    assert begun(anna, carl).shared_place == Shared.NOTHING
    changes = RatingChange.objects.filter(match__shared_place=Shared.BROWSER, rating__player=anna)
    assert list(changes.values_list("why", "share")) == [("browser", 0.05)] * 3
    assert 0 < rating_of(anna).rating - before < 15
    check()


def test_one_connection_counts_for_a_week_and_a_casual_match_asks_nothing(anna: User, bob: User) -> None:
    enter(Client(), anna, SCHOOL)
    enter(Client(), bob, SCHOOL.replace("200e", "77"))  # another device of the same network
    assert shared(anna, bob) is Shared.ADDRESS
    assert begun(anna, bob).shared_place == Shared.ADDRESS
    assert begun(anna, bob, rated=False).shared_place == Shared.NOTHING
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert shared(anna, bob) is Shared.NOTHING


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.7", "fe80::1"])
def test_an_address_that_a_proxy_gives_to_everybody_says_nothing(anna: User, bob: User, address: str) -> None:
    for player in (anna, bob):
        enter(Client(), player, address)
    assert not SeenPlace.objects.filter(kind=Shared.ADDRESS).exists()
    assert shared(anna, bob) is Shared.NOTHING


@pytest.mark.slow
@cases(
    "how, is_new, are_fresh",
    ["lose", "resign at once"],
    {"new": True, "ranked": False},
    {"fresh": True, "seasoned": False},
    default=["lose-new-fresh"],
)
def test_twelve_accounts_at_one_address_lift_no_one_by_50(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch, *, how: str, is_new: bool, are_fresh: bool
) -> None:
    """Neither a player with a rank nor a new one without, whether the twelve are fresh or have played before."""
    for player in () if is_new else (anna, bob):
        experienced(player, monkeypatch)
        for hour in range(20):  # a rating with a rank
            ended(player, find_computer(1), 1 + hour % 2, NOON - timedelta(days=10) + timedelta(hours=hour))
    puppets = fresh(12)
    for puppet in () if are_fresh else puppets:
        experienced(puppet, monkeypatch)
    for user in (anna, *puppets):
        enter(Client(), user, HOME)
    before = [1500 if is_new else rating_of(player).rating for player in (anna, bob)]
    for hour, puppet in enumerate(puppets):
        for day, player in enumerate((anna, bob)):  # bob is elsewhere
            if how == "lose":
                ended(player, puppet, 1, NOON + timedelta(days=day, hours=hour))
            else:
                given_up(begun(player, puppet), puppet)
    lifts = [rating_of(player).rating - first for player, first in zip((anna, bob), before, strict=True)]
    assert lifts[0] <= 12 * MOST_MOVED
    assert how == "resign at once" or 0 < lifts[0] < lifts[1]
    assert lifts[1] < 50 or not (are_fresh or how == "resign at once")
    check()


def test_a_match_at_one_place_moves_no_rating_by_more_than_4_points() -> None:
    """Whatever the ratings, deviations and result: hundreds of random ones, compared to the rules before."""
    chance = random.Random(13)

    def anybody() -> State:
        return State(Standing(chance.uniform(500, 2900), chance.uniform(45, 350), chance.uniform(0.03, 0.1)))

    bounded = 0
    tried = examples(400, 2000)
    for _ in range(tried):
        place = chance.choice([Shared.ADDRESS, Shared.BROWSER])
        match = Match(first_id=1, second_id=2, ending=Match.Ending.PLAYED, ply=40, shared_place=place)
        match.winner, states = chance.choice([1, 2, None]), (anybody(), anybody())
        counted = []
        for match.rating_rules in (2, 3):
            after = count_match(match, states, (Past(matches=20), Past(matches=20)), (), NOON)
            counted.append([(step.after.rating - step.before.rating, step.share.value) for _state, step in after])
        for (before, former), (move, share) in zip(*counted, strict=True):
            assert abs(move) <= MOST_MOVED
            assert share <= former
            assert move == before if abs(before) <= MOST_MOVED else move * before > 0
            bounded += share < former
    assert bounded > tried / 4


def test_matches_of_the_former_rules_count_as_they_did(
    anna: User, bob: User, carl: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for player in (anna, bob, carl):
        experienced(player, monkeypatch)
        enter(Client(), player, HOME)
    monkeypatch.setattr(Match._meta.get_field("rating_rules"), "_get_default", lambda: 2)
    ended(anna, bob, 1, NOON)
    monkeypatch.setattr(Match._meta.get_field("rating_rules"), "_get_default", lambda: 3)
    ended(anna, carl, 1, NOON + timedelta(days=1))
    former, present = RatingChange.objects.filter(rating__player=anna, why="address").order_by("at")
    assert former.share == 0.1
    assert former.rating_after - former.rating_before > MOST_MOVED
    assert 0 < present.rating_after - present.rating_before <= MOST_MOVED
    check()


def errors_of_a_class(place: Shared, rounds: int, seed: int) -> tuple[list[float], list[tuple[float, float]]]:
    """Return the errors of 25 pupils' ratings, and pairs of truth and rating, after this many round-robins.

    They play among themselves only.
    """
    chance = random.Random(seed)
    truth = {key: chance.gauss(1500, 200) for key in range(25)}
    ledger = Ledger()
    now = NOON
    for _round in range(rounds):
        pairs = [(one, other) for one in truth for other in truth if one < other]
        chance.shuffle(pairs)
        for first, second in pairs:
            now += timedelta(minutes=1)
            winner = 1 if chance.random() < 1 / (1 + exp((truth[second] - truth[first]) / 173.7178)) else 2
            terms = {"rating_rules": 3, "first_id": first, "second_id": second, "winner": winner, "ply": 40}
            match = Match(**terms, ending=Match.Ending.PLAYED, shared_place=place)
            ledger.enter(match, now)
    pairs_of = [(truth[key], ledger.states[key].standing.rating) for key in truth]
    mean = [sum(column) / len(truth) for column in zip(*pairs_of, strict=True)]  # only differences can be known
    return [abs((was - mean[0]) - (rated - mean[1])) for was, rated in pairs_of], pairs_of


def concordance(pairs: list[tuple[float, float]]) -> float:
    """Return the share of pairs of pupils whom the ratings put in the right order."""
    orders = [(a[0] < b[0]) == (a[1] < b[1]) for a in pairs for b in pairs if a < b]
    return sum(orders) / len(orders)


def test_a_class_of_25_behind_one_address_is_rated_fairly() -> None:
    apart, together = (
        [errors_of_a_class(place, 3, seed) for seed in range(4)] for place in (Shared.NOTHING, Shared.ADDRESS)
    )  # 72 matches of each
    errors = [sum(sum(one[0]) for one in group) / 100 for group in (apart, together)]
    orders = [sum(concordance(one[1]) for one in group) / 4 for group in (apart, together)]
    middle = [sum(rated for _was, rated in one[1]) / 25 for one in together]
    assert errors[1] < errors[0] + 40  # rating points: strong and weak stay nearer to the middle for longer
    assert orders[1] > orders[0] - 0.02 > 0.9
    assert all(abs(one - 1500) < 10 for one in middle), "no rating drifts"


def test_a_class_of_25_signs_in_and_begins_its_matches(db: None) -> None:
    pupils = fresh(25, "pupil")
    for pupil in pupils:
        enter(Client(), pupil, SCHOOL)
    matches = [begun(one, other) for one, other in zip(pupils[::2], pupils[1::2], strict=False)]
    assert {match.shared_place for match in matches} == {Shared.ADDRESS}
    assert all(match.rated for match in matches)


def test_what_is_stored_is_no_address_and_goes_in_time(anna: User, bob: User) -> None:
    browser = enter(Client(), anna, HOME)
    cookie = browser.cookies["browser"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 90 * 86400)
    enter(Client(), bob, HOME)
    stored = str(list(SeenPlace.objects.values()))
    assert HOME not in stored
    assert cookie.value not in stored
    account: Any = export_of(anna)["account"]  # lists and mappings, as in JSON
    places = account["places"]
    assert {place["kind"] for place in places} == {"address", "browser"}
    assert delete_old_places(timezone.now() + timedelta(days=6)) == 0
    assert delete_old_places(timezone.now() + timedelta(days=8)) == 2
    assert delete_old_places(timezone.now() + timedelta(days=91)) == 2
    enter(Client(), anna, HOME)
    delete_account(anna)
    assert not SeenPlace.objects.filter(user=anna).exists()


def test_another_secret_key_makes_other_hashes(anna: User, settings: Settings) -> None:
    enter(Client(), anna, HOME)
    before = set(SeenPlace.objects.values_list("digest", flat=True))
    settings.SECRET_KEY = "another one"
    enter(Client(), anna, HOME)
    assert len(set(SeenPlace.objects.values_list("digest", flat=True)) - before) == len(before)


def test_staff_see_the_suspicion_and_players_the_rule(anna: User, bob: User, signed_in: SignedIn) -> None:
    for player in (anna, bob):
        enter(Client(), player, HOME)
    match = ended(anna, bob, 1, NOON)
    boss = give_factor(User.objects.create_superuser("boss", password=PASSWORD))
    page = signed_in(boss).get("/admin/ratings/damped/?match__shared_place=1")
    assertContains(page, "one connection")
    assertContains(page, match.pk)
    assertContains(signed_in(anna).get(reverse("ratings:how")), "a match between them counts a tenth")


def test_players_do_not_read_which_connection_the_opponent_uses(
    anna: User, bob: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    for player in (anna, bob):
        experienced(player, monkeypatch)
        enter(Client(), player, HOME)
    match = given_up(begun(anna, bob), bob)
    assert RatingChange.objects.get(match=match, rating__player=bob).why == "address"
    page = signed_in(bob).get(reverse("matches:match", args=[match.pk]))
    assertContains(page, "It counted only a little (see")
    assertNotContains(page, "internet connection")


def test_a_rated_match_costs_one_query_more_to_begin(anna: User, bob: User) -> None:
    def queries(rated: bool) -> list[str]:
        with CaptureQueriesContext(connection) as found:
            begun(anna, bob, rated=rated)
        return [query["sql"] for query in found if "accounts_seenplace" in query["sql"]]

    assert [len(queries(rated)) for rated in (False, True)] == [0, 1]
