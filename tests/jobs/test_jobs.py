"""Jobs run once after the commit, are retried when they fail, and are kept as dead letters."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from threading import Event

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection, transaction
from django.forms import model_to_dict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.jobs.hooks import LeaseLost, Postponed, Queue, RetryLater, handler_of
from games.jobs.models import Job
from games.jobs.runner import DiedRepeatedly, run, run_batch, run_queues
from games.jobs.services import claim, enqueue, enqueue_all, extend, finish, finish_or_abort
from tests.factors import give_factor
from tests.jobs.running import TEST_QUEUE, handled, run_due
from tests.lobby.conftest import at_once

pytestmark = pytest.mark.sql

SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


class Work:
    """A handler that records the keys it was called with, and fails for keys that begin with “bad”."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def __call__(self, job: Job) -> None:
        self.done.append(job.key)
        if job.key.startswith("bad"):
            raise ValueError("seed and tiles")


@pytest.fixture
def work(db: None) -> Iterator[Work]:
    """Return a handler of the kind "test"."""
    work = Work()
    with handled("test", work, queue=TEST_QUEUE, most_tries=3, first_pause=SECOND):
        yield work


def test_a_job_is_done_once(work: Work) -> None:
    enqueue("test", "a")
    assert run_due(TEST_QUEUE) == 1
    assert run_due(TEST_QUEUE) == 0
    assert work.done == ["a"]
    assert not Job.objects.exists()


def test_a_job_of_a_transaction_that_is_rolled_back_is_never_done(work: Work) -> None:
    with transaction.atomic():
        enqueue("test", "a")
        transaction.set_rollback(True)
    assert run_due(TEST_QUEUE) == 0


def test_the_same_work_waits_once(work: Work) -> None:
    for _again in range(2):
        enqueue_all([("test", "a"), ("test", "b"), ("test", "a")])
    assert run_due(TEST_QUEUE) == 2
    assert work.done == ["a", "b"]


def test_a_job_is_not_done_before_it_is_due(work: Work) -> None:
    enqueue("test", "a", due_at=timezone.now() + HOUR)
    assert run_due(TEST_QUEUE) == 0
    assert run_due(TEST_QUEUE, now=timezone.now() + HOUR) == 1


def test_work_that_waits_for_an_earlier_moment_is_due_then(work: Work) -> None:
    now = timezone.now()
    enqueue("test", "a", due_at=now + HOUR)
    before = model_to_dict(Job.objects.get())
    enqueue("test", "a", due_at=now + 2 * HOUR)
    assert model_to_dict(Job.objects.get()) == before
    enqueue("test", "a", due_at=now)
    assert run_due(TEST_QUEUE) == 1


def test_a_job_of_an_unknown_kind_waits_for_a_process_that_knows_it(work: Work) -> None:
    enqueue("unheard of")
    assert run_due(TEST_QUEUE) == 0
    assert Job.objects.exists()


def test_a_failing_job_is_tried_again_later_each_time_and_ends_as_a_dead_letter(
    work: Work, caplog: pytest.LogCaptureFixture
) -> None:
    enqueue_all([("test", "bad"), ("test", "fine")])
    now = timezone.now()
    for tries, pause in ((1, SECOND), (2, 2 * SECOND)):
        run_due(TEST_QUEUE, now=now)
        job = Job.objects.get()
        assert (job.key, job.state, job.tries, job.due_at) == ("bad", Job.State.WAITING, tries, now + pause)
        assert run_due(TEST_QUEUE, now=now + pause - timedelta(microseconds=1)) == 0
        now += pause
    run_due(TEST_QUEUE, now=now)
    job = Job.objects.get()
    assert (job.state, job.tries) == (Job.State.DEAD, 3)
    assert job.error.startswith("ValueError (")
    assert run_due(TEST_QUEUE, now=now + 24 * HOUR) == 0
    assert work.done == ["bad", "fine", "bad", "bad"]
    assert sum("failed at row bad" in line for line in caplog.messages) == 1
    assert "seed and tiles" not in caplog.text + job.error


