"""Second accounts make no ratings: what counts only in part, and that honest newcomers hardly notice."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from math import exp

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django.asserts import assertContains

from accounts.models import User
from core import clock
from games.computers.services import find_computer
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play.services import find_match
from games.ratings.jobs import recount_steps
from games.ratings.models import Rating, RatingChange, RatingPool
from games.ratings.recount import Ledger
from games.ratings.services import count_match, lock_pool
from games.ratings.shares import FEWEST_MOVES, FIRST_SHARE, FULL, NEWCOMER, PAIRED, Past, shares_of
from games.ratings.standings import figures_of
from games.rules import Seat
from tests.factors import give_factor
from tests.moves import given_up
from tests.ratings.conftest import NOON, begun, check, ended, rating_of, stored
from tests.sizes import examples

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]


@pytest.fixture(autouse=True)
def _present_rules(monkeypatch: pytest.MonkeyPatch, _undamped: None) -> None:
    monkeypatch.setattr(Match._meta.get_field("rating_rules"), "_get_default", lambda: 3)


def fresh(number: int, name: str = "puppet") -> list[User]:
    return [User.objects.create_user(f"{name}{one}") for one in range(number)]


def experienced(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the player have played ten matches in full, half of them won, long ago."""
    monkeypatch.setattr(Match._meta.get_field("rating_rules"), "_get_default", lambda: 1)
    for day, other in enumerate(fresh(10, f"{player}s")):
        ended(player, other, 1 + day % 2, NOON - timedelta(days=30 - day))
    monkeypatch.setattr(Match._meta.get_field("rating_rules"), "_get_default", lambda: 3)


@pytest.mark.parametrize("is_fresh", [True, False])
def test_twelve_new_accounts_that_resign_at_once_lift_no_one(
    anna: User, monkeypatch: pytest.MonkeyPatch, *, is_fresh: bool
) -> None:
    if not is_fresh:
        experienced(anna, monkeypatch)
    before = 1500 if is_fresh else rating_of(anna).rating
    for puppet in fresh(12):
        given_up(begun(anna, puppet), puppet)
    assert rating_of(anna).rating == pytest.approx(before, abs=1)
    assert set(RatingChange.objects.filter(rating__player=anna, rating_after__gt=before).values_list("why")) <= {("",)}
    check()


def test_twelve_new_accounts_that_lose_whole_matches_lift_by_less_than_50(anna: User) -> None:
    for hour, puppet in enumerate(fresh(12)):
        ended(anna, puppet, 1, NOON + timedelta(hours=hour))
    assert 1500 < rating_of(anna).rating < 1550
    assert rating_of(anna).deviation > 300
    check()


