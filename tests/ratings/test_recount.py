"""Recounts give the same ratings to the bit, in any order of the ends of matches, and after one was removed."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.matches.play.services import resign, void_match
from games.ratings.models import Rating, RatingChange, RatingPool, Score
from games.ratings.services import count_match
from tests.jobs.running import run_jobs
from tests.lobby.conftest import at_once
from tests.moves import first_move
from tests.ratings.conftest import NOON, beats, begun, check, ended, rating_of, stored

pytestmark = pytest.mark.sql


def people(number: int) -> list[User]:
    return [User.objects.create_user(f"player{n}") for n in range(number)]


def facts() -> list[tuple[object, ...]]:
    """Return all rows of the ratings, without their primary keys."""
    ratings = Rating.objects.order_by("player", "pool").values_list(
        "player", "rating", "deviation", "volatility", "rated_at", "settled_until", "won", "drawn", "lost"
    )
    changes = RatingChange.objects.order_by("at", "rating__player").values_list(
        "match", "at", "rating__player", "rating_after", "deviation_after", "chance", "score"
    )
    return [*ratings, *changes, *Score.objects.order_by("game_slug", "player").values_list("player", "total")]


def season(players: list[User], matches: int) -> None:
    """Play a random, deterministic season, in which clocks are sometimes wrong."""
    chance = Random(7)
    moment = NOON
    for _match in range(matches):
        first, second = chance.sample(players, 2)
        moment += timedelta(hours=chance.choice([-3, 0, 0, 1, 30, 400]))
        ended(first, second, chance.choice([1, 2, None]), moment, (chance.randrange(50), chance.randrange(50)))


def test_history_gives_what_was_counted_match_by_match(db: None) -> None:
    season(people(6), 60)
    check()
    before = facts()
    call_command("recompute_ratings", verbosity=0)
    assert facts() == before
    check()


def test_history_alone_gives_ratings_that_were_never_counted(anna: User, bob: User, carl: User) -> None:
    ended(anna, bob, 1, NOON), ended(bob, carl, None, NOON + timedelta(days=1))
    before = facts()
    RatingPool.objects.all().delete()
    assert not facts()
    call_command("recompute_ratings", verbosity=0)
    assert facts() == before


def test_a_match_that_no_one_counted_is_found(anna: User, bob: User) -> None:
    ended(anna, bob, 1)
    stored(bob, anna, 1, NOON + timedelta(days=2))
    with pytest.raises(CommandError, match="not what history gives"):
        check()
    call_command("recompute_ratings", verbosity=0)
    assert rating_of(bob).won == 1
    check()


def test_a_figure_that_someone_touched_is_found(anna: User, bob: User) -> None:
    ended(anna, bob, 1)
    Rating.objects.filter(player=anna).update(rating=1_662.3108949700001)
    with pytest.raises(CommandError, match="not what history gives"):
        check()


def test_two_matches_that_end_in_one_instant_count_one_after_the_other(anna: User, bob: User, carl: User) -> None:
    ended(anna, bob, 1), ended(carl, anna, 1), ended(anna, bob, 2)
    moments = list(RatingChange.objects.order_by("at").values_list("at", flat=True).distinct())
    assert len(moments) == 3
    check()


def test_a_match_whose_clock_was_slow_counts_when_it_came(anna: User, bob: User) -> None:
    ended(anna, bob, 1, NOON)
    late = ended(anna, bob, 1, NOON - timedelta(hours=1))
    assert RatingChange.objects.filter(match=late, at__gt=NOON).count() == 2
    check()


def test_a_void_match_is_as_if_it_had_never_been(anna: User, bob: User, carl: User) -> None:
    ended(anna, bob, 1, NOON)
    ended(carl, anna, 1, NOON + timedelta(days=2))
    before = facts()
    wrong = ended(bob, carl, 1, NOON + timedelta(days=1))
    ended(carl, bob, 2, NOON + timedelta(days=3))
    for _again in range(2):
        assert not void_match(wrong.pk).counts
    run_jobs()
    assert not RatingChange.objects.filter(match=wrong).exists()
    check()
    void_match(RatingChange.objects.latest("at").match_id)
    run_jobs()
    assert facts() == before


def test_a_void_match_takes_the_rating_of_who_never_played_another(anna: User, bob: User) -> None:
    void_match(ended(anna, bob, 1).pk)
    run_jobs()
    assert not Rating.objects.exists()
    check()


def test_a_running_match_that_is_void_counts_for_no_one(anna: User, bob: User) -> None:
    assert not void_match(begun(anna, bob).pk).counts
    run_jobs()
    assert not RatingChange.objects.exists()


def test_a_void_casual_match_changes_no_rating(anna: User, bob: User) -> None:
    ended(anna, bob, 1)
    before = facts()
    void_match(beats(bob, anna, rated=False).pk)
    run_jobs()
    assert facts() == before


@pytest.mark.django_db(transaction=True)
def test_many_matches_of_the_same_players_end_at_the_same_instant(anna: User, bob: User, carl: User) -> None:
    pairs = [(anna, bob), (bob, anna), (anna, carl), (carl, bob), (bob, carl), (anna, bob)]
    matches = [first_move(begun(*pair)) for pair in pairs]
    outcomes = at_once(
        *[lambda match=match, pair=pair: resign(match.pk, pair[1]) for match, pair in zip(matches, pairs, strict=True)]
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert RatingChange.objects.count() == 2 * len(pairs)
    assert sum(rating.matches for rating in Rating.objects.all()) == 2 * len(pairs)
    check()


@pytest.mark.django_db(transaction=True)
def test_matches_end_while_all_is_counted_again(anna: User, bob: User, carl: User) -> None:
    for _match in range(5):
        ended(anna, bob, 1), ended(bob, carl, 1)
    matches = [first_move(begun(*pair)) for pair in ((anna, bob), (carl, anna), (bob, carl))]
    outcomes = at_once(
        lambda: call_command("recompute_ratings", verbosity=0),
        *[lambda match=match: resign(match.pk, match.first) for match in matches],
        lambda: void_match(RatingChange.objects.earliest("at").match_id),
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    run_jobs()
    check()
    assert RatingChange.objects.count() == 24


@pytest.mark.django_db(transaction=True)
def test_an_end_that_is_undone_leaves_no_rating(anna: User, bob: User) -> None:
    match = first_move(begun(anna, bob))
    with transaction.atomic():
        resign(match.pk, bob)
        transaction.set_rollback(True)
    assert not Rating.objects.exists()
    check()


def test_a_match_counts_with_both_pools_of_its_game_locked(anna: User, bob: User) -> None:
    """A player has one score for live and correspondence matches: with one lock their ends could deadlock on it."""
    match = ended(anna, bob, 1, NOON)
    with CaptureQueriesContext(connection) as queries:
        count_match(match)
    (locking,) = [query["sql"] for query in queries if 'FROM "ratings_ratingpool"' in query["sql"]]
    assert 'is_live" =' not in locking
    assert "NOT" not in locking
    assert 'ORDER BY "ratings_ratingpool"."is_live" ASC' in locking
    assert RatingPool.objects.filter(game_slug=match.game_slug).count() == 2
