"""Puzzles at their edges: what was done before, what is over, what is no source, and moments to the second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from core import clock
from games.jobs.models import Job
from games.matches.models import Match
from games.puzzles import jobs, lists
from games.puzzles.kinds import RunKind
from games.puzzles.making.extraction import Found
from games.puzzles.models import Attempt, Mistake, Puzzle, Run, Solver, Source
from games.puzzles.services import practice, runs, stock
from games.puzzles.services.solving import give_up, try_move
from games.ratings.glicko2 import SETTLED
from tests.alike import one
from tests.events.cups import NOW
from tests.puzzles.conftest import make_puzzle, others
from tests.puzzles.test_budget import job, waits

SignedIn = Callable[[User], Client]
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


def begun(player: User) -> Run:
    """Return a sprint that has just begun."""
    for number in range(1, 9):
        make_puzzle(number=number, rating=1000.0 + 100 * number)
    run = runs.start_run(player, "digifeud", RunKind.SPRINT)
    assert run
    return run


@pytest.mark.parametrize("several", [False, True])
def test_who_gives_up_after_a_wrong_move_is_rated_once(several: bool, anna: User) -> None:
    puzzle = make_puzzle(several=several)
    attempt = try_move(puzzle, anna, others(puzzle)[0][0])
    before = Solver.objects.values().get(player=anna)
    assert (attempt.gain or 0) < 0
    given = give_up(puzzle, anna)
    assert given.is_over
    assert given.gain == attempt.gain
    assert Solver.objects.values().get(player=anna) == before


def test_an_attempt_that_was_not_rated_has_no_gain() -> None:
    gains = [Attempt(rating_before=a, rating_after=b).gain for a, b in ((None, None), (1500.0, None), (1500.6, 1490.4))]
    assert gains == [None, None, -11]


def test_a_solver_and_a_puzzle_are_settled_until_then(anna: User) -> None:
    solver = one(Solver, player=anna, game_slug="digifeud", settled_until=NOW)
    settled = [lists.figure_of(solver, NOW + late).is_settled for late in (-SECOND, timedelta(), SECOND)]
    assert settled == [True, False, False]
    solver.settled_until = None
    assert not lists.figure_of(solver, NOW).is_settled
    assert [Puzzle(deviation=SETTLED + more).is_settled for more in (-0.1, 0.0)] == [True, False]


def test_a_run_whose_time_is_over_is_not_open(anna: User, travel: time_machine.Traveller) -> None:
    run = begun(anna)
    assert runs.answer(run, 7, "pass") is None  # there is no such puzzle
    travel.move_to(NOW + runs.LENGTH + runs.GRACE)
    assert runs.open_run(anna, "digifeud", RunKind.SPRINT) == run
    travel.shift(SECOND)
    assert runs.open_run(anna, "digifeud", RunKind.SPRINT) is None
    assert Run.objects.get().ended_at == NOW + runs.LENGTH


def test_an_ended_run_takes_no_move_and_shows_no_light(anna: User, signed_in: SignedIn) -> None:
    run = begun(anna)
    browser, page = signed_in(anna), f"/puzzles/run/{run.pk}/"
    assert browser.get(page).status_code == 200
    runs.stop(run)
    shown = runs.current(run)
    assert shown
    browser.post(page, {"ply": "1", "text": shown.puzzle.best})
    run.refresh_from_db()
    assert (run.solved, run.missed, run.puzzles.get().answered_at) == (0, 0, None)


@pytest.mark.parametrize("path", ["mistakes", "repeat"])
def test_there_are_no_runs_of_a_game_that_is_none(path: str, anna: User, signed_in: SignedIn, client: Client) -> None:
    browser = signed_in(anna)
    assert browser.post(f"/puzzles/{path}/chess/").status_code == 404
    assert client.post(f"/puzzles/{path}/digifeud/").status_code == 404
    assert browser.post(f"/puzzles/{path}/digifeud/").status_code == 302
    assert not Run.objects.exists()


def test_a_match_is_searched_once_and_not_under_other_rules_or_with_plenty(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[str] = []

    def worker(_work: object, slug: str, *_given: object) -> list[Found]:
        searched.append(slug)
        return []

    monkeypatch.setattr(stock, "run", worker)
    make_puzzle(number=9)
    sources = [
        one(Source, game_slug="digifeud", match=one(Match, game_slug="digifeud", finished_at=NOW, **facts))
        for facts in ({}, {"rules_version": 0})
    ]
    monkeypatch.setattr(stock, "PLENTY", 1)
    for source in sources:
        assert stock.search(source) == []
    assert searched == []
    Source.objects.update(searched_at=None)
    monkeypatch.setattr(stock, "PLENTY", 2)
    for _again in range(2):
        for source in Source.objects.filter(pk__in=[source.pk for source in sources]):
            assert stock.search(source) == []
    assert searched == ["digifeud"]


UNSUITABLE: dict[str, dict[str, object]] = {
    "void": {"voided_at": NOW},
    "of other rules": {"rules_version": 0},
    "of a game that is gone": {"game_slug": "chess"},
    "a board of a mirror match": {"twin_id": "another"},
    "from a position": {"origin_id": "another"},
}


@pytest.mark.parametrize("kind", ["usual", *UNSUITABLE])
def test_mistakes_are_collected_in_whole_matches_of_the_present_rules(kind: str) -> None:
    match = one(Match, pk="match", game_slug="digifeud", finished_at=NOW)
    for name, value in UNSUITABLE.get(kind, {}).items():
        setattr(match, name, value)
    practice.enqueue_mistakes(match)
    assert Job.objects.filter(kind=practice.COLLECT, key="match").exists() is (kind == "usual")


def test_nothing_is_collected_without_a_finished_analysis() -> None:
    assert practice.collect(one(Match, game_slug="digifeud", finished_at=NOW)) == []


def test_what_is_learned_does_not_count_again(anna: User) -> None:
    puzzle = make_puzzle(state=Puzzle.State.OWN)
    facts = {"puzzle": puzzle, "player": anna, "match": one(Match), "due_at": NOW}
    mistake = one(Mistake, solved=practice.ENOUGH, **facts)
    assert not practice.note(anna, puzzle, is_solved=True)
    assert practice.next_of([mistake], NOW - SECOND) is None
    Mistake.objects.update(solved=practice.ENOUGH - 1)
    assert practice.note(anna, puzzle, is_solved=True)
    mistake.refresh_from_db()
    assert (mistake.solved, mistake.due_at) == (practice.ENOUGH, NOW + practice.PAUSE)
    assert [practice.is_awaited(Job(due_at=NOW - practice.AHEAD + late)) for late in (timedelta(), SECOND)] == [
        *(True, False),
    ]


def test_no_job_waits_longer_than_a_day_and_players_an_hour_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "is_played", lambda: True)
    assert [waits(job(age=jobs.LONGEST_WAIT - early)) for early in (SECOND, timedelta())] == [jobs.QUIET, timedelta()]
    ages = (jobs.URGENT - SECOND, jobs.URGENT)
    assert [waits(job(age=age), of_players=True) for age in ages] == [timedelta(), jobs.QUIET]
    assert clock.now() == NOW
