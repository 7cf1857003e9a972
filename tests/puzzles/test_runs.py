"""Sprints of three minutes and their tables, and missed puzzles that come again on another day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.services import delete_account
from games.catalogue import games
from games.matches.templatetags.sentences import aloud, localized
from games.puzzles.kinds import RunKind
from games.puzzles.lists import Best, begin_of, best_runs, own_best
from games.puzzles.models import Attempt, Puzzle, Run, Solver
from games.puzzles.services import selection
from games.puzzles.services.runs import GRACE, LENGTH, answer, current, missed_by, start_run
from games.puzzles.services.selection import next_puzzle
from games.puzzles.services.solving import judged, try_move
from games.rules import IllegalMove
from games.social.models import Favourite
from tests.exports import export_of
from tests.html import html_of
from tests.matches.conftest import match
from tests.puzzles.conftest import DAY, NOON, Clock, make_puzzle, others

pytestmark = pytest.mark.sql
__all__ = ["match"]

SPRINT, REPEAT = Run.Kind.SPRINT, Run.Kind.REPEAT
HTMX = {"HX-Request": "true"}
SignedIn = Callable[[User], Client]


@pytest.fixture
def stock(db: None, clock: Clock) -> list[Puzzle]:
    """Return eight offered puzzles of Digifeud, the first one the easiest."""
    return [make_puzzle(number=number, rating=1000.0 + 100 * number) for number in range(1, 9)]


def begin(player: User, kind: RunKind = SPRINT) -> Run:
    """Return a new run of Digifeud."""
    run = start_run(player, "digifeud", kind)
    assert run
    return run


def reply(run: Run, *, well: bool = True) -> None:
    """Answer the puzzle that is shown, with the best move or another one."""
    shown = current(run)
    assert shown
    answer(run, shown.number, shown.puzzle.best if well else others(shown.puzzle)[0][0])
    run.refresh_from_db()


def sprint_of(player: User, *, solved: int) -> Run:
    """Return a finished sprint in which this many puzzles were solved."""
    run = begin(player)
    for _puzzle in range(solved):
        reply(run)
    for _miss in range(3):
        reply(run, well=False)
    return run


# A sprint


def test_each_solved_puzzle_leads_to_a_harder_one(
    stock: list[Puzzle], anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selection, "NEAREST", 1)  # else one of the nearest five is drawn
    run = begin(anna)
    for _puzzle in range(4):
        reply(run)
    assert (run.solved, run.missed, run.ended_at) == (4, 0, None)
    shown = [one.puzzle.rating for one in run.puzzles.all()]
    assert shown == sorted(set(shown))
    assert len(shown) == 5


def test_the_third_miss_ends_it(stock: list[Puzzle], anna: User) -> None:
    run = begin(anna)
    reply(run)
    for missed in (1, 2, 3):
        assert run.ended_at is None
        reply(run, well=False)
        assert run.missed == missed
    assert run.ended_at == NOON
    assert current(run) is None


def test_after_three_minutes_no_answer_counts(stock: list[Puzzle], anna: User, clock: Clock) -> None:
    run = begin(anna)
    clock.now = NOON + LENGTH + GRACE  # an answer that was on its way
    reply(run)
    assert run.solved == 1
    clock.now += timedelta(milliseconds=1)
    reply(run)
    assert (run.solved, run.ended_at) == (1, NOON + LENGTH)


def test_an_illegal_move_costs_nothing(stock: list[Puzzle], anna: User) -> None:
    run = begin(anna)
    with pytest.raises(IllegalMove):
        answer(run, 1, "a1r 9+9=99")
    run.refresh_from_db()
    assert (run.solved, run.missed) == (0, 0)


def test_the_same_answer_twice_is_one(stock: list[Puzzle], anna: User) -> None:
    run = begin(anna)
    first = current(run)
    assert first
    assert answer(run, 1, first.puzzle.best)
    assert answer(run, 1, first.puzzle.best) is None
    run.refresh_from_db()
    assert run.solved == 1
    assert run.puzzles.count() == 2


def test_starting_twice_goes_on_with_the_open_one(stock: list[Puzzle], anna: User, bob: User, clock: Clock) -> None:
    run = begin(anna)
    assert begin(anna) == run
    assert begin(bob) != run
    clock.now += LENGTH + DAY  # left alone: it ended by itself
    assert begin(anna) != run
    run.refresh_from_db()
    assert run.ended_at == NOON + LENGTH


def test_when_all_puzzles_are_seen_it_ends(stock: list[Puzzle], anna: User) -> None:
    run = begin(anna)
    for _puzzle in stock:
        reply(run)
    assert (run.solved, run.ended_at) == (len(stock), NOON)


def test_seen_puzzles_come_again_only_when_no_other_is_near(stock: list[Puzzle], anna: User) -> None:
    before = sprint_of(anna, solved=2)
    seen = set(before.puzzles.values_list("puzzle", flat=True))
    for number, rating in enumerate([1390.0, 1390.0, 1390.0, 1440.0, 1440.0, 1490.0, 1490.0], 10):
        make_puzzle(number=number, rating=rating)
    run = begin(anna)
    for _puzzle in range(3):
        reply(run)
    answered = run.puzzles.exclude(answered_at=None)
    assert not seen & set(answered.values_list("puzzle", flat=True))
    reply(run)
    assert run.ended_at is None


def test_it_changes_no_rating_now_or_later(stock: list[Puzzle], anna: User) -> None:
    run = begin(anna)
    reply(run, well=False)
    missed = run.puzzles.get(number=1).puzzle
    try_move(missed, anna, missed.best)
    assert not Solver.objects.exists()
    assert Attempt.objects.get().gain is None
    assert next_puzzle(anna, "digifeud", None) != missed


# The tables


def test_the_table_has_the_best_sprint_of_each_player_today(stock: list[Puzzle], anna: User, bob: User) -> None:
    sprint_of(anna, solved=1)
    sprint_of(anna, solved=3)
    sprint_of(bob, solved=2)
    rows = best_runs("digifeud", SPRINT, since=begin_of("day"))
    assert rows == [Best(1, anna, 3), Best(2, bob, 2)]
    assert best_runs("summy", SPRINT, since=begin_of("day")) == []
    assert own_best(anna, "digifeud", SPRINT) == 3


def test_players_with_as_many_share_a_rank(stock: list[Puzzle], anna: User, bob: User, carl: User) -> None:
    for player, solved in ((anna, 1), (bob, 2), (carl, 2)):
        sprint_of(player, solved=solved)
    rows = best_runs("digifeud", SPRINT, since=begin_of("day"))
    assert [(row.rank, row.player) for row in rows] == [(1, bob), (1, carl), (3, anna)]


def test_the_week_has_seven_days_and_the_day_one(stock: list[Puzzle], anna: User, clock: Clock) -> None:
    sprint_of(anna, solved=1)
    clock.now = NOON + 6 * DAY
    assert best_runs("digifeud", SPRINT, since=begin_of("week")) == [Best(1, anna, 1)]
    assert best_runs("digifeud", SPRINT, since=begin_of("day")) == []
    clock.now += DAY
    assert best_runs("digifeud", SPRINT, since=begin_of("week")) == []


def test_friends_are_whom_one_follows_and_oneself(stock: list[Puzzle], anna: User, bob: User, carl: User) -> None:
    for player in (anna, bob, carl):
        sprint_of(player, solved=1)
    Favourite.objects.create(by=anna, of=bob)
    rows = best_runs("digifeud", SPRINT, since=begin_of("day"), followed_by=anna)
    assert [row.player for row in rows] == [anna, bob]


def test_guests_sprint_but_are_not_in_the_table(stock: list[Puzzle], anna: User) -> None:
    browser = Client()
    started = browser.post(reverse("puzzles:sprint", args=["digifeud"]))
    run = Run.objects.get()
    assert started["Location"] == reverse("puzzles:run", args=[run.pk])
    assert run.player.is_guest
    reply(run)
    assert best_runs("digifeud", SPRINT, since=begin_of("day")) == []
    assert "sign" not in html_of(browser.get(started["Location"])).partition('id="result"')[2]


def test_the_page_of_sprints_costs_the_same_however_many_play(
    stock: list[Puzzle], anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    browser, address = signed_in(anna), reverse("puzzles:sprint", args=["digifeud"])

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(f"{address}?period=week&friends=1").status_code == 200
            assert browser.get(address).status_code == 200
        return len(queries)

    sprint_of(anna, solved=1)
    cost()
    few = cost()
    sprint_of(bob, solved=1)
    sprint_of(carl, solved=2)
    assert cost() == few


# What one missed


def test_a_missed_puzzle_comes_again_the_next_day_until_it_is_solved(
    stock: list[Puzzle], anna: User, clock: Clock
) -> None:
    first, second = stock[:2]
    try_move(first, anna, others(first)[0][0])
    try_move(first, anna, first.best)  # solved, but not at once
    try_move(second, anna, second.best)
    assert missed_by(anna) == {}
    clock.now += DAY
    assert missed_by(anna) == {"digifeud": [first]}

    run = begin(anna, REPEAT)
    reply(run, well=False)
    assert run.ended_at
    assert missed_by(anna) == {}
    clock.now += DAY
    assert missed_by(anna) == {"digifeud": [first]}

    reply(begin(anna, REPEAT))
    clock.now += DAY
    assert missed_by(anna) == {}
    assert start_run(anna, "digifeud", REPEAT) is None


def test_so_does_one_missed_in_a_sprint(stock: list[Puzzle], anna: User, clock: Clock) -> None:
    missed = [one.puzzle for one in sprint_of(anna, solved=0).puzzles.all()]
    clock.now += DAY
    assert missed_by(anna)["digifeud"] == missed
    Puzzle.objects.filter(pk=missed[0].pk).update(state=Puzzle.State.WITHHELD)
    assert missed_by(anna)["digifeud"] == missed[1:]


def test_a_repetition_has_no_clock_and_no_limit_of_misses(stock: list[Puzzle], anna: User, clock: Clock) -> None:
    for puzzle in stock[:5]:
        try_move(puzzle, anna, others(puzzle)[0][0])
    clock.now += DAY
    run = begin(anna, REPEAT)
    clock.now += DAY
    for _miss in range(4):
        reply(run, well=False)
    assert run.ended_at is None
    reply(run)
    assert (run.solved, run.missed) == (1, 4)
    assert run.ended_at


# Its pages


def test_one_starts_answers_and_sees_the_result(stock: list[Puzzle], anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    page = html_of(browser.get(reverse("puzzles:sprint", args=["digifeud"])))
    assert "No sprint yet: yours would be the first." in page
    address = browser.post(reverse("puzzles:sprint", args=["digifeud"]))["Location"]
    first = stock[0]
    wrong = others(first)[0]
    told = html_of(browser.post(address, {"ply": 1, "text": wrong[0]}, headers=HTMX))
    assert f"Missed: {wrong[1]} of {first.best_points} points." in told
    assert "1 of 3 misses" in told
    _move, best = judged(first, first.best)
    assert str(aloud(localized(best.text))) in told  # its signs as words
    told = html_of(browser.post(address, {"ply": 2, "text": first.best}, headers=HTMX))
    assert "Solved!" in told
    assert 'data-ply="2"' in told

    for number in (3, 4):
        browser.post(address, {"ply": number, "text": wrong[0]}, headers=HTMX)
    page = html_of(browser.get(address))
    assert "1 of 4 puzzles solved" in page
    assert "Your best sprint so far." in page
    assert page.count("/puzzles/") > 4
    assert "anna" in html_of(browser.get(reverse("puzzles:sprint", args=["digifeud"]))).partition("Best sprints")[2]


def test_what_is_no_move_says_why(stock: list[Puzzle], anna: User, signed_in: SignedIn) -> None:
    address = reverse("puzzles:run", args=[begin(anna).pk])
    answered = signed_in(anna).post(address, {"ply": 1, "text": ""}, headers=HTMX)
    assert answered.status_code == 422
    assert "Put something" in html_of(answered)


def test_a_preview_says_what_a_move_brings_and_answers_nothing(
    stock: list[Puzzle], anna: User, signed_in: SignedIn
) -> None:
    run = begin(anna)
    address = reverse("puzzles:run_preview", args=[run.pk])
    told = html_of(signed_in(anna).post(address, {"text": others(stock[0])[0][0]}, headers=HTMX))
    assert str(others(stock[0])[0][1]) in told
    run.refresh_from_db()
    assert run.missed == 0


def test_the_answer_is_not_told_before_the_move(stock: list[Puzzle], anna: User, signed_in: SignedIn) -> None:
    run = begin(anna)
    browser, address = signed_in(anna), reverse("puzzles:run", args=[run.pk])
    before = html_of(browser.get(address, headers=HTMX))
    Puzzle.objects.update(best="z", best_points=987, second_points=985, hardness=957.1)
    after = html_of(browser.get(address, headers=HTMX))
    assert without_time(before) == without_time(after)


def without_time(page: str) -> str:
    return page.partition("<section")[2].partition("csrfmiddlewaretoken")[0]


def test_no_one_else_sees_it(stock: list[Puzzle], anna: User, bob: User, signed_in: SignedIn) -> None:
    run = begin(anna)
    for name in ("run", "run_preview", "run_end"):
        address = reverse(f"puzzles:{name}", args=[run.pk])
        assert signed_in(bob).post(address, {"ply": 1, "text": stock[0].best}).status_code == 404
        assert Client().post(address, {"ply": 1, "text": stock[0].best}).status_code == 404
    run.refresh_from_db()
    assert run.solved == 0


def test_one_may_stop_it(stock: list[Puzzle], anna: User, signed_in: SignedIn) -> None:
    run = begin(anna)
    reply(run)
    answered = signed_in(anna).post(reverse("puzzles:run_end", args=[run.pk]))
    page = html_of(signed_in(anna).get(answered["Location"]))
    assert "1 of 1 puzzle solved" in page
    run.refresh_from_db()
    assert run.ended_at == NOON


def test_the_page_of_puzzles_offers_what_was_missed(
    stock: list[Puzzle], anna: User, signed_in: SignedIn, clock: Clock
) -> None:
    try_move(stock[0], anna, others(stock[0])[0][0])
    clock.now += DAY
    browser = signed_in(anna)
    assert "1 to try again" in html_of(browser.get("/puzzles/"))
    address = browser.post(reverse("puzzles:repeat", args=["digifeud"]))["Location"]
    assert "Once more" in html_of(browser.get(address))


def test_no_such_game_is_not_found(db: None, anna: User, signed_in: SignedIn) -> None:
    assert signed_in(anna).get("/puzzles/sprint/chess/").status_code == 404
    assert signed_in(anna).post("/puzzles/repeat/chess/").status_code == 404
    assert Client().post("/puzzles/repeat/digifeud/").status_code == 404
    assert signed_in(anna).post("/puzzles/mistakes/digifeud/", {"theme": "nonsense"}).status_code == 404
    assert Client().post("/puzzles/mistakes/digifeud/").status_code == 404


def test_without_puzzles_one_is_led_back(db: None, anna: User, signed_in: SignedIn) -> None:
    for kind in ("sprint", "streak"):
        address = reverse(f"puzzles:{kind}", args=["digifeud"])
        assert signed_in(anna).post(address)["Location"] == address


def test_runs_are_in_the_export_and_go_with_the_account(stock: list[Puzzle], anna: User) -> None:
    sprint_of(anna, solved=1)
    told: Any = export_of(anna)["puzzles"]  # lists and mappings, as in JSON
    (told,) = told["runs"]
    assert (told["kind"], told["solved"], told["missed"], len(told["answers"])) == ("sprint", 1, 3, 4)
    delete_account(anna)
    assert not Run.objects.exists()


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_game_has_a_page_of_sprints(db: None, slug: str) -> None:
    assert Client().get(reverse("puzzles:sprint", args=[slug])).status_code == 200
