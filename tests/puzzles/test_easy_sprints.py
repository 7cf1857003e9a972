"""A sprint begins with an easy puzzle, and none starts where there are too few."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.matches.models import Match
from games.puzzles.kinds import Level
from games.puzzles.models import Puzzle, Run, Source
from games.puzzles.services import selection
from games.puzzles.services.runs import current, start_run
from games.puzzles.services.solving import try_move
from tests.html import html_of
from tests.matches.conftest import match
from tests.puzzles.conftest import Clock, make_puzzle

__all__ = ["match"]

SPRINT = Run.Kind.SPRINT
SignedIn = Callable[[User], Client]


@pytest.fixture
def stock(db: None) -> list[Puzzle]:
    """Return eight offered puzzles of Digifeud, the first one the easiest."""
    return [make_puzzle(number=number, rating=1000.0 + 100 * number) for number in range(1, 9)]


def test_the_first_puzzle_is_an_easy_one_even_if_it_is_not_new(stock: list[Puzzle], anna: User) -> None:
    for easy in stock[:3]:
        try_move(easy, anna, easy.best)
    for _sprint in range(8):
        run = start_run(anna, "digifeud", SPRINT)
        assert run
        first = current(run)
        assert first
        assert first.puzzle.level is Level.EASY
        run.delete()


@pytest.mark.parametrize("left", [slice(3, None), slice(0, 4)])  # none of them easy, too few
def test_without_easy_puzzles_or_with_few_no_sprint_starts(
    stock: list[Puzzle], left: slice, anna: User, signed_in: SignedIn
) -> None:
    browser, path = signed_in(anna), reverse("puzzles:sprint", args=["digifeud"])
    reason = "There are too few puzzles of this game for that right now."
    assert reason not in html_of(browser.get(path))
    kept = {one.pk for one in stock[left]}
    Puzzle.objects.exclude(pk__in=kept).delete()
    page = html_of(browser.get(path))
    assert reason in page
    assert "disabled" in page
    assert start_run(anna, "digifeud", SPRINT) is None
    assert start_run(anna, "digifeud", Run.Kind.STREAK) is None
    assert reason in html_of(browser.post(path, follow=True))


def test_puzzles_of_own_matches_and_of_today_are_left_out(
    anna: User, match: Match, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selection, "FEWEST_IN_RUN", 1)
    own, reserved = make_puzzle(number=1, rating=1200), make_puzzle(number=2, rating=1200, for_daily=True)
    Source.objects.filter(puzzles=own).update(match=match)
    assert start_run(match.first, "digifeud", SPRINT) is None
    assert not Run.objects.exists()
    assert reserved.is_offered
