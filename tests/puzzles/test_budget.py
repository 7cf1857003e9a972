"""Searches and checks take a small part of a core, and wait while someone plays."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.jobs.hooks import Postponed
from games.jobs.models import Job
from games.matches.models import Match
from games.matches.play.services import resign
from games.matches.time.control import TimeControl
from games.puzzles import jobs
from games.puzzles.jobs import AGAIN, CREDIT, QUIET, SEARCHES, admitted, is_played
from games.puzzles.models import Source
from games.puzzles.services.stock import MOST_QUEUED, add_computer_match, add_matches, enqueue_searches
from tests.jobs.running import run_due
from tests.matches.conftest import match, play_on

__all__ = ["match"]


def job(*, age: timedelta = timedelta()) -> Job:
    """Return a search that was requested so long ago."""
    return Job(kind="puzzles.search", key="1", created_at=timezone.now() - age)


def waits(asked: Job, *, of_players: bool = False) -> timedelta:
    """Return how long the job has to wait; nothing if it was admitted."""
    try:
        with admitted(asked, of_players=of_players):
            return timedelta()
    except Postponed as later:
        return later.delay


def test_after_each_search_all_rest_so_long_that_the_mean_is_kept(db: None, settings: Settings) -> None:
    settings.PUZZLE_SHARE = 5
    jobs._rest(worked=3.0)
    assert timedelta(seconds=56) < waits(job()) <= timedelta(seconds=57)
    cache.delete(jobs.REST)
    assert waits(job()) == timedelta()


def test_of_two_at_once_one_is_admitted(db: None) -> None:
    with admitted(job(), of_players=False):
        assert waits(job()) == AGAIN
        assert waits(job(), of_players=True) == AGAIN
    assert waits(job()) == timedelta()


def test_one_that_fails_has_the_others_rest_too(db: None, settings: Settings) -> None:
    settings.PUZZLE_SHARE = 1
    with pytest.raises(ZeroDivisionError), admitted(job(), of_players=False):
        1 / Source.objects.count()
    assert waits(job()) > timedelta()


def test_a_queue_of_searches_rests_after_the_first(db: None, settings: Settings) -> None:
    settings.PUZZLE_SHARE = 1
    sources = [add_computer_match("sudoku") for _match in range(3)]
    enqueue_searches(source for source in sources if source)
    run_due(SEARCHES)
    assert Source.objects.filter(searched_at=None).count() == 2
    waiting = Job.objects.filter(kind="puzzles.search")
    assert [(one.tries, one.due_at > timezone.now()) for one in waiting] == [(0, True)] * 2


def test_while_anna_and_bob_play_nothing_is_searched(match: Match) -> None:
    play_on(match, 2)
    assert is_played()
    assert waits(job()) == QUIET
    assert waits(job(age=timedelta(days=2))) == timedelta()  # a busy site finds puzzles, too


def test_what_players_have_just_ended_is_searched_at_once_and_paid_for_later(match: Match, settings: Settings) -> None:
    settings.PUZZLE_SHARE = 5
    play_on(match, 2)
    jobs._rest(worked=30.0)
    assert waits(job(), of_players=True) == timedelta()
    assert waits(job(age=timedelta(hours=2)), of_players=True) == QUIET
    jobs._rest(worked=60.0)
    assert timedelta(minutes=8) < waits(job(), of_players=True) < 90 * 19 * timedelta(seconds=1) - CREDIT + AGAIN


def test_a_match_without_moves_is_no_hindrance(match: Match) -> None:
    Match.objects.update(moved_at=timezone.now() - 2 * QUIET)
    assert not is_played()
    live = TimeControl.live(minutes=20, increment=0)
    Match.objects.update(time_kind=live.kind)
    assert is_played()  # someone thinks
    Match.objects.update(moved_at=timezone.now() - timedelta(days=1))
    assert not is_played()


def test_a_match_that_has_ended_is_none(match: Match, anna: User) -> None:
    resign(play_on(match, 2).pk, anna)
    assert not is_played()


def test_the_queue_does_not_grow_without_end(match: Match, anna: User) -> None:
    ended = resign(play_on(match, 2).pk, anna)
    sources = Source.objects.bulk_create(Source(game_slug="sudoku", number=n) for n in range(1, MOST_QUEUED + 1))
    enqueue_searches(sources)
    add_matches([ended])
    assert not Source.objects.filter(match=ended).exists()  # `replenish` finds it when puzzles are few
