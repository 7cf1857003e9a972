"""The daily puzzle: the same for all, chosen once, never repeated; and streaks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags
from pytest_django import Settings
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from games.jobs.models import Job
from games.matches.models import Match
from games.matches.play.services import resign
from games.puzzles.jobs import CHECKS, keep_stock
from games.puzzles.models import Daily, Puzzle, SolvedDay
from games.puzzles.services import selection
from games.puzzles.services.selection import choose, choose_all, count, next_puzzle, streak_of, today, visible
from games.puzzles.services.solving import give_up, try_move
from games.puzzles.services.stock import EXPLAIN
from tests.html import html_of
from tests.jobs.running import run_due
from tests.matches.conftest import match
from tests.matches.test_races import at_once
from tests.puzzles.conftest import DAY, NOON, Clock, make_puzzle

pytestmark = pytest.mark.sql

__all__ = ["match"]

SignedIn = Callable[[User], Client]
MONDAY = NOON.date()


@pytest.fixture
def kept(db: None, clock: Clock) -> list[Puzzle]:
    """Return five puzzles of Digifeud that are reserved for future days."""
    return [make_puzzle(number=number, for_daily=True, rating=1200 + 100 * number) for number in range(1, 6)]


def daily_on(clock: Clock, moment: datetime) -> Puzzle:
    """Return the daily puzzle at this time."""
    clock.now = moment
    (chosen,) = choose_all()
    return chosen.puzzle


def test_it_is_the_same_all_day_for_everybody(kept: list[Puzzle], clock: Clock, anna: User) -> None:
    chosen = {daily_on(clock, NOON + timedelta(hours=hours)).pk for hours in (-12, 0, 6, 11)}
    try_move(kept[0], anna, kept[0].best)
    assert chosen == {daily_on(clock, NOON).pk}
    assert Daily.objects.count() == 1


def test_the_clock_chooses_it(kept: list[Puzzle], settings: Settings) -> None:
    settings.PUZZLE_STOCK = 0
    keep_stock()
    assert Daily.objects.get().puzzle == kept[0]


def test_its_solution_says_why(
    kept: list[Puzzle], clock: Clock, anna: User, client: Client, settings: Settings
) -> None:
    settings.PUZZLE_STOCK = 0
    keep_stock()
    run_due(CHECKS, now=clock.now)
    keep_stock()
    assert not Job.objects.filter(kind=EXPLAIN).exists()  # it is done once
    puzzle = Daily.objects.get().puzzle
    page = reverse("puzzles:puzzle", args=[puzzle.pk])
    client.force_login(anna)
    assertNotContains(client.get(page), "Compared with")
    give_up(puzzle, anna)
    assert puzzle.why
    other, key, values = puzzle.why
    assert other != puzzle.best
    assert (key, values["more"]) == ("points_opens", puzzle.best_points - puzzle.second_points)
    text = strip_tags(html_of(client.get(page)))
    assert (
        f"It scores {values['more']} more, and the opponent’s best answer drops" in text.partition("Compared with")[2]
    )


def test_who_looks_chooses_nothing(kept: list[Puzzle], clock: Clock, client: Client) -> None:
    for path in ("/puzzles/", "/puzzles/today/digifeud/", "/puzzles/past/digifeud/", "/", "/lobby/"):
        with CaptureQueriesContext(connection) as ran:
            client.get(path)
        assert not [one["sql"] for one in ran if not one["sql"].startswith("SELECT")], path
    assert not Daily.objects.exists()
    keep_stock()
    assert client.get("/puzzles/today/digifeud/")["Location"] == f"/puzzles/{kept[0].pk}/"


def test_the_day_begins_with_its_puzzle_and_no_one_sees_it_before(
    kept: list[Puzzle], clock: Clock, client: Client
) -> None:
    clock.now = NOON + timedelta(hours=11, minutes=55)
    choose_all()
    tomorrow = Daily.objects.get(day=MONDAY + DAY)
    page = reverse("puzzles:puzzle", args=[tomorrow.puzzle_id])
    past = reverse("puzzles:past", args=["digifeud"])
    assert client.get(page).status_code == 404
    assert page not in client.get(past).content.decode()
    assert next_puzzle(None, "digifeud", None) is None
    clock.now = NOON + timedelta(hours=12)
    assert client.get("/puzzles/today/digifeud/")["Location"] == page  # without waiting for the scheduler
    assert client.get(page).status_code == 200
    assert page in client.get(past).content.decode()


def test_it_is_another_every_day_and_never_a_second_time(kept: list[Puzzle], clock: Clock) -> None:
    chosen = [daily_on(clock, NOON + DAY * number).pk for number in range(5)]
    assert sorted(chosen) == sorted(puzzle.pk for puzzle in kept)
    assert list(Daily.objects.order_by("day").values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    clock.now = NOON + DAY * 5
    assert choose_all() == []  # none is left, and none is repeated


def test_the_week_begins_easily(kept: list[Puzzle], clock: Clock) -> None:
    assert daily_on(clock, NOON).rating == 1300
    assert daily_on(clock, NOON + DAY * 6).rating == 1700


def test_one_that_waits_for_its_day_is_no_ones(kept: list[Puzzle], clock: Clock, anna: User) -> None:
    client = Client()
    addresses = [reverse("puzzles:puzzle", args=[puzzle.pk]) for puzzle in kept]
    assert {client.get(address).status_code for address in addresses} == {404}
    assert next_puzzle(anna, "digifeud", None) is None
    todays = daily_on(clock, NOON)
    assert client.get(reverse("puzzles:puzzle", args=[todays.pk])).status_code == 200
    assert list(visible()) == [todays]
    assert next_puzzle(anna, "digifeud", None) is None  # today's daily puzzle is not spoilt
    clock.now = NOON + DAY
    assert next_puzzle(anna, "digifeud", None) == todays


def test_who_is_a_moment_too_late_gets_the_same(kept: list[Puzzle], monkeypatch: pytest.MonkeyPatch) -> None:
    real = selection._fresh

    def rival(slug: str, target: float) -> Puzzle | None:
        monkeypatch.setattr(selection, "_fresh", real)
        choose("digifeud", MONDAY)
        return kept[4]

    monkeypatch.setattr(selection, "_fresh", rival)
    late = choose("digifeud", MONDAY)
    assert late == Daily.objects.get()
    assert late
    assert late.puzzle == kept[0]


@pytest.mark.django_db(transaction=True)
def test_many_ask_first_at_once(kept: list[Puzzle]) -> None:
    outcomes = at_once(*[lambda: choose("digifeud", MONDAY)] * 6)
    assert {outcome.puzzle_id for outcome in outcomes if isinstance(outcome, Daily)} == {kept[0].pk}
    assert (len(outcomes), Daily.objects.count()) == (6, 1)


def test_no_game_but_one_that_is_there(kept: list[Puzzle]) -> None:
    assert choose("chess", MONDAY) is None
    client = Client()
    assert client.get("/puzzles/today/chess/").status_code == 404
    assert client.get("/puzzles/today/digifeud/").status_code == 302
    assert client.get("/puzzles/today/summy/")["Location"] == "/puzzles/"


@pytest.mark.parametrize(
    ("solved", "streak"),
    [
        ([], 0),
        ([0], 1),
        ([0, 1, 2], 3),
        ([1, 2], 2),  # today may still be solved
        ([2, 3], 0),
        ([0, 2, 3], 1),
        ([1, 3], 1),
    ],
)
def test_days_in_a_row(solved: list[int], streak: int) -> None:
    day = date(2026, 3, 1)
    assert count([day - DAY * ago for ago in solved], day) == streak


def test_a_streak_over_midnight(kept: list[Puzzle], clock: Clock, anna: User, bob: User) -> None:
    midnight = NOON + timedelta(hours=12)
    one = daily_on(clock, midnight - timedelta(minutes=1))
    for player in (anna, bob):
        try_move(one, player, "pass")
    clock.now = midnight + timedelta(minutes=1)  # begun before midnight, solved after it: counts for Monday
    try_move(one, anna, one.best)
    assert streak_of(anna, today()) == 1
    other = daily_on(clock, midnight + timedelta(minutes=2))
    try_move(other, anna, other.best)
    assert streak_of(anna, today()) == 2
    clock.now = midnight + timedelta(hours=2)  # too late
    try_move(one, bob, one.best)
    assert streak_of(bob, today()) == 0
    solved = SolvedDay.objects.order_by("day").values_list("player__username", "day")
    assert list(solved) == [("anna", MONDAY), ("anna", MONDAY + DAY)]


def test_a_streak_ends_when_a_day_is_missed(kept: list[Puzzle], clock: Clock, anna: User) -> None:
    for number in (0, 1):
        one = daily_on(clock, NOON + DAY * number)
        try_move(one, anna, one.best)
    assert streak_of(anna, today()) == 2
    clock.now = NOON + DAY * 2
    assert streak_of(anna, today()) == 2
    clock.now = NOON + DAY * 3
    assert streak_of(anna, today()) == 0


def test_only_what_is_solved_on_its_day_counts(kept: list[Puzzle], clock: Clock, anna: User, bob: User) -> None:
    one = daily_on(clock, NOON)
    give_up(one, bob)
    clock.now = NOON + DAY
    try_move(one, anna, one.best)
    assert not SolvedDay.objects.exists()


def test_the_days_are_those_of_the_site_wherever_one_lives(kept: list[Puzzle], clock: Clock) -> None:
    clock.now = NOON.replace(hour=23, minute=59)
    assert today() == MONDAY
    clock.now += timedelta(minutes=1)
    assert today() == MONDAY + DAY


def test_earlier_days_are_listed_page_by_page_at_the_same_cost(db: None, clock: Clock) -> None:
    def costs(path: str) -> tuple[int, str]:
        with CaptureQueriesContext(connection) as queries:
            page = Client().get(path).content.decode()
        return len(queries), page

    assert "None yet." in costs("/puzzles/past/digifeud/")[1]
    first = make_puzzle(number=1, for_daily=True)
    Daily.objects.create(game_slug="digifeud", day=MONDAY, number=1, puzzle=first)
    few, _page = costs("/puzzles/past/digifeud/")
    for number in range(2, 42):
        puzzle = make_puzzle(number=number, for_daily=True)
        Daily.objects.create(game_slug="digifeud", day=MONDAY - DAY * number, number=number, puzzle=puzzle)
    many, page = costs("/puzzles/past/digifeud/")
    assert few == many
    assert page.count("/puzzles/") >= 30
    assert "#41" not in page
    assert "#41" in costs("/puzzles/past/digifeud/?page=2")[1]


def test_the_end_of_a_match_leads_to_the_puzzle_of_its_game(match: Match, anna: User, signed_in: SignedIn) -> None:
    page, way = signed_in(anna), f'href="/puzzles/today/{match.game_slug}/"'
    assertNotContains(page.get(f"/matches/{match.pk}/"), way)
    resign(match.pk, anna)
    assertContains(page.get(f"/matches/{match.pk}/"), way)
