"""Ratings at their edges: mirror matches and computers in what a match may change, and when a gain is none."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.catalogue import games
from games.computers.services import find_computer
from games.matches.models import Match
from games.ratings.glicko2 import Standing
from games.ratings.services import add_scores
from games.ratings.standings import Figure, Figures, figures_of
from games.ratings.update import WON, weigh_up
from tests.ratings.conftest import DAYS, score_of, settle


def rated(*, mirror: bool = False) -> Match:
    match = Match(game_slug="sudoku", rated=True)
    match.option_data = games()["sudoku"].options_type(mirror="yes" if mirror else "no").data()
    match.time_control = DAYS
    return match


def test_a_mirror_match_promises_no_change_of_ratings(anna: User, bob: User) -> None:
    figures = figures_of([anna.pk, bob.pk])
    assert figures.prospects(anna, bob, rated())
    assert figures.prospects(anna, bob, rated(mirror=True)) is None
    casual = rated()
    casual.rated = False
    settle(anna, 1700)
    settle(bob, 1600)
    assert figures_of([anna.pk, bob.pk]).prospects(anna, bob, casual) is None


def test_the_share_of_newcomers_is_for_matches_of_people_alone(anna: User, bob: User) -> None:
    computer, own, other = find_computer(1), Standing(1700.0, 60.0, 0.06), Standing(1500.0, 60.0, 0.06)
    whole = round(weigh_up(own, other, WON, 1.0).rating) - 1700
    for opponent, is_whole in ((bob, False), (computer, True)):
        figures = Figures(
            {
                (anna.pk, "sudoku", False): Figure(own, True, matches=30, newcomers=1),
                (opponent.pk, "sudoku", False): Figure(other, True, matches=0),
            }
        )
        prospects = figures.prospects(anna, opponent, rated())
        assert prospects
        assert (prospects.won == whole) is is_whole
        assert prospects.won <= whole


@pytest.mark.parametrize(("gain", "total"), [(5, 15), (0, 10), (-5, 5)])
def test_a_gain_of_nothing_makes_a_score_and_a_loss_makes_none(gain: int, total: int, anna: User, bob: User) -> None:
    add_scores("digifeud", {anna.pk: 10})
    add_scores("digifeud", {anna.pk: gain, bob.pk: gain})
    assert score_of(anna) == total
    assert score_of(bob) == (gain if gain >= 0 else None)
