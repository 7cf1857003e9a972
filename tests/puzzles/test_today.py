"""One ritual a day: today's puzzles, the streak and its calendar, friends, and a result that gives nothing away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.catalogue import games
from games.puzzles.models import Puzzle, SolvedDay
from games.puzzles.services.selection import choose_all, today
from games.puzzles.services.solving import give_up, try_move
from games.puzzles.today import today_of
from games.social.following import follow
from tests.html import html_of
from tests.puzzles.conftest import make_puzzle

SignedIn = Callable[[User], Client]


@pytest.fixture
def puzzles(db: None) -> list[Puzzle]:
    """Return today's puzzles of two games."""
    for slug in ("digifeud", "tenbyten"):
        make_puzzle(slug, for_daily=True)
    return [daily.puzzle for daily in choose_all()]


def test_anna_solves_one_misses_the_other_and_shares_her_day(
    puzzles: list[Puzzle], anna: User, signed_in: SignedIn
) -> None:
    browser, (first, second) = signed_in(anna), puzzles
    assert "textarea" not in html_of(browser.get("/puzzles/"))

    try_move(first, anna, "pass")
    try_move(first, anna, first.best)
    assert f'href="/puzzles/{second.pk}/"' in html_of(browser.get(f"/puzzles/{first.pk}/")).split('id="onward"')[1]
    give_up(second, anna)
    assert "Your result of today" in html_of(browser.get(f"/puzzles/{second.pk}/"))

    page = html_of(browser.get("/puzzles/"))
    result = page.split("<textarea")[1].split("</textarea>")[0]
    assert "▂█ Digifeud" in result
    assert "✗ 10\N{NO-BREAK SPACE}BY\N{NO-BREAK SPACE}10" in result
    assert "1 of 2 solved" in result
    assert result.rstrip().endswith("/puzzles/")
    assert first.best not in result
    assert second.best not in result
    assert page.count('class="mark solved"') == 1
    assert page.count('class="mark"') == 1
    assert html_of(browser.get("/lobby/")).count('class="mark solved"') == 1


def test_the_calendar_has_whole_weeks_and_the_streak_goes_up_to_today(puzzles: list[Puzzle], anna: User) -> None:
    SolvedDay.objects.bulk_create(SolvedDay(player=anna, day=today() - timedelta(days=ago)) for ago in (1, 2, 5))
    todays = today_of(anna)
    assert todays
    assert todays.streak == 2
    days = dict(todays.calendar)
    assert len(days) % 7 == 0
    assert min(days).weekday() == 0
    assert days[today()] == "today"
    assert [days[today() - timedelta(days=ago)] for ago in (1, 2, 3, 5)] == ["solved", "solved", "missed", "solved"]
    try_move(puzzles[0], anna, puzzles[0].best)
    todays = today_of(anna)
    assert todays
    assert todays.streak == 3
    assert dict(todays.calendar)[today()] == "solved"
    assert "3\N{NO-BREAK SPACE}days in a row" in todays.shared("https://numgames.example/")


def test_she_sees_how_far_those_are_whom_she_follows(
    puzzles: list[Puzzle], anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    follow(anna, bob)
    for puzzle in puzzles:
        try_move(puzzle, bob, puzzle.best)
    try_move(puzzles[0], carl, puzzles[0].best)
    try_move(make_puzzle(number=7), bob, "pass")
    todays = today_of(anna)
    assert todays
    assert todays.friends == [(bob, 2)]
    browser = signed_in(anna)
    assert [html_of(browser.get(address)).count("2 of 2") for address in ("/puzzles/", "/today/")] == [1, 1]


def test_a_visitor_sees_the_boards_and_no_count_of_nothing(puzzles: list[Puzzle]) -> None:
    page = html_of(Client().get("/"))
    assert page.count("board.svg") >= len(puzzles)
    assert "streak" not in page.split("<main")[1]
    assert "calendar" not in html_of(Client().get("/puzzles/"))
    assert len(games()) > 2  # those without a puzzle of today are not shown as boards
