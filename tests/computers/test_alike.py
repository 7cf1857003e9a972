"""Which matches and hints each action of computers means: those beside, which differ in a column that counts, stay."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from core import clock
from games.computers import services
from games.computers.exports import help_of
from games.computers.models import Computer, Guide, Hint
from games.computers.partials import HintView
from games.matches.models import Match
from games.ratings.models import Rating, RatingPool
from games.rules import Seat, Square
from tests.alike import finds, one, someone, touches
from tests.conftest import Published

pytestmark = pytest.mark.django_db
Facts = dict[str, Any]  # of any type


def test_finished_matches() -> None:
    match = one(Match, game_slug="digifeud", ending=Match.Ending.PLAYED)
    touches(match, lambda row: services.finished_matches(row.first), "ending first")
    touches(match, lambda row: services.finished_matches(row.second), "ending second")


def test_the_level_after_the_last_match() -> None:
    computer = services.computer_for("digifeud", 2)
    match = one(Match, game_slug="digifeud", second=computer, ending=Match.Ending.PLAYED, finished_at=clock.now())
    levels = [1, 2, 3]
    last = "ending first game_slug second sealed_until"
    finds(match, lambda row: services._by_last_result(row.first, "digifeud", levels) is not None, last)
    origin = one(Match)
    goes_on = {"origin": origin, "origin_ply": 1, "origin_seat": Seat.FIRST}
    Match.objects.filter(pk=match.pk).update(**goes_on)
    assert services._by_last_result(match.first, "digifeud", levels) is None


def test_the_level_by_rating() -> None:
    pool = one(RatingPool, game_slug="digifeud")
    own = one(Rating, pool=pool)
    one(Rating, pool=pool, player=services.computer_for("digifeud", 2))
    elsewhere = one(RatingPool, game_slug="summy")
    one(Rating, pool=elsewhere, rating=own.rating, player=services.computer_for("digifeud", 1))
    mirror = one(RatingPool, game_slug="digifeud", kind=RatingPool.Kind.MIRROR)
    one(Rating, pool=mirror, player=services.computer_for("digifeud", 3))
    finds(own, lambda row: services._by_rating(row.player, "digifeud", [1, 2]) == 1, "player pool")
    Rating.objects.filter(pk=own.pk).update(pool=mirror)
    assert services._by_rating(own.player, "digifeud", [1, 2, 3]) is None


def test_hints_and_guides() -> None:
    hint = one(Hint, match=one(Match), ply=0, text="")
    match = hint.match
    touches(hint, lambda row: services.end_hint(match), "match")
    finds(hint, lambda row: services.hint_of(match), "match ply")
    touches(hint, lambda row: services.keep_hint(match, "pass"), "match ply text")
    guide = one(Guide, match=match)
    touches(guide, lambda row: services.hide_guide(match.pk, match.first) and None, "match")
    assert Computer.objects.filter(user__is_computer=False).count() == 0


def test_help_is_exported_for_the_player_of_either_seat() -> None:
    match = one(Match, pk="match")
    one(Guide, match=match, shown=False)
    one(Hint, match=match, ply=3, step=2, text="pass")
    whole = {"guides": [{"match": "match", "shown": False}], "hints": [{"match": "match", "ply": 3, "step": 2}]}
    assert help_of(match.first) == help_of(match.second) == whole
    assert help_of(someone()) == {"guides": [], "hints": []}


def test_of_four_squares_and_more_a_hint_names_the_ends() -> None:
    said = {}
    for number in (1, 3, 4, 5):
        view = HintView(one(Match), Seat.FIRST, None)
        vars(view)["placed"] = tuple((Square(0, column), "1") for column in (0, *range(number)))
        said[number] = view.where.replace("\u2060", "")
    names = [str(Square(0, column)) for column in range(5)]
    assert said == {1: names[0], 3: ", ".join(names[:3]), 4: f"{names[0]}–{names[3]}", 5: f"{names[0]}–{names[4]}"}


def test_a_second_press_soon_and_before_any_answer_leads_to_the_same_match(anna: User) -> None:
    match = services.begin_match(anna, "sudoku", 1)
    ago = clock.now() - services.DOUBLE_CLICK
    same: list[Facts] = [{"ply": 1}, {"started_at": ago + timedelta(seconds=5)}]
    others: list[Facts] = [{"ply": 2}, {"ply": 0, "started_at": ago}]
    for changes in (*same, *others):
        Match.objects.update(**changes)
        assert (services.begin_match(anna, "sudoku", 1) == match) is (changes in same), changes
        match = Match.objects.latest("started_at")


def test_open_pages_hear_of_each_step_of_a_hint(
    anna: User, published: list[Published], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    match = services.begin_match(anna, "sudoku", 1)
    Match.objects.filter(pk=match.pk).update(to_move=match.seat_of(anna))
    acts: list[tuple[Callable[[], object], int]] = [
        (lambda: services.ask_hint(match.pk, anna, 1), 1), (lambda: services.keep_hint(match, "pass"), 1),
        (lambda: services.keep_hint(match, "pass"), 0), (lambda: services.ask_hint(match.pk, anna, 2), 1),
        (lambda: services.end_hint(match), 1), (lambda: services.end_hint(match), 0),
    ]  # fmt: skip
    for number, (act, times) in enumerate(acts):
        published.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        assert [one.event.get("name") for one in published] == ["hint"] * times, number
