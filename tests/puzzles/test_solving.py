"""Solving: only the first move counts for the rating, and nothing counts twice."""

from __future__ import annotations

from math import exp, pi, sqrt

import pytest

from accounts.models import User
from accounts.services import make_guest
from games.matches.models import Match
from games.matches.play.services import resign
from games.puzzles.kinds import BEGINNING, Level, level_of
from games.puzzles.models import Attempt, Puzzle, Solver, Source, Try
from games.puzzles.services import solving
from games.puzzles.services.solving import TooManyTries, give_up, meet, position_of, try_move
from games.ratings.glicko2 import MIDDLE, SCALE, Standing
from games.rules import BadNotation, IllegalMove
from tests.matches.conftest import match
from tests.matches.test_races import at_once
from tests.puzzles.conftest import others

pytestmark = pytest.mark.sql

__all__ = ["match"]


def reload(puzzle: Puzzle) -> Puzzle:
    return Puzzle.objects.get(pk=puzzle.pk)


def test_the_ratings_of_a_worked_example() -> None:
    player, puzzle = Standing(1500, 200), Standing(1400, 30)  # the paper's first game, with its g and E
    g = 1 / sqrt(1 + 3 * (30 / SCALE) ** 2 / pi**2)
    expected = 1 / (1 + exp(-g * (1500 - 1400) / SCALE))
    assert (g, expected) == pytest.approx((0.9955, 0.639), abs=0.0005)
    phi = 1 / sqrt(1 / (200 / SCALE) ** 2 + g**2 * expected * (1 - expected))
    for solved in (True, False):
        after, _puzzle = meet(player, puzzle, solved=solved)
        assert after.rating == pytest.approx(MIDDLE + SCALE * phi**2 * g * (solved - expected), abs=0.01)
        assert after.deviation == pytest.approx(SCALE * phi, abs=0.01)
    assert round(meet(player, puzzle, solved=True)[0].rating) == 1563
    assert round(meet(player, puzzle, solved=False)[0].rating) == 1387


def test_what_the_player_wins_the_puzzle_loses() -> None:
    player, puzzle = Standing(1500, 120), Standing(1500, 120)
    one, other = meet(player, puzzle, solved=True)
    assert one.rating - 1500 == pytest.approx(1500 - other.rating)
    assert one.rating > 1500


@pytest.mark.parametrize(("solved", "expected"), [(4, Level.HARD), (10, Level.MEDIUM), (16, Level.EASY)])
def test_after_twenty_solvers_their_results_tell_the_level_and_not_the_estimate(solved: int, expected: Level) -> None:
    """The first ratings are estimates 600 apart; by then they lie within 100."""
    ratings = []
    for estimate in (1200.0, 1500.0, 1800.0):
        puzzle = Standing(estimate, BEGINNING.deviation)
        for number in range(20):
            _solver, puzzle = meet(Standing(1500, 80), puzzle, solved=number * solved % 20 < solved)
        ratings.append(puzzle.rating)
    assert ratings == sorted(ratings)
    assert ratings[-1] - ratings[0] < 100
    assert [level_of(rating) for rating in ratings] == [expected] * 3


def test_the_best_move_at_once_solves_it(puzzle: Puzzle, anna: User) -> None:
    attempt = try_move(puzzle, anna, puzzle.best)
    assert attempt.solved_at
    assert attempt.gain
    assert attempt.gain > 0
    assert (attempt.tries, attempt.points) == (1, puzzle.best_points)
    solver = Solver.objects.get()
    assert (solver.player, solver.solved, solver.failed) == (anna, 1, 0)
    assert solver.rating > 1500 > reload(puzzle).rating
    assert (reload(puzzle).tried, reload(puzzle).solved) == (1, 1)


def test_every_move_with_the_best_points_solves_it(puzzle: Puzzle, anna: User, bob: User, carl: User) -> None:
    scored = list(puzzle.game.scored_moves(position_of(puzzle)))
    best = [puzzle.game.encode(move) for move, points in scored if points == puzzle.best_points]
    for player, text in zip((anna, bob, carl), best, strict=False):
        assert try_move(puzzle, player, text).solved_at


