"""The consequences of a finished match are jobs after the commit: they can neither undo nor delay the last move."""

from __future__ import annotations

from datetime import timedelta
from itertools import takewhile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.fairness.models import DrawCount
from games.history.models import Participation
from games.jobs.models import Job
from games.matches.hooks import TURNS, match_ended, match_voided
from games.matches.models import Match
from games.matches.play.services import find_match, resign, void_match
from games.notifications.models import Notification
from games.puzzles.models import Source
from games.ratings import services as ratings
from games.ratings.models import RatingChange
from tests.jobs.running import following, run_due, run_jobs
from tests.moves import first_move
from tests.ratings.conftest import begun, check

pytestmark = pytest.mark.sql

HOUR = timedelta(hours=1)


def boom(match: Match) -> None:
    raise ValueError("seed and tiles")


def test_all_that_follows_is_done_by_jobs(anna: User, bob: User) -> None:
    match = resign(first_move(begun(anna, bob)).pk, bob)
    assert {job.key for job in Job.objects.all()} == {match.pk}
    assert not DrawCount.objects.exists()
    run_jobs()
    assert dict(Participation.objects.values_list("player__username", "outcome")) == {"anna": "won", "bob": "lost"}
    assert DrawCount.objects.exists()
    assert Source.objects.get().match_id == match.pk
    assert Notification.objects.get(event="over").user == anna
    later = {"puzzles.search", "fairplay.compare"}  # the comparison is due in a minute, when there may be an analysis
    assert set(Job.objects.exclude(kind="notifications.turn").values_list("kind", flat=True)) == later


@pytest.mark.parametrize("at_once", [False, True])
def test_what_raises_does_not_undo_the_end(
    anna: User, bob: User, caplog: pytest.LogCaptureFixture, *, at_once: bool
) -> None:
    match = first_move(begun(anna, bob))
    with following(match_ended, boom, at_once=at_once):
        resign(match.pk, bob)
        assert find_match(match.pk).ending == Match.Ending.RESIGNED
        run_jobs()
        run_jobs(timezone.now() + HOUR)
        assert Job.objects.get(kind="test.boom").tries == 2
    assert Participation.objects.get(player=anna).outcome == "won"
    assert "seed and tiles" not in caplog.text
    check()


def test_matches_of_jobs_that_run_one_by_one_are_read_together(anna: User, bob: User) -> None:
    seen: list[str] = []

    def look(match: Match) -> None:
        seen.append(match.pk)

    with following(match_ended, look):
        ended = [resign(first_move(begun(anna, bob)).pk, bob) for _match in range(3)]
        Job.objects.exclude(kind="test.look").delete()
        with CaptureQueriesContext(connection) as asked:
            run_jobs()
    assert sorted(seen) == sorted(match.pk for match in ended)
    assert len([query for query in asked if 'FROM "matches_match"' in query["sql"]]) == 1


def test_a_rating_that_fails_is_counted_by_the_job(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = first_move(begun(anna, bob))
    with monkeypatch.context() as broken:
        broken.setattr(ratings, "add_scores", lambda *_values: 1 / 0)
        resign(match.pk, bob)
    assert not RatingChange.objects.exists()
    run_jobs()
    assert RatingChange.objects.count() == 2
    check()


def test_a_match_that_was_void_before_its_rating_was_counted_never_counts(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = first_move(begun(anna, bob))
    with monkeypatch.context() as broken:
        broken.setattr(ratings, "add_scores", lambda *_values: 1 / 0)
        ended = resign(match.pk, bob)
    void_match(match.pk)
    ratings.count_match(ended)  # a stale copy, from before it was void
    run_jobs()
    assert not RatingChange.objects.exists()


def test_what_raises_does_not_undo_that_a_match_is_void(anna: User, bob: User) -> None:
    match = first_move(begun(anna, bob))
    with following(match_voided, boom):
        void_match(match.pk)
    assert find_match(match.pk).voided_at


def test_a_match_that_is_gone_leaves_no_job_behind(anna: User, bob: User) -> None:
    resign(first_move(begun(anna, bob, rated=False)).pk, bob)
    Match.objects.all().delete()
    Job.objects.update(due_at=timezone.now())
    run_jobs()
    run_due(TURNS)
    assert not Job.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_transaction_of_the_end_is_short(anna: User, bob: User) -> None:
    # The first match of a game creates two pools. Only players of many matches are asked for their latest opponents.
    for expected in (12, 8):
        match = first_move(begun(anna, bob))
        with CaptureQueriesContext(connection) as queries:
            resign(match.pk, bob)
        statements = [query["sql"] for query in queries]
        begin = next(number for number, sql in enumerate(statements) if sql.startswith("BEGIN"))
        inside = takewhile(lambda sql: not sql.startswith("COMMIT"), statements[begin + 1 :])
        written = [sql for sql in inside if not sql.startswith(("SAVEPOINT", "RELEASE"))]
        assert len(written) == expected, "\n".join(written)
        tables = ("history_", "fairness_", "puzzles_", "notifications_")
        assert not [sql for sql in written if any(f'"{table}' in sql for table in tables)]
