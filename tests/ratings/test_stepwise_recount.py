"""A pool is recounted in short steps with the same result to the bit, while matches keep ending."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from threading import Event, Thread

import pytest
from django.core.management import CommandError
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.jobs.models import Job
from games.matches.models import Match
from games.matches.play.services import resign, void_match
from games.ratings import jobs
from games.ratings.jobs import BATCH, RECOUNTS, recount_steps
from games.ratings.models import Rating, RatingChange, RatingPool, Score
from games.ratings.recount import pools, recompute
from games.ratings.services import count_match
from tests.jobs.running import run_jobs
from tests.moves import first_move
from tests.ratings.conftest import NOON, begun, check, ended, score_of
from tests.ratings.test_recount import facts, people

pytestmark = pytest.mark.sql

MATCHES = 340


def season(players: list[User], number: int, slug: str = "digifeud", *, since: int = 0) -> list[Match]:
    """Return this many matches that were played to their ends and counted, an hour apart; deterministic."""
    chance = Random(since)
    matches = []
    for hour in range(since, since + number):
        first, second = chance.sample(players, 2)
        at, points = NOON + timedelta(hours=hour), (chance.randrange(1, 90), chance.randrange(1, 90))
        matches.append(
            Match(
                game_slug=slug,
                first=first,
                second=second,
                base=timedelta(days=3),
                rated=True,
                commitment=f"{slug}{hour}",
                started_at=at,
                moved_at=at,
                finished_at=at,
                ending="played",
                scores=True,
                winner=chance.choice([1, 2, None]),
                first_points=points[0],
                second_points=points[1],
            )
        )
    for match in Match.objects.bulk_create(matches):
        count_match(match)
    return matches


def voided(match: Match) -> RatingPool:
    """Declare the match void and remove it; return its pool, not recounted yet."""
    void_match(match.pk)
    return RatingPool.objects.get(game_slug=match.game_slug, is_live=False)


@pytest.mark.thorough
def test_a_void_match_in_the_middle_of_hundreds_while_others_end(db: None) -> None:
    players = people(12)
    matches = season(players, MATCHES)
    steps = 0
    pool = voided(matches[MATCHES // 2])
    with pytest.raises(CommandError):
        check()
    for _step in recount_steps(pool):
        steps += 1
        season(players, 3, since=1000 + steps * 10)
    assert steps > MATCHES // BATCH
    check()
    stepwise = facts()
    for pool in pools():
        recompute(pool)
    assert facts() == stepwise
    check()


def test_old_changes_are_deleted_by_key_whatever_the_planner_thinks_of_the_table(db: None) -> None:
    season(people(4), 10)
    with CaptureQueriesContext(connection) as queries:
        recompute(RatingPool.objects.exclude(latest=None).get())
    deletions = [
        query["sql"] for query in queries if query["sql"].startswith("DELETE") and "ratingchange" in query["sql"]
    ]
    assert deletions
    assert not [sql for sql in deletions if "SELECT" in sql]
    check()


def test_it_is_the_same_whatever_the_batch(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    players = people(6)
    matches = season(players, 40)
    monkeypatch.setattr(jobs, "BATCH", 1)
    for number, _step in enumerate(recount_steps(voided(matches[0]))):
        if number % 7 == 0 and number < 60:
            season(players, 1, since=2000 + number)
    check()


def test_a_player_without_other_matches_is_in_no_list_afterwards(db: None) -> None:
    *players, newcomer, stranger = people(5)
    season(players, 10)
    only = ended(newcomer, stranger, 1, NOON + timedelta(days=9), slug="digifeud")
    season(players, 3, since=500)
    assert score_of(newcomer) is not None
    void_match(only.pk)
    run_jobs()
    assert not Rating.objects.filter(player__in=[newcomer, stranger]).exists()
    assert not Score.objects.filter(player__in=[newcomer, stranger]).exists()
    check()


def test_a_newcomers_next_match_ends_before_the_recount(db: None, anna: User, bob: User) -> None:
    season(people(4), 10)
    first = ended(anna, bob, 1, NOON + timedelta(days=9), slug="digifeud")
    steps = recount_steps(voided(first))
    ended(bob, anna, 1, NOON + timedelta(days=10), slug="digifeud")
    list(steps)
    check()


def test_a_newcomers_next_match_ends_during_the_recount(
    db: None, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "BATCH", 2)
    matches = season(people(4), 10)
    first = ended(anna, bob, 1, NOON + timedelta(days=9), slug="digifeud")
    void_match(matches[0].pk)
    for step, _done in enumerate(recount_steps(voided(first))):
        if step == 4:  # the first one that writes ratings, after four that read two of the nine matches each
            ended(bob, anna, 1, NOON + timedelta(days=10), slug="digifeud")
    assert {one.matches for one in Rating.objects.filter(player__in=[anna, bob])} == {1}
    check()


def test_the_latest_match_of_a_pool_is_one_that_counts(db: None) -> None:
    players = people(4)
    *_others, before, last = season(players, 3)
    *_others, of_another_game = season(players, 4, "summy")
    pool = voided(last)
    list(recount_steps(pool))
    latest = dict(RatingPool.objects.exclude(latest=None).values_list("game_slug", "latest"))
    assert latest == {"digifeud": before.finished_at, "summy": of_another_game.finished_at}


@pytest.mark.thorough
def test_another_match_is_void_meanwhile(db: None) -> None:
    matches = season(people(6), 150)
    void_match(matches[100].pk)
    run_jobs_until_recount(lambda: void_match(matches[3].pk))
    run_jobs()
    assert RatingChange.objects.filter(match__in=[matches[3], matches[100]]).count() == 0
    assert not Job.objects.filter(kind__startswith="ratings").exists()
    check()


def run_jobs_until_recount(meanwhile: Callable[[], object]) -> None:
    """Run the recount, and call `meanwhile` after the first step."""
    steps = recount_steps(RatingPool.objects.exclude(latest=None).get())
    next(steps)
    meanwhile()
    list(steps)


def test_a_recount_that_died_begins_again(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "BATCH", 20)
    matches = season(people(6), 50)
    void_match(matches[4].pk)
    steps = recount_steps(RatingPool.objects.exclude(latest=None).get())
    next(steps), next(steps)
    steps.close()
    run_jobs()
    check()


@pytest.mark.thorough
def test_no_step_writes_more_than_a_batch(db: None) -> None:
    players = people(12)
    matches = season(players, MATCHES)
    steps = recount_steps(voided(matches[1]))
    while True:
        before = dict(RatingChange.objects.values_list("pk", "rating_after"))
        with CaptureQueriesContext(connection) as queries:
            if next(steps, self_done) is self_done:
                break
        after = dict(RatingChange.objects.values_list("pk", "rating_after"))
        assert sum(before[key] != after[key] for key in before) <= 2 * BATCH
        assert len(queries) < 40
    check()


self_done = object()


def test_voiding_in_the_admin_leaves_the_recount_to_a_job(db: None) -> None:
    few = season(people(4), 20)
    with CaptureQueriesContext(connection) as with_few:
        void_match(few[3].pk)
    run_jobs()
    season(people_more(4), 60, since=3000)
    with CaptureQueriesContext(connection) as with_many:
        void_match(few[5].pk)
    assert len(with_many) <= len(with_few) < 30
    assert Job.objects.filter(kind="ratings.recount").exists()


def people_more(number: int) -> list[User]:
    return [User.objects.create_user(f"another{n}") for n in range(number)]


@pytest.mark.django_db(transaction=True)
def test_matches_end_in_other_threads_during_the_recount(
    anna: User, bob: User, carl: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "BATCH", 20)
    season([anna, bob, carl], 60, slug="sudoku")
    running = [first_move(begun(*pair)) for pair in ((anna, bob), (bob, carl), (carl, anna)) * 4]
    void_match(RatingChange.objects.earliest("at").match_id)
    over, faults = Event(), []

    def play() -> None:
        try:
            for match in running:
                resign(match.pk, match.first)
        except Exception as fault:
            faults.append(fault)
        finally:
            connections.close_all()
            over.set()

    thread = Thread(target=play)
    thread.start()
    run_jobs()
    thread.join()
    run_jobs()
    assert over.is_set()
    assert not faults
    assert not Job.objects.exclude(kind__in=("puzzles.search", "fairplay.compare", "notifications.turn")).exists()
    check()


def test_the_queue_of_recounts_is_apart_from_short_jobs() -> None:
    assert RECOUNTS.batch == 1