def test_the_first_move_decides_and_later_ones_are_free(puzzle: Puzzle, anna: User, wrong: str) -> None:
    first = try_move(puzzle, anna, wrong)
    assert first.gain
    assert first.gain < 0
    rated = (Solver.objects.get().rating, reload(puzzle).rating)
    assert rated[0] < 1500 < rated[1]
    solved = try_move(puzzle, anna, puzzle.best)
    assert solved.solved_at
    assert solved.tries == 2
    assert (Solver.objects.get().rating, reload(puzzle).rating) == rated
    assert (Solver.objects.get().solved, Solver.objects.get().failed) == (0, 1)
    assert (reload(puzzle).tried, reload(puzzle).solved) == (1, 1)


def test_the_same_move_twice_is_one_try(puzzle: Puzzle, anna: User, wrong: str) -> None:
    for _press in range(2):
        assert try_move(puzzle, anna, wrong).tries == 1
    for _press in range(2):
        assert try_move(puzzle, anna, puzzle.best).tries == 2
    assert try_move(puzzle, anna, wrong).tries == 2  # from an outdated page
    assert reload(puzzle).solved == 1


def test_giving_up_first_is_a_first_move_that_failed(puzzle: Puzzle, anna: User) -> None:
    for _press in range(2):
        attempt = give_up(puzzle, anna)
    assert attempt.given_up_at
    assert Solver.objects.get().failed == 1
    assert try_move(puzzle, anna, puzzle.best).solved_at is None  # too late: the solution was shown
    assert (reload(puzzle).tried, reload(puzzle).solved) == (1, 0)


def test_giving_up_later_or_after_the_end_changes_no_rating(puzzle: Puzzle, anna: User, bob: User, wrong: str) -> None:
    try_move(puzzle, anna, wrong)
    rating = Solver.objects.get().rating
    give_up(puzzle, anna)
    assert Solver.objects.get().rating == rating
    try_move(puzzle, bob, puzzle.best)
    assert give_up(puzzle, bob).given_up_at is None


@pytest.mark.parametrize(("text", "fault"), [("nonsense", BadNotation), ("a1r 9+9=99", IllegalMove)])
def test_what_is_no_move_is_no_try(puzzle: Puzzle, anna: User, text: str, fault: type[Exception]) -> None:
    with pytest.raises(fault):
        try_move(puzzle, anna, text)
    assert not Attempt.objects.exists()


def test_guests_are_not_rated(puzzle: Puzzle) -> None:
    attempt = try_move(puzzle, make_guest(), puzzle.best)
    assert attempt.solved_at
    assert attempt.gain is None
    assert not Solver.objects.exists()
    assert reload(puzzle).rating == puzzle.rating


def test_who_played_the_match_knows_it_and_is_not_rated(puzzle: Puzzle, match: Match, anna: User, carl: User) -> None:
    resign(match.pk, anna)
    Puzzle.objects.update(source=Source.objects.create(match=match, game_slug=match.game_slug))
    assert try_move(reload(puzzle), anna, puzzle.best).gain is None
    assert try_move(reload(puzzle), carl, puzzle.best).gain


def test_no_one_tries_every_move(puzzle: Puzzle, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "MOST_TRIES", 2)
    texts = [text for text, _points in others(puzzle)]
    for text in texts[:2]:
        try_move(puzzle, anna, text)
    with pytest.raises(TooManyTries):
        try_move(puzzle, anna, texts[2])
    assert Try.objects.count() == 2
    assert give_up(puzzle, anna).given_up_at


@pytest.mark.django_db(transaction=True)
def test_many_tabs_at_once_count_once(puzzle: Puzzle, anna: User, wrong: str) -> None:
    outcomes = at_once(*[lambda: try_move(puzzle, anna, wrong)] * 4, *[lambda: try_move(puzzle, anna, puzzle.best)] * 4)
    assert all(isinstance(outcome, Attempt) for outcome in outcomes)
    assert (Attempt.objects.count(), Solver.objects.count()) == (1, 1)
    solver = Solver.objects.get()
    assert solver.solved + solver.failed == 1
    assert (reload(puzzle).tried, reload(puzzle).solved) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_several_players_at_once_lose_nothing(puzzle: Puzzle, anna: User, bob: User, carl: User) -> None:
    at_once(*[lambda player=player: try_move(puzzle, player, puzzle.best) for player in (anna, bob, carl)])
    assert (reload(puzzle).tried, reload(puzzle).solved) == (3, 3)
    assert Solver.objects.count() == 3
