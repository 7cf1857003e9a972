"""Ratings at their edges: mirror matches and computers in what a match may change, and when a gain is none."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.sessions import Shared
from games.catalogue import games
from games.computers.services import find_computer
from games.matches.models import Match
from games.matches.play.services import find_match
from games.ratings.glicko2 import Standing
from games.ratings.jobs import recount_steps
from games.ratings.models import Rating, RatingChange, RatingPool
from games.ratings.partials import _explanation
from games.ratings.services import add_scores, count_mirror
from games.ratings.shares import BOUNDED, MOST_MOVED, Share, Why, within_bound
from games.ratings.standings import Figure, Figures, figures_of
from games.ratings.update import WON, weigh_up
from tests.matches.test_mirrors import begun as mirrored
from tests.ratings.conftest import DAYS, NOON, score_of, settle


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


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (Why.NONE, []),
        (Why.NEWCOMER, ["It counted only a little, because the opponent is new here."]),
        (Why.EARLY, ["It gained nothing, because it was resigned after a few moves."]),
        (Why.PAIR, ["It counted only in part, because half of the latest matches were between the same two."]),
        (Why.ADDRESS, ["It counted only a little (see “How ratings work”)."]),  # what was shared is for staff
        (Why.BROWSER, ["It counted only a little (see “How ratings work”)."]),
    ],
)
def test_why_a_match_did_not_count_in_full(why: Why, said: list[str]) -> None:
    chance = "Going by the ratings, anna had a 57% chance to win."
    assert _explanation("anna", RatingChange(why=why, chance=0.57)) == [chance, *said]


@pytest.mark.parametrize(("moved", "share"), [(MOST_MOVED, 0.5), (-MOST_MOVED, 0.5), (2 * MOST_MOVED, 0.25)])
def test_a_match_of_two_accounts_in_one_place_moves_a_rating_so_far_at_most(moved: float, share: float) -> None:
    match = Match(rating_rules=BOUNDED, shared_place=Shared.ADDRESS)
    assert within_bound(match, Share(0.5), moved, 1.0).value == share
    match.shared_place = Shared.NOTHING
    assert within_bound(match, Share(0.5), moved, 1.0).value == 0.5


def test_a_recount_of_mirror_matches_finds_what_was_counted(anna: User, bob: User) -> None:
    first, second = mirrored(anna, bob)
    for board, points in ((first, (10, 5)), (second, (20, 5))):  # each is won by the first seat, the whole by bob
        over = {"finished_at": NOON, "ending": Match.Ending.PLAYED, "winner": 1, "deadline_at": None, "ply": 40}
        Match.objects.filter(pk=board.pk).update(first_points=points[0], second_points=points[1], **over)
    count_mirror(find_match(first.pk))
    columns = ("pool__kind", "player", "rating", "deviation", "won", "drawn", "lost")
    counted = [*Rating.objects.order_by("pk").values_list(*columns)]
    assert [(kind, won, lost) for kind, _player, *_standing, won, _drawn, lost in counted] == [
        *(("mirror", 0, 1), ("mirror", 1, 0)),
    ]
    pool = RatingPool.objects.get(kind=RatingPool.Kind.MIRROR)
    Rating.objects.filter(player=anna).update(rating=1.0, won=7)  # as by a fault
    list(recount_steps(pool))
    assert [*Rating.objects.order_by("pk").values_list(*columns)] == counted
