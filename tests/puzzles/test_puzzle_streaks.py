"""A puzzle streak: no clock, harder and harder, and the first miss ends it; one puzzle may be skipped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.puzzles.lists import Best, begin_of, best_runs, own_best
from games.puzzles.models import Puzzle, Run
from games.puzzles.services.runs import current, missed_by, skip
from games.social.models import Favourite
from tests.exports import export_of
from tests.html import html_of
from tests.puzzles.conftest import DAY, NOON, Clock, others
from tests.puzzles.test_runs import HTMX, begin, reply, sprint_of, stock

pytestmark = pytest.mark.sql
__all__ = ["stock"]

STREAK = Run.Kind.STREAK
SignedIn = Callable[[User], Client]


def streak_of(player: User, *, solved: int) -> Run:
    """Return a streak that a miss ended after so many solved puzzles."""
    run = begin(player, STREAK)
    for _puzzle in range(solved):
        reply(run)
    reply(run, well=False)
    return run


def test_it_gets_harder_waits_for_days_and_ends_with_the_first_miss(
    stock: list[Puzzle], anna: User, clock: Clock
) -> None:
    run = begin(anna, STREAK)
    for _day in range(3):
        reply(run)
        clock.now += DAY
    assert begin(anna, STREAK) == run
    assert (run.solved, run.ended_at) == (3, None)
    ratings = [
        one.puzzle.rating for one in run.puzzles.filter(is_solved=True)
    ]  # none of the few may be harder than these
    assert ratings == sorted(ratings)
    reply(run, well=False)
    assert (run.solved, run.missed, run.ended_at) == (3, 1, NOON + 3 * DAY)
    assert begin(anna, STREAK) != run


def test_one_puzzle_is_skipped_and_no_second_one(stock: list[Puzzle], anna: User, clock: Clock) -> None:
    run = begin(anna, STREAK)
    first = current(run)
    assert first
    skip(run, 1)
    skip(run, 1)  # the button pressed twice
    run.refresh_from_db()
    second = current(run)
    assert second
    assert (run.skipped, second.number) == (1, 2)
    assert second.puzzle != first.puzzle
    skip(run, 2)
    assert current(run) == second
    reply(run)
    assert (run.solved, run.missed, run.ended_at) == (1, 0, None)
    clock.now += DAY
    assert missed_by(anna) == {}  # a skipped one is no miss


def test_a_sprint_has_no_skip(stock: list[Puzzle], anna: User) -> None:
    run = begin(anna)
    skip(run, 1)
    run.refresh_from_db()
    assert (run.skipped, run.puzzles.count()) == (0, 1)


def test_friends_compare_their_best_streaks_and_sprints_apart(
    stock: list[Puzzle], anna: User, bob: User, carl: User
) -> None:
    for player, solved in ((anna, 1), (anna, 3), (bob, 2), (carl, 4)):
        streak_of(player, solved=solved)
    sprint_of(bob, solved=5)
    Favourite.objects.create(by=anna, of=bob)
    rows = best_runs("digifeud", STREAK, since=begin_of("day"), followed_by=anna)
    assert rows == [Best(1, anna, 3), Best(2, bob, 2)]
    assert own_best(bob, "digifeud", STREAK) == 2
    assert own_best(bob, "digifeud", Run.Kind.SPRINT) == 5


def test_anna_starts_skips_goes_on_and_sees_the_result(stock: list[Puzzle], anna: User, signed_in: SignedIn) -> None:
    browser, ranking = signed_in(anna), reverse("puzzles:streak", args=["digifeud"])
    assert ranking in html_of(browser.get("/puzzles/"))
    page = html_of(browser.get(ranking))
    assert "the first miss ends the streak" in page
    assert "No puzzle streak yet: yours would be the first." in page
    address = browser.post(ranking)["Location"]
    page = html_of(browser.get(address))
    assert "1 skip left" in page
    assert 'role="timer"' not in page
    page = html_of(browser.post(f"{address}skip/", {"ply": 1}, follow=True))
    assert "Skipped." in page
    assert "Skip</button>" not in page
    assert "Continue" in html_of(browser.get(ranking))

    puzzle = stock[0]
    page = html_of(browser.post(address, {"ply": 2, "text": puzzle.best}, headers=HTMX))
    assert "<strong>1</strong> solved" in page
    page = html_of(browser.post(address, {"ply": 3, "text": others(puzzle)[0][0]}, headers=HTMX))
    assert "1 of 3 puzzles solved" in page
    assert "Your best puzzle streak so far." in page
    assert "Another puzzle streak" in page
    assert "anna" in html_of(browser.get(ranking)).partition("Best puzzle streaks")[2]


def test_only_its_player_skips(stock: list[Puzzle], anna: User, bob: User, signed_in: SignedIn) -> None:
    run = begin(anna, STREAK)
    address = reverse("puzzles:run_skip", args=[run.pk])
    assert signed_in(bob).post(address, {"ply": 1}).status_code == 404
    for nonsense in ("", "x", "9" * 50):
        assert signed_in(anna).post(address, {"ply": nonsense}).status_code == 302
    run.refresh_from_db()
    assert run.skipped == 0


def test_a_skip_is_in_the_export(stock: list[Puzzle], anna: User) -> None:
    run = begin(anna, STREAK)
    skip(run, 1)
    told: Any = export_of(anna)["puzzles"]  # lists and mappings, as in JSON
    (told,) = told["runs"]
    assert (told["kind"], told["skipped"], len(told["answers"])) == ("streak", 1, 1)