def test_pauses_do_not_grow_beyond_an_hour(work: Work) -> None:
    assert [handler_of("test").pause_after(tries) for tries in (1, 2, 5, 40)] == [SECOND, 2 * SECOND, 16 * SECOND, HOUR]


def test_staff_see_dead_letters_and_retry_them(work: Work) -> None:
    staff = give_factor(User.objects.create_superuser("staff", password="numbers are fun"))
    browser = Client()
    browser.force_login(staff)
    enqueue_all([("test", "bad 1"), ("test", "bad 2")])
    for hours in range(3):
        run_due(TEST_QUEUE, now=timezone.now() + hours * HOUR)
    address = reverse("admin:jobs_job_changelist")
    page = browser.get(address, {"state__exact": "dead"}).content.decode()
    assert "bad 1" in page
    assert "ValueError" in page
    first = Job.objects.get(key="bad 1")
    browser.post(address, {"action": "retry_selected", "_selected_action": [first.pk]})
    work.done.clear()
    assert run_due(TEST_QUEUE) == 1
    assert work.done == ["bad 1"]
    assert {job.key: job.state for job in Job.objects.all()} == {"bad 1": "waiting", "bad 2": "dead"}


def test_players_do_not_see_them(work: Work, anna: User, signed_in: Callable[[User], Client]) -> None:
    assert signed_in(anna).get(reverse("admin:jobs_job_changelist")).status_code == 302


def test_asking_again_revives_a_dead_letter(work: Work) -> None:
    enqueue("test", "bad")
    Job.objects.update(state=Job.State.DEAD, tries=3)
    enqueue("test", "bad")
    assert run_due(TEST_QUEUE) == 1


def test_work_that_is_asked_for_while_it_is_done_is_done_again(db: None) -> None:
    asked: list[str] = []

    def ask_again(job: Job) -> None:
        asked.append(job.request)
        if len(asked) == 1:
            enqueue("test", job.key)

    with handled("test", ask_again, queue=TEST_QUEUE):
        enqueue("test", "a")
        assert run_due(TEST_QUEUE) == 2
    assert len(set(asked)) == 2
    assert not Job.objects.exists()


def test_work_that_is_asked_for_while_it_is_postponed_is_due_as_asked(db: None) -> None:
    def postpone_it(job: Job) -> None:
        enqueue("test", job.key)  # as another player does meanwhile
        raise Postponed(HOUR)

    with handled("test", postpone_it, queue=TEST_QUEUE):
        enqueue("test", "a")
        assert run_batch(TEST_QUEUE) == 1
    job = Job.objects.get()
    assert (job.tries, job.claim) == (0, "")
    assert job.due_at <= timezone.now()


def test_work_that_is_asked_for_during_its_last_try_is_tried_again(db: None) -> None:
    def fail_it(job: Job) -> None:
        enqueue("test", job.key)  # as another player does meanwhile
        raise ValueError

    with handled("test", fail_it, queue=TEST_QUEUE, most_tries=1):
        enqueue("test", "a")
        assert run_batch(TEST_QUEUE) == 1
    job = Job.objects.get()
    assert (job.state, job.tries, job.claim) == (Job.State.WAITING, 0, "")


def test_a_postponed_job_has_not_been_tried(db: None) -> None:
    def later(job: Job) -> None:
        raise Postponed(HOUR)

    with handled("test", later, queue=TEST_QUEUE, most_tries=1):
        enqueue("test", "a")
        now = timezone.now()
        assert run_due(TEST_QUEUE, now=now) == 1
        assert Job.objects.get(state=Job.State.WAITING, tries=0, due_at=now + HOUR)


def test_a_job_whose_process_died_is_done_by_another_when_the_lease_is_over(work: Work) -> None:
    enqueue("test", "a")
    now = timezone.now()
    assert claim(["test"], 1, HOUR, now=now)
    assert run_due(TEST_QUEUE, now=now + HOUR - SECOND) == 0
    assert run_due(TEST_QUEUE, now=now + HOUR) == 1
    assert work.done == ["a"]


