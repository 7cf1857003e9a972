"""The scheduler ends overdue matches once, whatever the number of schedulers."""

from __future__ import annotations

import asyncio
import time
from copy import copy
from datetime import timedelta
from functools import partial
from threading import Barrier, Event, Thread

import pytest
import time_machine
from django.db import OperationalError, connection
from django.utils import timezone
from pytest_django import Settings

from accounts.models import SeenPlace, User
from accounts.security import places
from accounts.security.places import Shared
from core.db.prepared import PreparedQuery
from games import workers
from games.matches import scheduler
from games.matches.errors import TimeIsUp
from games.matches.hooks import Periodic, background_work, periodic_work
from games.matches.models import Heartbeat, Match
from games.matches.play.heartbeat import heart
from games.matches.play.services import end_overdue, find_match, play_move
from games.workers import pool
from tests.hooks import emptied, run_periodic_work
from tests.matches.conftest import legal_move, play_on
from tests.matches.test_downtime import DOWN, SECOND, World, live, world

pytestmark = pytest.mark.sql

__all__ = ["live", "world"]

OVERDUE = timedelta(hours=72, seconds=1)


def test_who_is_to_move_loses_after_72_hours(match: Match) -> None:
    play_on(match, 1)
    with time_machine.travel(timezone.now() + OVERDUE):
        assert end_overdue() == 1
        assert end_overdue() == 0
    ended = find_match(match.pk)
    assert (ended.ending, ended.winner, ended.deadline_at) == (Match.Ending.TIME, 1, None)


def test_a_match_in_which_no_move_was_made_is_cancelled_after_72_hours(match: Match) -> None:
    with time_machine.travel(match.started_at + OVERDUE):
        assert end_overdue() == 1
    ended = find_match(match.pk)
    assert (ended.ending, ended.winner, ended.counts) == (Match.Ending.ABORTED, None, False)


def test_no_one_loses_a_second_before(match: Match) -> None:
    play_on(match, 1)
    with time_machine.travel(match.started_at + timedelta(hours=72, seconds=-1), tick=False):
        assert end_overdue() == 0
    assert find_match(match.pk).finished_at is None


@pytest.mark.django_db(transaction=True)
def test_two_clocks_end_a_match_once(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now() - timedelta(seconds=1))
    ended: list[int] = []
    ready = Barrier(4)

    def run_one() -> None:
        ready.wait()
        try:
            ended.append(end_overdue())
        finally:
            connection.close()

    clocks = [Thread(target=run_one) for _clock in range(4)]
    for thread in clocks:
        thread.start()
    for thread in clocks:
        thread.join()
    assert sorted(ended) == [0, 0, 0, 1]
    assert find_match(match.pk).version == match.version + 1


def test_a_sweep_that_fails_is_written_down(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(scheduler, "end_overdue", lambda: 1 / 0)
    scheduler.sweep()
    assert "A job of the scheduler failed" in caplog.text


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
        monkeypatch.setattr(scheduler, "end_overdue", lambda: 0)
        await asyncio.wait_for(scheduler.run_scheduler(stop), 10)

    with emptied(background_work):
        asyncio.run(run())
    assert len(ticks) == 3


def test_what_takes_long_is_done_beside_the_ticks_and_finished_before_the_clock_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scheduler, "TICK", 0.01)
    ticked, done = Event(), Event()

    async def run() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()

        def think() -> None:
            assert ticked.wait(10)  # the scheduler ticks while this job is slow
            loop.call_soon_threadsafe(stop.set)
            done.set()

        monkeypatch.setattr(scheduler, "tick", lambda now: ticked.set())
        with emptied(background_work, Periodic(1, think), Periodic(1, lambda: 1 / 0)):
            await asyncio.wait_for(scheduler.run_scheduler(stop), 20)

    asyncio.run(run())
    assert done.is_set()


async def run_for(seconds: float) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, stop.set)
    await scheduler.run_scheduler(stop)


@pytest.mark.django_db(transaction=True)
def test_work_is_called_only_when_there_is_something_to_do(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "SWEEP", 0.01)
    called: list[str] = []
    some = PreparedQuery[Match, Match](lambda now: Match.objects.all())
    none = PreparedQuery[Match, Match](lambda now: Match.objects.filter(started_at__gt=now))
    works = [
        Periodic(0.01, lambda: called.append("some"), lambda: [none, some]),
        Periodic(0.01, lambda: called.append("none"), lambda: [none]),
    ]
    with emptied(periodic_work), emptied(background_work, *works):
        asyncio.run(run_for(0.5))
    assert set(called) == {"some"}


@pytest.mark.django_db(transaction=True)
def test_a_question_that_fails_keeps_no_other_work_from_being_done(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scheduler, "SWEEP", 0.01)
    called: list[str] = []
    works = [
        Periodic(0.01, lambda: 1 / 0, lambda: 1 / 0),  # type: ignore[arg-type,return-value]
        Periodic(0.01, lambda: called.append("other"), list),
    ]
    with emptied(periodic_work), emptied(background_work, *works):
        asyncio.run(run_for(0.5))
    assert "other" in called
    assert "The scheduler could not ask for its work" in caplog.text


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
            close_pools()
            closed.set()

        close_pools = workers.close
        monkeypatch.setattr(workers, "close", close)
        with emptied(background_work, Periodic(1, search_again)):
            await asyncio.wait_for(scheduler.run_scheduler(stop), 30)

    asyncio.run(run())
    assert refused.is_set()


@pytest.mark.django_db(transaction=True)
def test_in_an_outage_nothing_is_called_and_one_line_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(questions: object) -> list[bool]:
        raise OperationalError("the database does not answer")

    monkeypatch.setattr(scheduler, "SWEEP", 0.01)
    monkeypatch.setattr(scheduler, "matching", fail)
    called: list[str] = []
    work = Periodic(0.01, lambda: called.append("work"), list)
    with emptied(periodic_work), emptied(background_work, work):
        asyncio.run(run_for(0.2))
    assert called == []
    assert set(caplog.messages) == {"The scheduler could not ask for its work: OperationalError"}


def test_the_clock_ends_matches_of_anna(match: Match, anna: User) -> None:
    play_on(match, 2)
    with time_machine.travel(match.started_at + OVERDUE):
        scheduler.sweep()
    assert find_match(match.pk).winner == 2


def test_what_is_no_longer_kept_goes_within_minutes_however_much_it_is(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "BATCH", 2)
    long_ago = timezone.now() - 2 * places.BROWSERS_KEPT
    SeenPlace.objects.bulk_create(
        SeenPlace(user=anna, kind=Shared.ADDRESS, digest=str(number), seen_at=long_ago) for number in range(7)
    )
    with emptied(periodic_work, *map(copy, periodic_work)):
        for minute in range(4):
            scheduler.tick(60.0 * minute)
    assert not SeenPlace.objects.exists()


def test_a_planned_move_does_not_make_a_scheduler_serve_the_site(
    world: World, live: Match, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heart, "serves", False)
    web = world.process()
    web.beat()
    beaten_at = Heartbeat.objects.get().beaten_at
    Match.objects.filter(pk=live.pk).update(deadline_at=world.database + SECOND)
    world.passes(DOWN)
    planned = partial(play_move, live.pk, anna, 3, legal_move(live), is_present=False)
    with pytest.raises(TimeIsUp):
        planned()
    assert (heart.serves, Heartbeat.objects.get().beaten_at) == (False, beaten_at)
    assert end_overdue() == 0
    world.process().beat()
    assert planned().ply == 3
