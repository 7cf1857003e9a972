"""Searches for puzzles: each finished match once, no running match, and computers' matches if there are no others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.catalogue import games
from games.jobs.models import Job
from games.jobs.runner import run_batch
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import resign, void_match
from games.matches.play.starts import Origin
from games.puzzles.jobs import SEARCHES
from games.puzzles.making.extraction import find
from games.puzzles.models import Puzzle, Source
from games.puzzles.services import stock
from games.puzzles.services.solving import judged, position_of
from games.puzzles.services.stock import add_computer_match, add_matches, enqueue_searches, replenish, search
from games.rules import Seat
from games.workers import PoolClosed, TooSlow, WorkerDied, run
from tests.jobs.running import run_due, run_jobs
from tests.matches.conftest import match, play_on
from tests.puzzles.conftest import found_in

pytestmark = pytest.mark.sql

__all__ = ["match"]


@pytest.mark.thorough
@pytest.mark.usefixtures("points_alone")
def test_a_match_that_ends_is_looked_through_once(match: Match, anna: User) -> None:
    match = play_on(match, 12)
    assert not Source.objects.exists()
    resign(match.pk, anna)
    run_jobs()
    add_matches([Match.objects.get()])
    assert Source.objects.get().match_id == match.pk
    run_jobs()
    assert run_due(SEARCHES) == 1
    assert run_due(SEARCHES) == 0
    for puzzle in Puzzle.objects.all():
        assert judged(puzzle, puzzle.best)[1].points == puzzle.best_points
        assert puzzle.moves == list(match.moves.values_list("text", flat=True)[: puzzle.ply])
    assert Puzzle.objects.exists()


def test_a_running_match_is_never_a_source(match: Match) -> None:
    match = play_on(match, 12)
    add_matches([match])
    assert not Source.objects.exists()
    forced = Source.objects.create(match=match, game_slug=match.game_slug)
    assert search(forced) == []


def test_a_match_without_a_move_is_none_either(match: Match, anna: User) -> None:
    resign(match.pk, anna)
    run_jobs()
    assert not Source.objects.exists()


@pytest.mark.thorough  # by default: a running match, and one without a move
def test_a_match_that_goes_on_from_another_is_none_either(match: Match, anna: User) -> None:
    over = resign(play_on(match, 4).pk, anna)
    again = start_match(
        game_slug=over.game_slug,
        options=over.options,
        first=over.first,
        second=over.second,
        time_control=over.time_control,
        origin=Origin(over, 3, Seat.FIRST),
    )
    resign(play_on(again, 2).pk, anna)
    run_jobs()
    call_command("puzzles", find=True, game="digifeud")
    assert set(Source.objects.exclude(match=None).values_list("match", flat=True)) == {over.pk}


def test_a_match_that_was_declared_void_does_no_harm(match: Match, anna: User) -> None:
    match = play_on(match, 3)
    resign(match.pk, anna)
    void_match(match.pk)
    run_jobs()
    assert run_due(SEARCHES) == 1
    assert Source.objects.get().searched_at


def test_of_two_searches_at_once_one_is_kept(db: None, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.SECRET_KEY = "for tests only"  # whose first deal has puzzles; not every deal has
    source = add_computer_match("summy")
    assert source
    rival: list[list[Puzzle]] = []
    real = run

    def slow(function: Callable[..., object], *values: object) -> object:
        monkeypatch.setattr(stock, "run", real)
        rival.append(search(source))
        return real(function, *values)

    monkeypatch.setattr(stock, "run", slow)
    assert search(source) == []
    assert len(rival[0]) == Puzzle.objects.count() > 0
    assert Source.objects.get().searched_at


def enqueued(slug: str = "digifeud") -> Source:
    """Return a match between two computers that waits to be searched."""
    source = add_computer_match(slug)
    assert source
    enqueue_searches([source])
    return source


def test_a_search_that_fails_is_tried_five_times(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stock, "run", failing(WorkerDied()))
    source = enqueued()
    for hours in range(7):
        run_due(SEARCHES, now=timezone.now() + timedelta(hours=hours))
    job = Job.objects.get()
    assert (job.key, job.state, job.tries) == (str(source.pk), Job.State.DEAD, 5)
    assert Source.objects.get().searched_at is None


def test_a_game_with_a_dead_search_is_still_replenished(db: None, settings: Settings) -> None:
    settings.PUZZLE_STOCK = 1
    enqueued("sudoku")
    Job.objects.update(state=Job.State.DEAD)
    replenish()
    assert Source.objects.filter(game_slug="sudoku").count() == 1 + stock.PLAYED


def test_a_match_that_takes_too_long_is_left_alone(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stock, "run", failing(TooSlow()))
    enqueued()
    run_due(SEARCHES)
    assert not Job.objects.exists()
    assert not Puzzle.objects.exists()


def test_a_process_that_ends_leaves_the_match_to_others(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stock, "run", failing(PoolClosed()))
    enqueued("summy")
    run_batch(SEARCHES)
    assert Job.objects.get().tries == 0
    monkeypatch.setattr(stock, "run", run)
    run_due(SEARCHES)
    assert Source.objects.get().searched_at


def failing(fault: Exception) -> Callable[..., object]:
    """Return a replacement for `run` that raises the fault."""

    def fail(*values: object) -> object:
        raise fault

    return fail


def test_a_real_worker_finds_the_same(db: None, settings: Settings) -> None:
    settings.WORKERS = 1
    seed, moves, found = found_in("sudoku")
    assert found in run(find, "sudoku", games()["sudoku"].options_type().data(), seed, moves)


@pytest.mark.thorough
def test_where_there_is_nothing_computers_play(db: None, settings: Settings) -> None:
    settings.PUZZLE_STOCK = 1
    replenish()
    assert set(Source.objects.values_list("game_slug", "number")) == {
        (slug, number) for slug in games() for number in range(1, stock.PLAYED + 1)
    }
    replenish()  # they are still waiting
    assert Source.objects.count() == stock.PLAYED * len(games())
    run_due(SEARCHES)
    assert not Source.objects.filter(searched_at=None).exists()
    assert set(Puzzle.objects.values_list("game_slug", flat=True)) <= set(games())
    assert Puzzle.objects.filter(for_daily=True).exists()


def test_no_computer_plays_where_no_one_wants_it(db: None, settings: Settings) -> None:
    settings.PUZZLE_STOCK = 0
    replenish()
    assert not Source.objects.exists()


def test_matches_from_before_there_were_puzzles_are_caught_up_with(
    match: Match, anna: User, settings: Settings
) -> None:
    settings.PUZZLE_STOCK = 1
    match = play_on(match, 12)
    resign(match.pk, anna)
    run_jobs()
    Source.objects.all().delete()
    replenish()
    assert Source.objects.filter(match=match.pk).exists()


def test_the_seed_of_a_computers_match_is_fixed_and_belongs_to_the_site(settings: Settings) -> None:
    known = stock.seed_of("digifeud", 1)
    assert known == stock.seed_of("digifeud", 1) != stock.seed_of("digifeud", 2)
    settings.SECRET_KEY = "another"
    assert stock.seed_of("digifeud", 1) != known


@pytest.mark.thorough
def test_the_command_makes_puzzles(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("puzzles", make=1, game="sudoku")
    assert Puzzle.objects.filter(game_slug="sudoku", state=Puzzle.State.OFFERED).count() >= 1
    assert "sudoku: " in capsys.readouterr().out
    for puzzle in Puzzle.objects.all():
        assert puzzle.source
        assert puzzle.source.match is None
        assert position_of(puzzle).result is None


def test_the_command_finds_puzzles_in_what_was_played(match: Match, anna: User) -> None:
    match = play_on(match, 3)
    resign(match.pk, anna)
    run_jobs()
    Source.objects.all().delete()
    call_command("puzzles", find=True, game="digifeud")
    assert Source.objects.filter(match=match.pk, searched_at__isnull=False).exists()


def test_the_command_knows_its_games(db: None) -> None:
    with pytest.raises(CommandError, match="no game chess"):
        call_command("puzzles", make=1, game="chess")
