"""Which puzzles and mistakes are chosen, on both sides of each limit."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.analysis.evaluation.report import TurnReport
from games.matches.models import Match
from games.puzzles.kinds import RunKind
from games.puzzles.models import Mistake, Puzzle, Solver
from games.puzzles.services import practice, runs, selection
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
