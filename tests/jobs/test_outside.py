"""Work that goes on outside of the runner: neither a thread nor a connection waits, and the lease is kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from core import clock
from games.jobs.hooks import Outside, Queue, RetryLater
from games.jobs.models import Job
from games.jobs.runner import run_queues
from games.jobs.services import enqueue, enqueue_all
from tests.jobs.running import TEST_QUEUE, handled, run_due

pytestmark = [pytest.mark.sql, pytest.mark.django_db(transaction=True)]

SECOND = timedelta(seconds=1)
ONE_THREAD = Queue("test", batch=2, lease=SECOND)


@asynccontextmanager
async def running(work: Callable[[Job], object], queue: Queue = ONE_THREAD) -> AsyncIterator[None]:
    stop = asyncio.Event()
    with handled("test", work, queue=queue):
        runner = asyncio.create_task(run_queues(stop))
        yield
        stop.set()
        await asyncio.wait_for(runner, 30)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not await sync_to_async(condition)():
            await asyncio.sleep(0.05)


def names() -> list[str]:
    return sorted(Job.objects.values_list("key", flat=True))


async def test_while_one_goes_on_outside_the_only_thread_does_others() -> None:
    result: Future[str] = Future()
    done: list[str] = []

    def work(job: Job) -> Outside | None:
        if job.key == "a":
            return Outside(result, lambda: done.append(result.result()))
        done.append(job.key)
        return None

    await sync_to_async(enqueue_all)([("test", "a"), ("test", "b")])
    async with running(work):
        await until(lambda: names() == ["a"])
        await sync_to_async(enqueue)("test", "c")
        await until(lambda: names() == ["a"] and "c" in done)
        result.set_result("a")
        await until(lambda: names() == [])
    assert done == ["b", "c", "a"]


async def test_no_more_are_begun_than_the_batch_of_the_queue() -> None:
    results = {key: Future[str]() for key in "abc"}
    begun: list[str] = []

    def work(job: Job) -> Outside:
        begun.append(job.key)
        return Outside(results[job.key], lambda: None)

    await sync_to_async(enqueue_all)([("test", key) for key in "abc"])
    async with running(work):
        await until(lambda: len(begun) == 2)
        await sync_to_async(enqueue)("test", "other")  # wakes the runner, which has no room
        assert begun == ["a", "b"]
        results["a"].set_result("")
        await until(lambda: begun == ["a", "b", "c"])


async def test_what_follows_does_not_come_early() -> None:
    done: list[bool] = []
    moment = clock.now() + SECOND
    result: Future[str] = Future()
    result.set_result("")
    await sync_to_async(enqueue)("test", "a")
    async with running(lambda job: Outside(result, lambda: done.append(clock.now() >= moment), moment)):
        await until(lambda: names() == [])
    assert done == [True]


async def test_its_lease_is_kept_as_long_as_it_takes() -> None:
    result: Future[str] = Future()
    await sync_to_async(enqueue)("test", "a")
    async with running(lambda job: Outside(result, lambda: None)):
        await until(lambda: Job.objects.filter(leased_until__gt=timezone.now()).exists())
        first = (await Job.objects.aget()).leased_until
        assert first
        await until(lambda: Job.objects.filter(leased_until__gt=first + SECOND).exists())
        assert await Job.objects.aget(tries=1)


async def test_a_process_that_stops_gives_it_back_without_counting_a_try() -> None:
    begun: list[str] = []

    def work(job: Job) -> Outside:
        begun.append(job.key)
        return Outside(Future[str](), lambda: None)

    await sync_to_async(enqueue)("test", "a")
    async with running(work):
        await until(lambda: begun == ["a"])
    job = await Job.objects.aget()
    assert (job.tries, job.claim, job.leased_until) == (0, "", None)


def test_a_failure_outside_counts_as_a_try() -> None:
    def work(job: Job) -> Outside:
        dead: Future[str] = Future()
        dead.set_exception(RetryLater())
        return Outside(dead, dead.result)

    with handled("test", work, queue=TEST_QUEUE, most_tries=2):
        enqueue("test", "a")
        for hours in range(3):
            run_due(TEST_QUEUE, now=timezone.now() + timedelta(hours=hours))
    job = Job.objects.get()
    assert (job.state, job.tries) == (Job.State.DEAD, 2)
