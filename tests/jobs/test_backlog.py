"""Very many jobs, and jobs that kill their process, keep no others from being done."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.jobs import runner, services
from games.jobs.hooks import DEFAULT, Handler, job_handlers
from games.jobs.models import Job
from games.jobs.runner import run_batch
from games.jobs.services import SOME, STUCK, claim, due_kinds, enqueue, enqueue_all, stuck
from games.matches import hooks
from games.matches.hooks import MatchJob, match_ended
from games.matches.play.services import void_match
from games.ratings.jobs import RECOUNT, RECOUNTS, recount
from tests.hooks import plugged, restored
from tests.jobs.running import TEST_QUEUE, handled, run_due
from tests.jobs.test_jobs import HOUR, SECOND, Work
from tests.ratings.conftest import NOON, check, ended

pytestmark = pytest.mark.sql


class Killed(BaseException):
    """Stands for the end of the process."""


def test_a_job_that_kills_its_process_takes_no_others_with_it(db: None) -> None:
    done: list[str] = []

    def work(job: Job) -> None:
        if job.key == "deadly":
            raise Killed
        done.append(job.key)

    now = timezone.now()
    for number, key in enumerate(["before", "deadly", "after"]):
        enqueue("test", key, due_at=now + number * SECOND)
    with handled("test", work, queue=TEST_QUEUE, most_tries=3):
        for hours in range(1, 6):
            with suppress(Killed):
                run_due(TEST_QUEUE, now=now + hours * HOUR)
    assert {*done} == {"before", "after"}
    assert list(Job.objects.values_list("key", "state", "tries")) == [("deadly", Job.State.DEAD, 4)]


def test_jobs_of_a_process_that_died_are_claimed_one_by_one(db: None) -> None:
    with handled("test", Work(), queue=TEST_QUEUE):
        enqueue_all([("test", "a"), ("test", "b")])
        now = timezone.now()
        assert len(claim(["test"], 3, SECOND, now=now)) == 2
        enqueue("test", "new")
        assert [len(claim(["test"], 3, HOUR, now=now + SECOND)) for _claim in range(3)] == [1, 1, 1]


def test_jobs_that_failed_together_are_tried_again_one_by_one(db: None) -> None:
    groups: list[set[str]] = []

    def together(jobs: Sequence[Job]) -> None:
        groups.append({job.key for job in jobs})
        raise ValueError

    now, work = timezone.now(), Work()
    with plugged(job_handlers, Handler("test", work, TEST_QUEUE, first_pause=SECOND, together=together)):
        enqueue_all([("test", "bad1"), ("test", "bad2"), ("test", "good")])
        run_due(TEST_QUEUE, now=now + SECOND)
        assert set(work.done) == {"bad1", "bad2", "good"}
        run_due(TEST_QUEUE, now=now + HOUR)
    assert sorted(work.done) == ["bad1", "bad1", "bad2", "bad2", "good"]
    assert groups == [{"bad1", "bad2", "good"}]


def test_of_very_many_stuck_jobs_only_some_are_counted(db: None) -> None:
    overdue = timezone.now() - STUCK
    enqueue_all([("test", "a"), ("test", "b")], due_at=overdue)
    enqueue("test", "due a moment later", due_at=overdue + HOUR)
    assert stuck() == 2
    claim(["test"], 2, HOUR, now=overdue)  # a runner has them
    assert stuck() == 0
    Job.objects.exclude(claim="").update(leased_until=overdue)
    assert stuck() == 2  # it has died
    enqueue_all((("test", str(number)) for number in range(SOME + 10)), due_at=overdue)
    assert stuck() == SOME


def test_a_kind_is_found_among_very_many_jobs_of_another(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "SOME", 3)
    now = timezone.now()
    with handled("many", Work()), handled("few", Work()), handled("later", Work()):
        enqueue_all([("many", str(number)) for number in range(50)], due_at=now - HOUR)
        enqueue("few", due_at=now - SECOND)
        enqueue("later", due_at=now + HOUR)
        with CaptureQueriesContext(connection) as ran:
            assert due_kinds() == {"many", "few"}
    assert len(ran) == 3  # the first one asks whether any is due


def test_a_batch_that_takes_long_reads_few_matches_again(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "TOGETHER", -1)  # the rows that jobs share are dropped after each
    monkeypatch.setattr(hooks, "READ_AHEAD", 3)
    matches = [ended(anna, bob, 1, NOON) for _match in range(6)]
    Job.objects.all().delete()
    seen: list[str] = []
    job = MatchJob("test.seen", lambda match: seen.append(match.pk))
    with restored(job_handlers), plugged(match_ended, job), CaptureQueriesContext(connection) as ran:
        enqueue_all([(job.kind, match.pk) for match in matches])
        run_batch(DEFAULT)
    read = [query["sql"] for query in ran if query["sql"].startswith('SELECT "matches_match"')]
    assert sorted(seen) == sorted(match.pk for match in matches)
    assert sum(f"'{match.pk}'" in sql for sql in read for match in matches) == 3 + 3 + 3 + 3 + 2 + 1


def test_a_recount_stops_with_its_process_and_starts_over_in_another(anna: User, bob: User) -> None:
    first = ended(anna, bob, 1, NOON)
    ended(bob, anna, 1, NOON + timedelta(days=1))
    void_match(first.pk)
    stop = asyncio.Event()

    def exits_meanwhile(job: Job) -> None:
        stop.set()
        recount(job)

    with handled(RECOUNT, exits_meanwhile, queue=RECOUNTS):
        run_batch(RECOUNTS, stop=stop)
        assert list(Job.objects.filter(kind=RECOUNT).values_list("tries", "claim")) == [(0, "")]
    run_due(RECOUNTS)
    assert not Job.objects.filter(kind=RECOUNT).exists()
    check()
