"""The scheduler runs periodic work: failures and slow work concern nothing else, and it stops in good order."""

from __future__ import annotations

import asyncio
import time
from copy import copy
from threading import Event

import pytest
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from accounts import sessions
from accounts.models import SeenPlace, User
from accounts.sessions import Shared
from games import workers
from games.jobs import scheduler
from games.jobs.hooks import Periodic, periodic_work, scheduler_stops
from games.workers import pool
from tests.hooks import emptied, run_periodic_work

pytestmark = pytest.mark.sql


def test_a_chore_that_fails_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []
    with emptied(periodic_work, Periodic(10, lambda: 1 / 0), Periodic(10, lambda: done.append("swept"))):
        scheduler.tick(100.0)
        scheduler.tick(105.0)
        assert done == ["swept"]
        assert "A job of the scheduler failed" in caplog.text
        scheduler.tick(110.0)
    assert done == ["swept", "swept"]


def test_work_that_a_test_runs_early_is_due_for_later_tests() -> None:
    done: list[str] = []
    with emptied(periodic_work, Periodic(10, lambda: done.append("swept"))):
        run_periodic_work()
        scheduler.tick(100.0)
    assert done == ["swept", "swept"]


def test_the_clock_ticks_until_it_is_told_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "TICK", 0.01)
    ticks: list[float] = []

    async def run() -> None:
        stop = asyncio.Event()

        def tick(now: float) -> None:
            ticks.append(now)
            if len(ticks) == 3:
                stop.set()

        monkeypatch.setattr(scheduler, "tick", tick)
        await asyncio.wait_for(scheduler.run_scheduler(stop), 10)

    with emptied(periodic_work):
        asyncio.run(run())
    assert len(ticks) == 3


def test_what_takes_long_is_done_beside_the_ticks_and_finished_before_the_clock_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scheduler, "TICK", 0.01)
    ticked, done, swept = Event(), Event(), Event()

    async def run() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()

        def think() -> None:
            assert ticked.wait(10)  # the scheduler ticks while this job is slow
            loop.call_soon_threadsafe(stop.set)
            done.set()

        monkeypatch.setattr(scheduler, "tick", lambda now: ticked.set())
        quick = Periodic(1, swept.set)  # is for the ticks alone
        with emptied(
            periodic_work, Periodic(1, think, is_apart=True), Periodic(1, lambda: 1 / 0, is_apart=True), quick
        ):
            await asyncio.wait_for(scheduler.run_scheduler(stop), 20)

    asyncio.run(run())
    assert (done.is_set(), swept.is_set()) == (True, False)


def test_a_search_that_begins_while_the_clock_stops_does_not_hold_it_up(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WORKERS = 1
    monkeypatch.setattr(pool, "_pools", [])
    closed, refused = Event(), Event()

    async def run() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()

        def search_again() -> None:
            loop.call_soon_threadsafe(stop.set)
            assert closed.wait(10)  # between two searches
            with pytest.raises(workers.PoolClosed):
                workers.run(time.sleep, 60)
            refused.set()

        def close() -> None:
            workers.close()
            closed.set()

        with emptied(periodic_work, Periodic(1, search_again, is_apart=True)), emptied(scheduler_stops, close):
            await asyncio.wait_for(scheduler.run_scheduler(stop), 30)

    asyncio.run(run())
    assert refused.is_set()


@pytest.mark.django_db(transaction=True)
def test_in_an_outage_each_work_logs_one_line_and_is_called_at_most_every_second(
    caplog: pytest.LogCaptureFixture,
) -> None:
    called: list[str] = []

    def fail() -> None:
        called.append("work")
        raise OperationalError("the database does not answer")

    async def run() -> None:
        stop = asyncio.Event()
        asyncio.get_running_loop().call_later(0.5, stop.set)
        await scheduler.run_scheduler(stop)

    with emptied(periodic_work, Periodic(0.01, fail, is_apart=True)):
        asyncio.run(run())
    assert called == ["work"]
    assert caplog.messages == ["The scheduler could not reach the database: OperationalError"]


def test_what_is_no_longer_kept_goes_within_minutes_however_much_it_is(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "BATCH", 2)
    long_ago = timezone.now() - 2 * sessions.BROWSERS_KEPT
    SeenPlace.objects.bulk_create(
        SeenPlace(user=anna, kind=Shared.ADDRESS, digest=str(number), seen_at=long_ago) for number in range(7)
    )
    with emptied(periodic_work, *map(copy, periodic_work)):
        for minute in range(4):
            scheduler.tick(60.0 * minute)
    assert not SeenPlace.objects.exists()
