"""The winning chances along a match, and the report."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.analysis.evaluation import rollouts
from games.analysis.evaluation import turns as hands
from games.analysis.evaluation.report import (
    STAKES,
    Outlook,
    Report,
    TurnEnds,
    accuracy_of,
    outlooks,
    report_on,
    seen_by,
    weights_near,
)
from games.analysis.evaluation.rollouts import Endings
from games.analysis.evaluation.turns import Measured, measure_start, measure_turn
from games.analysis.reading import mistake_of
from games.catalogue import games
from games.rules import AnyGame, Seat
from tests.playing import Played, play


def turn_ends(lead: int, ends: tuple[int, ...], *, to_move: Seat = Seat.FIRST, section: int = 0) -> TurnEnds:
    """Return a moment of a match in which every next move scores 10 points."""
    return TurnEnds(to_move, lead, Endings(ends, (10,) * len(ends)), section)


def test_the_spread_of_two_endings_is_that_of_a_sample() -> None:
    """With n - 1, as the mean is that of the same endings."""
    (outlook,) = outlooks([TurnEnds(Seat.FIRST, 0, Endings((-10, 10), (0, 0)), 0)])
    assert outlook.spread == pytest.approx(200**0.5)


def test_equal_players_have_equal_chances() -> None:
    (outlook,) = outlooks([turn_ends(0, (-10, 10))])
    assert outlook.chance() == 0.5


def test_chances_rise_with_the_lead_and_add_up_to_one() -> None:
    found = outlooks([turn_ends(lead, (lead - 20, lead + 20)) for lead in (-30, 0, 30)])
    chances = [outlook.chance() for outlook in found]
    assert chances == sorted(chances)
    for seat in Seat:
        assert seen_by(seat, chances[0]) + seen_by(seat.other, chances[0]) == 1
    assert 0 < chances[0] < 0.2 < 0.8 < chances[2] < 1


def test_neighbours_steady_what_few_samples_say() -> None:
    """An outlier among the rollouts of similar turns moves the chance much less than it would alone."""
    calm = [turn_ends(0, (-10, 10)) for _turn in range(6)]
    wild = turn_ends(0, (90, 110))
    alone = outlooks([wild])[0]
    among = outlooks([*calm[:3], wild, *calm[3:]])[3]
    assert abs(among.mean) < abs(alone.mean) / 2


def test_being_the_one_to_move_is_worth_half_a_move() -> None:
    """The expected final lead is the same; the current lead differs by the value of having the move."""
    first = turn_ends(0, (5, 5))
    second = turn_ends(10, (5, 5), to_move=Seat.SECOND)
    found = outlooks([first, second] * 4)
    assert [round(outlook.mean, 6) for outlook in found] == [5] * 8


def test_another_game_of_the_match_says_nothing() -> None:
    turns = [turn_ends(0, (1, 2)), turn_ends(0, (-1, -2), section=1), turn_ends(0, (-1, -2), section=1)]
    assert set(weights_near(turns, 0)) == {0}
    assert set(weights_near(turns, 1)) == {1, 2}


def test_turns_without_rollouts_say_nothing_and_let_no_other_reach_further() -> None:
    turns = [turn_ends(0, () if number % 5 == 4 else (1, 2)) for number in range(15)]
    assert weights_near(turns, 7) == {5: 4, 6: 6, 7: 8, 8: 6, 10: 2}
    assert len(weights_near([turn_ends(0, (1,))] * 15, 7)) == 9


def test_a_point_counts_less_where_points_are_reset() -> None:
    ends = {-4: (-2, -2, -2, 2), 0: (2, -2), 4: (2, 2, 2, -2)}
    turns = [TurnEnds(Seat.FIRST, lead, Endings(ends[lead], (1,), resets=True), 0) for lead in (-4, 0, 4)]
    assert 0.2 < outlooks(turns)[0].worth < 0.3
    assert outlooks([turn_ends(0, (3,))])[0].worth == 1


def test_more_points_are_more_chance() -> None:
    outlook = Outlook(0, 10, 1)
    assert outlook.chance(-10) < outlook.chance() == 0.5 < outlook.chance(10)


def measured(game: AnyGame, played: Played) -> list[Measured]:
    """Return the measurements of the whole match, with a minimum of samples."""
    steps = enumerate(played.steps(), 1)
    turns = [measure_turn(game.slug, b, game.encode(m), a, "abc", ply, 0) for ply, (b, m, a) in steps]
    return [measure_start(game.slug, played.positions[0], "abc", 0), *turns]


@pytest.fixture(scope="module", params=["reach", "sudoku"])
def told(request: pytest.FixtureRequest) -> tuple[Played, Report]:
    """Return a random match and the report on it."""
    game = games()[request.param]
    played = play(game, game.options_type(), 2)
    with pytest.MonkeyPatch.context() as few:
        few.setattr(hands, "DRAWS", 2)
        few.setattr(rollouts, "ENDS", (2, 2))
        return played, report_on(played.positions, measured(game, played))


def test_every_turn_has_its_row(told: tuple[Played, Report]) -> None:
    played, report = told
    assert [row.turn for row in report.rows] == list(played.turns)
    assert all(0 <= row.chance <= 1 for row in report.rows)
    assert all(row.left >= 0 and 0 <= row.cost <= 1 for row in report.rows)
    assert all(row.cost_error == 0 for row in report.rows if row.cost == 0)


def test_the_curve_ends_with_the_result(told: tuple[Played, Report]) -> None:
    played, report = told
    assert played.end.result
    ends = {Seat.FIRST: 1.0, Seat.SECOND: 0.0, None: 0.5}
    assert report.rows[-1].chance == ends[played.end.result.winner]


def test_changes_lead_from_one_chance_to_the_next(told: tuple[Played, Report]) -> None:
    _played, report = told
    before = report.start
    for row in report.rows:
        change = row.change if row.turn.seat is Seat.FIRST else -row.change
        assert before + change == pytest.approx(row.chance)
        before = row.chance


def test_the_sides_add_up(told: tuple[Played, Report]) -> None:
    _played, report = told
    for side in report.sides:
        own = [row for row in report.rows if row.turn.seat is side.seat]
        assert (side.turns, side.made) == (len(own), sum(row.turn.points for row in own))
        assert side.most == side.made + sum(row.left for row in own)
        assert side.precision == accuracy_of((row.cost, row.stake) for row in own)
        assert 0 <= side.accuracy <= 100
        assert 1 <= side.luck.beaten <= 99


@pytest.mark.parametrize(("cost", "accuracy"), [(0, 100), (0.05, 75), (0.1, 50), (0.2, 0), (0.8, 0)])
def test_a_move_keeps_less_of_its_stake_the_more_it_costs(cost: float, accuracy: int) -> None:
    assert accuracy_of([(cost, 0.2)]) == pytest.approx(accuracy)
    assert accuracy_of([(cost, 0.2), (0, 0.2)]) == pytest.approx((accuracy + 100) / 2)


def test_a_turn_counts_by_its_stake_and_none_decides_alone() -> None:
    """Of a blunder and a best move the one with the higher stake counts more, up to a limit."""
    least, most = STAKES
    assert accuracy_of([(0.05, 0.05), (0, 0.1)]) == pytest.approx(100 * 2 / 3)
    assert accuracy_of([(1, 1), (0, 0.05)]) == pytest.approx(100 * 0.05 / (most + 0.05))
    assert accuracy_of([(1, 1), (0, most)]) == 50
    assert accuracy_of([(0.1, 0.1), (0, 0)]) == pytest.approx(100 * least / (0.1 + least))


def test_without_a_stake_nothing_is_lost() -> None:
    assert accuracy_of([(0, 0), (0, 0)]) == 100


def test_who_made_no_move_missed_nothing() -> None:
    assert accuracy_of([]) == 100


def test_the_miss_cost_most(told: tuple[Played, Report]) -> None:
    _played, report = told
    assert report.miss is None or report.miss.cost == max(row.cost for row in report.rows if row.is_miss)


def test_what_costs_less_than_two_errors_is_about_equal(told: tuple[Played, Report]) -> None:
    """It is neither a miss nor a mistake, however high the cost is."""
    row = replace(told[1].rows[0], cost=0.2, cost_error=0.11)
    assert not row.is_miss
    assert mistake_of(row) is None
    assert Report(0.5, (row,), told[1].sides).miss is None
    sure = replace(row, cost_error=0.09)
    assert Report(0.5, (row, sure), told[1].sides).miss is sure
    assert mistake_of(sure)
    assert not replace(sure, cost=0.004, cost_error=0.0).is_miss