def test_who_gives_up_early_loses_in_full(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for player in (anna, bob):
        experienced(player, monkeypatch)
    before = [rating_of(player).rating for player in (anna, bob)]
    given_up(begun(anna, bob), bob)
    after = [rating_of(player).rating for player in (anna, bob)]
    assert after[0] == pytest.approx(before[0], abs=0.001)
    assert after[1] < before[1] - 20
    assert list(RatingChange.objects.filter(why="early").values_list("rating__player", "share")) == [(anna.pk, 0)]
    check()


@pytest.mark.parametrize(
    ("moves", "together", "newcomers", "winners"),
    [
        (FEWEST_MOVES, PAIRED - 1, NEWCOMER, 1),
        (FEWEST_MOVES - 1, PAIRED - 1, NEWCOMER, 0),
        (FEWEST_MOVES, PAIRED, NEWCOMER, 0.5),
        (FEWEST_MOVES, PAIRED - 1, NEWCOMER - 1, FIRST_SHARE),
    ],
)
def test_a_match_counts_in_full_from_its_bounds_on(moves: int, together: int, newcomers: int, winners: float) -> None:
    match = Match(first_id=1, second_id=2, ply=moves, ending=Ending.RESIGNED, winner=Seat.FIRST)
    winner, loser = Past(NEWCOMER), Past(newcomers)
    winner.opponents.extend([2] * together)
    assert shares_of(match, (winner, loser), ())[0].value == winners


def test_the_same_two_again_and_again_count_less(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for player in (anna, bob):
        experienced(player, monkeypatch)
    ratings = []
    for day in range(20):
        ended(anna, bob, 1, NOON + timedelta(days=day))
        ratings.append(rating_of(anna).rating)
    shares = list(RatingChange.objects.filter(rating__player=anna, match__second=bob).order_by("at").values("share"))
    assert [one["share"] for one in shares][8:13] == [1, 1, 0.5, 0.25, 0.125]
    assert ratings[-1] - ratings[9] < 15
    check()


def test_computers_are_neither_newcomers_nor_pairs(anna: User) -> None:
    computer = find_computer(1)
    for day in range(25):
        ended(anna, computer, 1 + day % 2, NOON + timedelta(days=day))
    assert set(RatingChange.objects.filter(rating__player=anna).values_list("share", flat=True)) == {1.0}
    assert RatingChange.objects.filter(rating__player=computer).exclude(share=1).exists()
    check()


@pytest.mark.parametrize("played", [(0, 0), (0, 9), (9, 0), (9, 9)])
@pytest.mark.parametrize("met", [(0, 0), (0, 2), (2, 0)])
@pytest.mark.parametrize("winner", [None, 1, 2])
def test_what_is_shown_before_a_match_is_what_it_brings(
    anna: User, bob: User, played: tuple[int, int], met: tuple[int, int], winner: int | None
) -> None:
    """However many matches the two have played, and however many of them against newcomers."""
    match = begun(anna, bob)
    pool = lock_pool(match.game_slug, (match.is_live, RatingPool.Kind.PEOPLE))
    for player, number, newcomers in zip((anna, bob), played, met, strict=True):
        facts = {"rating": 1500.0 + 90 * player.pk, "deviation": 80.0, "volatility": 0.06}
        Rating.objects.create(pool=pool, player=player, won=number, newcomers=newcomers, rated_at=NOON, **facts)
    figures = figures_of([anna.pk, bob.pk])
    shown = [figures.prospects(*pair, match) for pair in ((anna, bob), (bob, anna))]
    Match.objects.filter(pk=match.pk).update(finished_at=clock.now(), winner=winner, ply=FEWEST_MOVES, ending="played")
    count_match(find_match(match.pk))
    for player, prospects in zip((anna, bob), shown, strict=True):
        assert prospects is not None
        expected = {None: prospects.drawn, player.pk: prospects.won}.get(
            winner and (anna.pk, bob.pk)[winner - 1], prospects.lost
        )
        assert RatingChange.objects.get(rating__player=player).gain == expected


def test_old_matches_count_as_they_did_and_a_recount_in_steps_gives_the_same(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    experienced(anna, monkeypatch)
    for day, puppet in enumerate([*fresh(6), *[bob] * 14]):
        ended(anna, puppet, 1 + day % 2, NOON + timedelta(days=day))
    stored = list(RatingChange.objects.order_by("pk").values())
    assert {one["why"] for one in stored} == {"", "newcomer", "pair"}
    for _step in recount_steps(RatingPool.objects.exclude(latest=None).get()):
        pass
    assert list(RatingChange.objects.order_by("pk").values()) == stored
    check()


@pytest.mark.parametrize(("met", "most"), [(0, 0), (5, 2), (12, 2)])
def test_the_rules_cost_a_match_hardly_a_query(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch, met: int, most: int
) -> None:
    """None where one of the two has played less than a pair has to, two for the latest opponents of both."""
    if met:
        for player in (anna, bob):
            experienced(player, monkeypatch)
    for day in range(met):
        ended(anna, bob, 1 + day % 2, NOON + timedelta(days=day))
    for opponent, allowed in ((bob, most), (find_computer(1), 0)):
        match = stored(anna, opponent, 1, NOON + timedelta(days=30))
        with CaptureQueriesContext(connection) as queries:
            count_match(match)
        told = [query["sql"] for query in queries if "matches_match" in query["sql"] and " JOIN " in query["sql"]]
        rules = [sql for sql in told if "LEFT OUTER JOIN" not in sql]  # which asks whether it was counted
        assert len(rules) == allowed, rules
        assert not any("accounts_user" in query["sql"] for query in queries)
    check()


def test_staff_see_who_and_why(anna: User, bob: User, signed_in: SignedIn) -> None:
    for day in range(3):
        ended(*((bob, anna) if day == 1 else (anna, bob)), 1, NOON + timedelta(days=day))  # in turned seats too
    carl = give_factor(User.objects.create_superuser("boss", password="numbers are fun"))
    page = signed_in(carl).get("/admin/ratings/damped/")
    assertContains(page, "the opponent is a newcomer")
    assertContains(page, ">3<")
    assertContains(signed_in(carl).get("/admin/ratings/damped/?why=newcomer&q=bob"), "anna")


def test_the_rules_are_told_on_the_ratings_page_and_in_the_match(anna: User, bob: User, signed_in: SignedIn) -> None:
    page = signed_in(anna).get(reverse("ratings:how"))
    assertContains(page, "fewer than 5 rated matches, your first match counts a tenth")
    page = signed_in(anna).get(f"/matches/{given_up(begun(anna, bob), bob).pk}/")
    assertContains(page, "It gained nothing, because it was resigned after a few moves.")


def played(number: int, first: int, second: int, winner: int) -> Match:
    terms = {"rating_rules": number, "first_id": first, "second_id": second, "winner": winner}
    return Match(**terms, ending=Match.Ending.PLAYED, ply=40)


def errors_of_newcomers(rules: int, seed: int) -> list[float]:
    """Return how far the ratings of 60 newcomers are from the truth after 20 matches, among 100 others who play on.

    One opponent in five is a newcomer too, as on a site that grows.
    """
    chance = random.Random(seed)
    truth = {key: chance.gauss(1500, 250) for key in range(160)}
    ledger = Ledger()
    now = NOON

    def meet(first: int, second: int) -> None:
        nonlocal now
        now += timedelta(minutes=10)
        likely = 1 / (1 + exp((truth[second] - truth[first]) / 173.7178))
        winner = 1 if chance.random() < likely else 2
        ledger.enter(played(rules, first, second, winner), now)

    for _round in range(40):
        for one in range(100):
            meet(one, chance.choice([other for other in range(100) if other != one]))
    for _round in range(20):
        for one in range(100, 160):
            near = range(100, 160) if chance.random() < 0.2 else range(100)
            meet(one, chance.choice([other for other in near if other != one]))
    return [abs(ledger.states[key].standing.rating - truth[key]) for key in range(100, 160)]


@pytest.mark.thorough
@pytest.mark.slow
def test_honest_newcomers_are_rated_as_well_as_without_the_rules() -> None:
    seeds = range(examples(2, 5))
    damped = [error for seed in seeds for error in errors_of_newcomers(2, seed)]
    full = [error for seed in seeds for error in errors_of_newcomers(1, seed)]
    assert sum(damped) / len(damped) < sum(full) / len(full) + 5  # rating points


def test_shares_of_newcomers_add_up_to_less_than_a_fifth() -> None:
    ledger = Ledger()
    shares = [ledger.enter(played(2, 1, puppet, 1), NOON)[1].share for puppet in range(2, 100)]
    assert shares[0].value == FIRST_SHARE
    assert sum(share.value for share in shares) <= 2 * FIRST_SHARE
    assert [step.share for step in Ledger().enter(played(1, 1, 2, 1), NOON).values()] == [FULL, FULL]
