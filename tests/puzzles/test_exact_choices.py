"""Which puzzles and mistakes are chosen, on both sides of each limit."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.analysis.evaluation.report import TurnReport
from games.jobs.models import Job
from games.matches.models import Match
from games.puzzles.kinds import RunKind
from games.puzzles.models import Daily, Mistake, Puzzle, Solver
from games.puzzles.services import practice, runs, selection, stock
from games.puzzles.services.practice import ENOUGH, dear
from games.puzzles.services.runs import start_run
from games.rules import PlayedMove, Seat, say
from tests.alike import one
from tests.matches.conftest import match
from tests.puzzles.conftest import NOON, Clock, make_puzzle
from tests.puzzles.test_mistakes import mistake_of
from tests.puzzles.test_runs import begin, reply

__all__ = ["match"]


def turn(ply: int, cost: float, error: float = 0.01) -> TurnReport:
    """Return the report on a turn that cost so much; the first player makes those of odd numbers."""
    made = PlayedMove(Seat.FIRST if ply % 2 else Seat.SECOND, say("a move"), 0)
    return TurnReport(ply, made, 0, (), 0.5, 0.0, cost, error, 0.2)


def test_three_misses_of_each_player_are_practised_and_those_that_decided() -> None:
    costly = {1: 0.07, 3: 0.08, 5: 0.09, 7: 0.06, 2: 0.05, 4: 0.049, 6: 0.03, 8: 0.029}
    rows = [turn(ply, cost) for ply, cost in costly.items()]
    rows += [turn(9, 0.2, 0.1), turn(10, 0.2, 0.1)]  # no misses for sure
    assert [row.ply for row in dear(rows, {6, 8, 10})] == [1, 2, 3, 5, 6]
    assert [row.ply for row in dear(rows, set())] == [1, 2, 3, 5]
    assert [row.ply for row in dear(rows, {7})] == [1, 2, 3, 5, 7]


def test_the_oldest_that_are_not_learned_go(
    match: Match, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "MOST", 2)
    made = [mistake_of(anna, match, number, made_at=NOON - timedelta(days=number)) for number in (1, 3, 2)]
    learned = mistake_of(anna, match, 4, made_at=NOON - timedelta(days=9), solved=ENOUGH)
    his = mistake_of(bob, match, 5, made_at=NOON - timedelta(days=9))
    practice._forget_oldest(anna)
    assert {*Mistake.objects.all()} == {made[0], made[2], learned, his}
    assert Puzzle.objects.count() == 4


def test_a_run_has_only_so_many_of_those_that_are_longest_due(
    match: Match, anna: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "LONGEST_REPEAT", 2)
    due = [mistake_of(anna, match, number, due_at=NOON - timedelta(days=number)) for number in (1, 3, 2)]
    run = start_run(anna, "digifeud", RunKind.OWN)
    assert run
    assert [one.puzzle_id for one in run.puzzles.all()] == [due[1].puzzle_id, due[2].puzzle_id]


@pytest.mark.parametrize(("offset", "is_near"), [(-201, False), (-199, True), (199, True), (201, False)])
def test_near_is_within_two_hundred_points_of_ones_own_rating(offset: float, is_near: bool, anna: User) -> None:
    one(Solver, game_slug="digifeud", player=anna, rating=1650.0)
    one(Puzzle, game_slug="digifeud", state=Puzzle.State.OFFERED, rating=1650.0 + offset)
    assert selection.choices_of(anna)["digifeud"].is_near is is_near


def test_one_as_hard_as_the_last_comes_before_a_much_harder_one(db: None, clock: Clock, anna: User) -> None:
    for number, rating in enumerate((1200.0, 1200.0, 1900.0, 1900.0, 1900.0)):
        make_puzzle(number=number, rating=rating)
    run = begin(anna)
    reply(run)
    reply(run)
    assert [one.puzzle.rating for one in run.puzzles.order_by("number")] == [1200.0, 1200.0, 1900.0]


def test_todays_puzzle_is_checked_first_and_then_the_oldest(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stock, "MOST_CHECKS", 2)
    offered = {"game_slug": "digifeud", "state": Puzzle.State.OFFERED}
    oldest, _older, todays = (one(Puzzle, **offered) for _number in range(3))
    one(Daily, puzzle=todays, day=selection.today())
    for _time in range(2):
        stock.enqueue_checks()
        keys = Job.objects.filter(kind=stock.CHECK).order_by("pk").values_list("key", flat=True)
        assert list(keys) == [todays.pk, oldest.pk]


@pytest.mark.parametrize(
    ("reserved", "free", "is_next"),
    [(0, 0, True), (1, 1, False), (1, 2, True), (2, 3, False), (2, 4, True), (3, 9, False)],
)
def test_one_in_three_is_reserved_for_a_day_to_come(
    reserved: int, free: int, is_next: bool, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stock, "RESERVE", 3)
    for number in range(reserved + free):
        one(Puzzle, game_slug="digifeud", for_daily=number < reserved)
    one(Daily, puzzle=one(Puzzle, game_slug="digifeud", for_daily=True))
    one(Puzzle, game_slug="digifeud", state=Puzzle.State.OWN)
    one(Puzzle, game_slug="summy")
    assert stock._is_for_daily("digifeud") is is_next
