"""From where on a move of an analysis is a miss, decided a match, or is about as good as another."""

from __future__ import annotations

import pytest

from games.analysis.evaluation.candidates import ALIKE, Choice, contenders, is_sure
from games.analysis.evaluation.moments import deciding, is_alike
from games.analysis.evaluation.report import Report, Side, TurnReport
from games.analysis.evaluation.turns import Luck
from games.analysis.variations import Compared
from games.rules import Evaluation, PlayedMove, Seat, say


def row(ply: int, *, cost: float = 0.0, error: float = 0.0, change: float = 0.0) -> TurnReport:
    return TurnReport(ply, PlayedMove(Seat.FIRST, say("")), 0, (), 0.5, change, cost, error, 0.0)


def choice(chance: float, error: float = 0.0) -> Choice:
    return Choice("", 0, chance, error)


def test_a_miss_costs_something_and_more_than_its_error() -> None:
    costs = [row(1, cost=0.005), row(1, cost=0.004), row(1, cost=0.5, error=0.25), row(1, cost=0.51, error=0.25)]
    assert [one.is_miss for one in costs] == [True, False, False, True]


def decided_by(*rows: TurnReport) -> list[int]:
    sides = Side(Seat.FIRST, 0, 0, 0, 0, Luck(0, 0)), Side(Seat.SECOND, 0, 0, 0, 0, Luck(0, 0))
    return [one.ply for one in deciding(Report(0.5, rows, sides))]


def test_mistakes_decide_a_match_before_turns_that_only_changed_it() -> None:
    misses = [row(1, cost=0.03), row(2, cost=0.029), row(3, cost=0.2)]
    changes = [row(4, change=-0.1), row(5, change=0.099), row(6, change=0.3)]
    assert decided_by(*misses, *changes) == [1, 3, 6]
    assert decided_by(*misses, *changes[:2]) == [1, 3, 4]
    assert decided_by(misses[1], *changes[:2]) == [4]
    assert decided_by(row(7, cost=0.04), *misses, row(8, cost=0.05)) == [3, 7, 8]


@pytest.mark.parametrize(
    ("one", "played", "expected"),
    [
        ((0.75, 0.0), 0.5, False),  # it costs half as much as the played one, but that is for sure
        ((0.75, 0.125), 0.5, True),  # two errors
        ((0.75, 0.124), 0.5, False),
        ((0.74, 0.5), 0.5, False),  # more than half
        ((1.0, 0.0), 0.5, True),
    ],
)
def test_what_replaces_the_best_move_costs_half_of_the_played_one_at_most(
    one: tuple[float, float], played: float, expected: bool
) -> None:
    assert is_alike(choice(*one), choice(1.0), choice(played)) is expected


def test_a_variation_is_about_equal_up_to_two_errors() -> None:
    assert Compared(choice(0.5, 0.125), choice(0.75)).is_about_equal
    assert Compared(choice(0.5), choice(0.75, 0.125)).is_about_equal
    assert not Compared(choice(0.5, 0.124), choice(0.75)).is_about_equal


def moves(*pairs: tuple[float, float]) -> list[Evaluation[object]]:
    return [Evaluation(number, *pair) for number, pair in enumerate(pairs)]


def test_the_best_is_sure_only_more_than_two_errors_ahead() -> None:
    assert not is_sure(moves((0.75, 0.0), (0.5, 0.125)))
    assert not is_sure(moves((0.75, 0.125), (0.5, 0.0)))
    assert is_sure(moves((0.75, 0.0), (0.5, 0.124)))
    assert is_sure(moves((0.5, 0.0), (0.5 - ALIKE / 2, 0.0)))  # both exact, and as good
    assert not is_sure(moves((0.5, 0.1), (0.5 - ALIKE / 2, 0.0)))  # but who knows


def test_who_may_be_the_best_is_played_out_beside_the_played_one() -> None:
    close = moves((0.75, 0.0), (0.5, 0.125), (0.4, 0.125), (0.3, 0.0))
    assert [one.move for one in contenders(close, None)] == [0, 1]
    assert [one.move for one in contenders(close, 3)] == [3, 0, 1]
    sure = moves((0.75, 0.0), (0.5, 0.0))
    assert contenders(sure, 1) == []
