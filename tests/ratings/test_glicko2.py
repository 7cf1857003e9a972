"""The formulas of the paper: its example, an extreme one, and properties of all standings."""

from __future__ import annotations

from math import isfinite

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ratings.glicko2 import NEWCOMER, Standing, chance, grow, rate
from tests.sizes import examples

RESULTS = st.sampled_from([0.0, 0.5, 1.0])
STANDINGS = st.builds(
    Standing,
    rating=st.floats(100, 3500),
    deviation=st.floats(30, 350),
    volatility=st.floats(0.03, 0.12),
)


def test_the_example_of_the_paper() -> None:
    after = rate(
        Standing(1500, 200, 0.06),
        [(Standing(1400, 30), 1.0), (Standing(1550, 100), 0.0), (Standing(1700, 300), 0.0)],
    )
    # The paper rounds intermediate results: 1464.06, 151.52 and 0.05999.
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.02)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)
    assert (after.rating, after.deviation) == pytest.approx((1464.0507, 151.5165), abs=0.0001)


def test_a_champion_loses_eight_times_to_a_middling_player() -> None:
    after = rate(Standing(2200, 50, 0.06), [(Standing(1500, 50), 0.0)] * 8)
    assert (after.rating, after.deviation) == pytest.approx((2084.797, 50.796), abs=0.001)
    assert after.volatility == pytest.approx(0.060818, abs=0.000001)


def test_a_period_without_games_only_makes_unsure() -> None:
    after = rate(Standing(1500, 200, 0.06), [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)
    assert grow(Standing(1500, 200, 0.06), 0).deviation == pytest.approx(200)


def test_two_newcomers_move_by_as_much_against_each_other() -> None:
    up, down = rate(NEWCOMER, [(NEWCOMER, 1.0)]), rate(NEWCOMER, [(NEWCOMER, 0.0)])
    assert up.rating - 1500 == pytest.approx(1500 - down.rating)
    assert rate(NEWCOMER, [(NEWCOMER, 0.5)]).rating == pytest.approx(1500)


@settings(deadline=None, max_examples=examples(100, 1_000))
@given(STANDINGS, STANDINGS, RESULTS)
def test_a_game_leaves_figures_that_make_sense(player: Standing, opponent: Standing, result: float) -> None:
    after = rate(player, [(opponent, result)], periods=0)
    assert all(isfinite(figure) for figure in (after.rating, after.deviation, after.volatility))
    assert 0 < after.deviation < player.deviation
    assert 0 < after.volatility < 0.5


@settings(deadline=None, max_examples=examples(100, 1_000))
@given(STANDINGS, STANDINGS)
def test_a_win_lifts_a_loss_lowers_and_a_draw_lies_between(player: Standing, opponent: Standing) -> None:
    lost, drawn, won = (rate(player, [(opponent, result)], periods=0).rating for result in (0.0, 0.5, 1.0))
    assert lost < player.rating < won
    assert lost < drawn < won


@settings(deadline=None, max_examples=examples(100, 1_000))
@given(STANDINGS, STANDINGS)
def test_the_chances_of_two_are_one_together(player: Standing, opponent: Standing) -> None:
    assert chance(player, opponent) + chance(opponent, player) == pytest.approx(1)
    assert (chance(player, opponent) > 0.5) == (player.rating > opponent.rating) or player.rating == pytest.approx(
        opponent.rating
    )


@settings(deadline=None, max_examples=examples(100, 1_000))
@given(STANDINGS, STANDINGS, RESULTS)
def test_a_game_against_someone_unknown_says_less(player: Standing, opponent: Standing, result: float) -> None:
    known = Standing(opponent.rating, 30, 0.06)
    unknown = Standing(opponent.rating, 350, 0.06)
    assert (
        rate(player, [(unknown, result)], periods=0).deviation
        >= rate(player, [(known, result)], periods=0).deviation * 0.97
    )


@settings(deadline=None, max_examples=examples(100, 1_000))
@given(STANDINGS, st.floats(0, 500), st.floats(0, 500))
def test_time_without_games_adds_up(player: Standing, first: float, second: float) -> None:
    assert grow(grow(player, first), second).deviation == pytest.approx(grow(player, first + second).deviation)