def test_jobs_are_claimed_by_three_statements_and_are_as_their_rows(work: Work) -> None:
    now = timezone.now()
    enqueue("test", "b", due_at=now - SECOND)
    enqueue("test", "a", due_at=now - HOUR)
    enqueue("test", "c", due_at=now - HOUR / 2)
    with CaptureQueriesContext(connection) as ran:
        claimed = claim(["test"], 2, HOUR, now=now)
    assert len([one for one in ran if Job._meta.db_table in one["sql"]]) == 3
    assert [(job.key, job.tries, job.leased_until) for job in claimed] == [("a", 1, now + HOUR), ("c", 1, now + HOUR)]
    assert list(map(model_to_dict, claimed)) == list(map(model_to_dict, Job.objects.filter(tries=1).order_by("due_at")))
    assert Job.objects.get(claim="").key == "b"


def test_a_job_that_kills_every_process_becomes_a_dead_letter(work: Work) -> None:
    enqueue("test", "a")
    now = timezone.now()
    for hours in range(3):
        assert claim(["test"], 1, SECOND, now=now + hours * HOUR)
    run_due(TEST_QUEUE, now=now + 3 * HOUR)
    assert work.done == []
    assert Job.objects.get().state == Job.State.DEAD
    assert DiedRepeatedly.__name__ in Job.objects.get().error


def test_who_lost_the_lease_can_neither_finish_nor_fail_the_job(work: Work) -> None:
    enqueue("test", "bad")
    now = timezone.now()
    (late,) = claim(["test"], 1, SECOND, now=now)
    (current,) = claim(["test"], 1, HOUR, now=now + HOUR)
    run(late, now=now + HOUR)
    with pytest.raises(LeaseLost):
        extend(late, HOUR)
    with pytest.raises(LeaseLost), transaction.atomic():
        finish_or_abort(late)
    assert Job.objects.get().claim == current.claim
    assert finish(current)
    assert not Job.objects.exists()


def test_when_the_process_stops_the_rest_of_a_batch_is_given_back(work: Work) -> None:
    enqueue_all([("test", "a"), ("test", "b")])
    stop = asyncio.Event()
    stop.set()
    run_batch(TEST_QUEUE, stop=stop)
    assert work.done == []
    assert list(Job.objects.values_list("tries", "claim")) == [(0, "")] * 2


def test_what_its_lease_no_longer_covers_is_left_to_another_runner(db: None) -> None:
    done: list[str] = []

    def slow(job: Job) -> None:
        done.append(job.key)
        if len(done) == 1:
            clock.shift(TEST_QUEUE.lease)
            run_due(TEST_QUEUE)  # of another process, which gets the jobs that wait behind this one

    with time_machine.travel(timezone.now(), tick=False) as clock, handled("test", slow, queue=TEST_QUEUE):
        enqueue_all([("test", "a"), ("test", "b"), ("test", "c")])
        run_batch(TEST_QUEUE)
        assert done == ["a", "a", "b", "c"]


def test_jobs_that_a_slow_one_keeps_waiting_have_not_been_tried(db: None) -> None:
    with (
        time_machine.travel(timezone.now(), tick=False) as clock,
        handled("test", lambda _job: clock.shift(TEST_QUEUE.lease), queue=TEST_QUEUE),
    ):
        enqueue_all([("test", "a"), ("test", "b")])
        run_batch(TEST_QUEUE)
        assert list(Job.objects.values_list("key", "tries", "claim")) == [("b", 0, "")]


@pytest.mark.django_db(transaction=True)
def test_six_runners_do_each_job_once(work: Work) -> None:
    enqueue_all([("test", str(number)) for number in range(40)])
    outcomes = at_once(*[lambda: run_due(TEST_QUEUE)] * 6)
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    run_due(TEST_QUEUE)
    assert sorted(work.done, key=int) == [str(number) for number in range(40)]


