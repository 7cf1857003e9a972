"""All that the pages of puzzles say and where they lead: the overview, the days, and a puzzle."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import make_guest
from games.matches.models import Match
from games.puzzles.models import Attempt, Daily, Puzzle
from games.puzzles.services import selection
from games.puzzles.services.selection import choose_all
from games.puzzles.services.solving import give_up, try_move
from games.social.comments import write_comment
from games.social.following import follow
from games.social.models import Comment
from tests.matches.conftest import match
from tests.page_lines import Texts
from tests.puzzles.conftest import DAY, NOON, Clock, make_puzzle, others
from tests.puzzles.test_mistakes import mistake_of

__all__ = ["match"]
SignedIn = Callable[[User], Client]
HTMX = {"HX-Request": "true"}
says = Texts(__file__)


@pytest.fixture
def dailies(db: None, clock: Clock, bob: User, monkeypatch: pytest.MonkeyPatch) -> tuple[Puzzle, Puzzle]:
    """Return today's puzzles of two games, both solved by bob, and store six others of the first game."""
    monkeypatch.setattr(selection, "NEAREST", 1)  # else one of five is drawn
    first = make_puzzle(for_daily=True, rating=1390.0, deviation=120.0)
    second = make_puzzle("sudoku", number=2, for_daily=True, rating=1700.0, deviation=60.0)
    for number in range(6):
        make_puzzle(number=10 + number, rating=1200.0 + 100 * number)
    choose_all()
    for one in (first, second):
        try_move(one, bob, one.best)
    return first, second


def test_all_that_the_overview_says(
    dailies: tuple[Puzzle, Puzzle], match: Match, anna: User, bob: User, carl: User, signed_in: SignedIn, clock: Clock
) -> None:
    browser, (first, second) = signed_in(anna), dailies
    keys = {"FIRST": first.pk, "SECOND": second.pk}
    for player in (bob, User.objects.create_user("aaron")):
        follow(anna, player)
    for name in ("aaron", "carl"):
        solver = User.objects.get(username=name)
        Attempt.objects.create(puzzle=first, player=solver, begun_at=clock.now, solved_at=clock.now)
    says("overview: visitor", Client().get("/puzzles/"), "puzzles", **keys)
    says("overview: new", browser.get("/puzzles/"), "puzzles", since="overview: visitor", **keys)
    try_move(first, anna, others(first)[0][0])
    says("overview: begun", browser.get("/puzzles/"), "puzzles", since="overview: new", **keys)
    try_move(first, anna, first.best)
    give_up(second, anna)
    for number in (30, 31):
        mistake_of(anna, match, number, due_at=clock.now)
    says("overview: done", browser.get("/puzzles/"), "puzzles", since="overview: begun", **keys)
    says("lobby", browser.get("/lobby/"), "dailies", **keys)
    at_once = Puzzle.objects.filter(game_slug="digifeud", daily=None).order_by("rating")[0]
    try_move(at_once, anna, at_once.best)
    says("solver", browser.get(reverse("matches:player", args=["anna"])), "solver")
    Puzzle.objects.filter(pk=second.pk).update(state=Puzzle.State.WITHHELD, tried=1)
    for slug in ("digifeud", "sudoku"):
        says(f"past: {slug}", browser.get(f"/puzzles/past/{slug}/"), "past", **keys)
    clock.now += DAY
    says("overview: a day later", browser.get("/puzzles/"), "puzzles", since="overview: done", **keys)


def test_all_that_a_puzzle_says_before_and_after(
    dailies: tuple[Puzzle, Puzzle], anna: User, bob: User, signed_in: SignedIn
) -> None:
    browser, (first, second) = signed_in(anna), dailies
    keys = {"FIRST": first.pk, "SECOND": second.pk}
    page, other = f"/puzzles/{first.pk}/", f"/puzzles/{second.pk}/"
    says("puzzle", browser.get(page), "match", **keys)
    tried = browser.post(page, {"ply": 1, "text": others(first)[0][0]}, headers=HTMX)
    says("puzzle: tried", tried, "task status")
    try_move(second, anna, others(second)[-1][0])  # begun, and still the next one
    solved = browser.post(page, {"ply": 1, "text": first.best}, headers=HTMX)
    says("puzzle: solved", solved, "match_view", **keys)
    give_up(second, anna)
    comments = [write_comment(second.pk, bob, text=words) for words in ("One", "Two", "Three")]
    Comment.objects.filter(pk=comments[2].pk).update(erased_at=NOON)
    says("ending: given up", browser.get(other), "match", **keys)
    plain = Puzzle.objects.filter(game_slug="digifeud", daily=None).order_by("rating")[0]
    give_up(plain, anna)
    says("no daily: given up", browser.get(f"/puzzles/{plain.pk}/"), "task status play", PLAIN=plain.pk)
    Daily.objects.filter(puzzle=second).update(day=NOON - DAY)
    says("ending: of yesterday", browser.get(other), "match", since="ending: given up", **keys)
    Daily.objects.filter(puzzle=second).update(day=NOON)
    says("ending: guest", signed_in(make_guest()).get(other), "task", **keys)
    says("front page", Client().get("/"), "today", **keys)
