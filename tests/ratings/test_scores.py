"""The score of a match by the site's formula, and the growth of the deviation with time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.ratings.glicko2 import LEAST, MOST, NEWCOMER, SETTLED, Standing, grown, kept_alive, settled_until
from games.ratings.update import DRAWN, LOST, WON, State, count, score_of, share_of
from tests.ratings.conftest import NOON


@pytest.mark.parametrize(
    ("share", "chance", "score"),
    [
        (0.5, 0.5, 7),  # 4 + 0 + 3
        (1.0, 0.0, 16),
        (1.0, 1.0, 10),
        (0.75, 0.25, 12),  # 4 + 3 + 4.5 = 11.5: a half is rounded up
        (0.0, 1.0, 4),  # -2: never below 4
    ],
)
def test_a_winner_gets_4_to_16(share: float, chance: float, score: int) -> None:
    assert score_of(WON, share, chance) == score


@pytest.mark.parametrize(("share", "chance", "score"), [(0.5, 0.5, 2), (0, 1, 0), (1, 0, 3), (0.25, 0.5, 2)])
def test_a_loser_gets_0_to_3(share: float, chance: float, score: int) -> None:
    assert score_of(LOST, share, chance) == score


@pytest.mark.parametrize(("chance", "score"), [(0.5, 4), (1, 2), (0, 5)])
def test_each_of_two_who_tie_gets_2_to_5(chance: float, score: int) -> None:
    assert score_of(DRAWN, 0.5, chance) == score


@pytest.mark.parametrize(
    ("own", "others", "share"), [(30, 10, 0.75), (0, 0, 0.5), (-5, 5, 0.5), (-5, 20, 0), (20, -5, 1), (-3, -4, 0.5)]
)
def test_a_share_is_a_part_of_both_players_points(own: int, others: int, share: float) -> None:
    assert share_of(own, others) == share


def test_a_year_without_a_match_unsettles() -> None:
    known = Standing(1700, 50, 0.06)
    assert grown(known, timedelta(0)).deviation == pytest.approx(50)
    assert grown(known, timedelta(days=180)).deviation < SETTLED
    assert grown(known, timedelta(days=400)).deviation > SETTLED
    assert grown(known, timedelta(days=40_000)).deviation == MOST
    assert grown(known, timedelta(seconds=-5)).deviation == pytest.approx(50)


def test_it_is_known_beforehand_when_a_rating_will_be_unsettled() -> None:
    known = Standing(1700, 50, 0.06)
    until = settled_until(known, NOON)
    assert until is not None
    assert grown(known, until - NOON).deviation == pytest.approx(SETTLED)
    assert settled_until(NEWCOMER, NOON) is None
    assert settled_until(Standing(1700, 50, 0.0001), NOON) is not None


def test_a_busy_players_rating_stays_alive() -> None:
    assert kept_alive(Standing(1700, 20, 0.06)).deviation == LEAST


def test_a_match_between_newcomers_is_counted_for_both() -> None:
    (first, up), (second, down) = count((State(), State()), (30, 10), 1, NOON, scored=True)
    assert (first.won, first.lost, second.won, second.lost) == (1, 0, 0, 1)
    assert (up.score, down.score) == (10, 2)  # 4 + 3 + 3, and 0.75 + 0.75 rounded
    assert up.chance == down.chance == 0.5
    assert first.standing.rating + second.standing.rating == pytest.approx(3000)


def test_a_match_that_brings_no_score_moves_the_ratings_all_the_same() -> None:
    scored, plain = (count((State(), State()), (30, 1), 1, NOON, scored=scored) for scored in (True, False))
    assert [state for state, _step in scored] == [state for state, _step in plain]
    assert [step.score for _state, step in plain] == [None, None]
