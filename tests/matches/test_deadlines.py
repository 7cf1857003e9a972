"""Overdue matches end once, whatever the number of schedulers."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from threading import Barrier, Thread

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.matches.errors import TimeIsUp
from games.matches.models import Heartbeat, Match
from games.matches.play.heartbeat import heart
from games.matches.play.services import end_overdue, find_match, play_move
from tests.matches.conftest import World, legal_move, play_on
from tests.matches.test_downtime import DOWN, HOUR, MINUTE, SECOND, live

pytestmark = pytest.mark.sql

__all__ = ["live"]

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


def test_the_clock_ends_matches_of_anna(match: Match, anna: User) -> None:
    play_on(match, 2)
    with time_machine.travel(match.started_at + OVERDUE):
        end_overdue()
    assert find_match(match.pk).winner == 2


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


def test_a_command_goes_by_the_time_of_the_processes_that_serve(world: World, live: Match) -> None:
    web, command = world.process(), world.process()
    web.beat()
    world.database += HOUR
    world.beats(web, MINUTE)
    command.follow()
    assert abs(command.time.now() - web.time.now()) < SECOND
    world.database -= HOUR  # set right; no beat has seen it yet
    after = world.process()
    after.follow()
    assert abs(after.time.now() - web.time.now()) < SECOND
