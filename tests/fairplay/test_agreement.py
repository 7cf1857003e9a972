"""The agreement with the best moves as a plain figure: what is counted, what is expected, and what stands out."""

from __future__ import annotations

from math import comb

import pytest

from games.fairplay.agreement import (
    FEWEST_MATCHES,
    FEWEST_TURNS,
    LEAST,
    SUSPICIOUS,
    Agreement,
    agreement_of,
    expected_of,
    is_suspicious,
    z_score,
)
from games.fairplay.agreement import LEVELS as MEASURED

LEVELS = {1: 0.3, 3: 0.5, 5: 0.4}
RATINGS = {1: 1000.0, 2: 1300.0, 3: 1400.0, 5: 1600.0}


def test_only_turns_in_which_something_could_be_lost_are_counted() -> None:
    found = agreement_of([((0.6, 0.59), 0.0), ((0.6, 0.5), 0.0), ((0.6, 0.5), 0.1), ((0.7,), 0.0), ((), 0.0)], 0.4)
    assert found == Agreement(turns=2, agreed=1, expected=0.4, loss=0.1)


def test_a_move_as_good_as_the_best_agrees() -> None:
    turns = [((0.6, 0.5), 0.0049), ((0.6, 0.5), 0.005), ((0.02, 0.0), 0.01)]  # the last one just counts as a turn
    assert (agreement_of(turns, 0.4).turns, agreement_of(turns, 0.4).agreed) == (3, 1)


def test_the_score_counts_standard_deviations_above_the_expectation() -> None:
    assert z_score([Agreement(100, 50, 0.5)]) == 0
    assert z_score([Agreement(50, 30, 0.5), Agreement(50, 30, 0.5)]) == pytest.approx(2)  # 60 of 100, deviation 5
    assert z_score([Agreement(0, 0, 0.5)]) == z_score([]) == 0


def test_a_certain_expectation_makes_no_score() -> None:
    assert z_score([Agreement(10, 10, 1.0)]) == 0


def test_one_brilliant_match_is_not_suspicious_but_ten_are() -> None:
    brilliant = Agreement(20, 20, 0.4)
    assert z_score([brilliant]) > SUSPICIOUS
    assert not is_suspicious([brilliant] * (FEWEST_MATCHES - 1))
    assert is_suspicious([brilliant] * FEWEST_MATCHES)
    assert not is_suspicious([Agreement(20, 8, 0.4)] * FEWEST_MATCHES)


@pytest.mark.parametrize("turns", [FEWEST_TURNS, 45, 70, 100, 250])
@pytest.mark.parametrize(
    "expected", sorted({LEAST, *(max(LEAST, one) for found in MEASURED.values() for one in found.values())})
)
def test_fewer_than_one_in_a_thousand_of_those_who_play_as_expected_are_suspicious(turns: int, expected: float) -> None:
    """The rate is exact, by the binomial distribution."""
    nothing = [Agreement(0, 0, expected)] * (FEWEST_MATCHES - 1)
    found = [agreed for agreed in range(turns + 1) if is_suspicious([Agreement(turns, agreed, expected), *nothing])]
    chance = sum(comb(turns, agreed) * expected**agreed * (1 - expected) ** (turns - agreed) for agreed in found)
    assert chance < 0.0005


def test_ten_matches_of_hardly_any_turns_are_not_suspicious() -> None:
    assert not is_suspicious([Agreement(2, 2, 0.1)] * FEWEST_MATCHES)


@pytest.mark.parametrize(
    ("rating", "expected"), [(800, 0.3), (1000, 0.3), (1200, 0.4), (1400, 0.5), (1500, 0.5), (1600, 0.5), (2400, 0.5)]
)
def test_a_better_rating_lets_expect_more_and_never_less(rating: float, expected: float) -> None:
    assert expected_of(rating, LEVELS, RATINGS) == pytest.approx(expected)


def test_without_ratings_of_computer_players_the_most_is_expected() -> None:
    assert expected_of(1200, LEVELS, {}) == 0.5


def test_at_least_a_fifth_is_expected() -> None:
    rare = {1: 0.05, 3: 0.1, 5: 0.3}
    assert expected_of(900, rare, RATINGS) == expected_of(1400, rare, RATINGS) == LEAST
    assert expected_of(1500, rare, RATINGS) == pytest.approx(0.25)


def test_levels_of_one_rating_are_no_division_by_zero() -> None:
    assert expected_of(1000, LEVELS, {1: 1000.0, 3: 1000.0}) == 0.3
    assert expected_of(1001, LEVELS, {1: 1000.0, 3: 1000.0}) == 0.5