@pytest.mark.django_db(transaction=True)
async def test_the_runner_is_woken_by_the_commit(work: Work) -> None:
    stop, done = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    with handled("test", lambda job: loop.call_soon_threadsafe(done.set), queue=TEST_QUEUE):
        running = asyncio.create_task(run_queues(stop))
        await asyncio.sleep(0)
        await sync_to_async(enqueue)("test", "a")
        await asyncio.wait_for(done.wait(), 30)
        stop.set()
        await asyncio.wait_for(running, 30)
    assert work.done == []


@pytest.mark.django_db(transaction=True)
async def test_a_job_that_hangs_keeps_a_queue_of_several_threads_from_nothing() -> None:
    queue = Queue("test", batch=1, threads=2)
    stop, done, release = asyncio.Event(), asyncio.Event(), Event()
    loop = asyncio.get_running_loop()

    def work(job: Job) -> None:
        if job.key == "a":
            release.wait(30)
        else:
            loop.call_soon_threadsafe(done.set)

    with handled("test", work, queue=queue):
        await sync_to_async(enqueue_all)([("test", "a"), ("test", "b")])
        running = asyncio.create_task(run_queues(stop))
        await asyncio.wait_for(done.wait(), 30)
        release.set()
        stop.set()
        await asyncio.wait_for(running, 30)


@pytest.mark.django_db(transaction=True)
async def test_a_job_that_comes_while_another_hangs_is_run_by_an_idle_thread() -> None:
    queue = Queue("test", batch=1, threads=2)
    stop, hangs, done, release = asyncio.Event(), asyncio.Event(), asyncio.Event(), Event()
    loop = asyncio.get_running_loop()

    def work(job: Job) -> None:
        loop.call_soon_threadsafe((hangs if job.key == "a" else done).set)
        if job.key == "a":
            release.wait(30)

    with handled("test", work, queue=queue):
        running = asyncio.create_task(run_queues(stop))
        await asyncio.sleep(0.5)  # both threads have looked for work and found none, so the first one gets the job
        await sync_to_async(enqueue)("test", "a")
        await asyncio.wait_for(hangs.wait(), 30)
        await asyncio.sleep(0.5)  # the other one has looked again
        await sync_to_async(enqueue)("test", "b")
        await asyncio.wait_for(done.wait(), 10)
        release.set()
        stop.set()
        await asyncio.wait_for(running, 30)


def test_trouble_elsewhere_is_tried_again_and_not_logged(db: None, caplog: pytest.LogCaptureFixture) -> None:
    def fail(job: Job) -> None:
        raise RetryLater

    with handled("test", fail, queue=TEST_QUEUE, most_tries=2):
        enqueue("test", "a")
        for hours in range(3):
            run_due(TEST_QUEUE, now=timezone.now() + hours * HOUR)
        assert Job.objects.get().state == Job.State.DEAD
    assert caplog.messages == []


def test_an_outage_uses_up_no_try(db: None) -> None:
    is_out = True

    def work(job: Job) -> None:
        if is_out:
            raise OperationalError("the connection is closed")

    with handled("test", work, queue=TEST_QUEUE, most_tries=3, first_pause=SECOND):
        enqueue("test", "a")
        now = timezone.now()
        for _try in range(5):
            assert run_due(TEST_QUEUE, now=now) == 1
            now += SECOND
        assert list(Job.objects.values_list("state", "tries")) == [(Job.State.WAITING, 0)]
        is_out = False
        run_due(TEST_QUEUE, now=now)
        assert not Job.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_jobs_that_the_end_of_the_database_interrupts_are_given_back(work: Work) -> None:
    enqueue_all([("test", "a"), ("test", "b")])

    def away(*_query: object) -> None:
        raise OperationalError("gone")

    with ExitStack() as outage:
        for _outage in range(4):
            with pytest.raises(OperationalError):
                run_batch(TEST_QUEUE, started=lambda: outage.enter_context(connection.execute_wrapper(away)))
            outage.close()
    assert run_batch(TEST_QUEUE) == 2
    assert not Job.objects.exists()
