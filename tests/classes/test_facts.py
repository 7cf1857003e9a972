"""Facts of arithmetic: which ones the best moves had, which a pupil missed, and what the teacher reads of it."""

from __future__ import annotations

import csv
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from accounts.models import User
from core import clock
from games.catalogue import games
from games.classes import services
from games.classes.arithmetic import Turn
from games.classes.lists import Figures, table_of
from games.classes.models import MatchFacts
from games.jobs.hooks import DEFAULT
from games.jobs.runner import run_due
from games.matches.play.positions import all_of
from games.matches.play.services import resign
from tests.classes.test_bounds import between

SignedIn = Callable[[User], Client]


@pytest.mark.parametrize(
    ("slug", "text", "fact"),
    [
        ("digifeud", "e7r 8x7=56", "7 × 8"),
        ("digifeud", "e7r 7x?8=56", "7 × 8"),
        ("digifeud", "e7r 8/2=4", "8 ÷ 2"),
        ("digifeud", "pass", ""),
        ("summy", "h8r 7+5=12", "5 + 7"),
        ("summy", "h8r 12-7=5", "12 − 7"),
        ("summy", "h8r 1+2x3=7", ""),
        ("summy", "swap 11+=", ""),
    ],
)
def test_a_move_is_a_fact_in_one_order(slug: str, text: str, fact: str) -> None:
    game = games()[slug]
    assert game.fact(game.decode(text)) == fact


def test_the_table_tells_what_the_best_moves_had(anna: User, signed_in: SignedIn) -> None:
    one = services.make(anna, "5b", ["Emma", "Finn"], clock.now().date() + timedelta(days=9))
    emma, finn = (pupil.user for pupil in services.pupils_of(one))
    match = between(emma, finn, 6)
    resign(match.pk, emma)
    run_due(DEFAULT)
    turns = [Turn(*turn) for turn in MatchFacts.objects.get(match=match).turns]
    moves = match.moves.values_list("text", flat=True)
    for turn, position, text in zip(turns, all_of(match), moves, strict=False):
        points = {match.game.encode(move): points for move, points in match.game.scored_moves(position)}
        best = {match.game.fact(match.game.decode(move)) for move, most in points.items() if most == turn.most}
        assert turn.most == max(points.values())
        assert turn.points == points[text]
        assert turn.best in best
        assert turn.played == match.game.fact(match.game.decode(text))

    row = table_of(one)[0]
    assert row.turns == 3
    assert row.share == round(100 * sum(turn.points for turn in turns[::2]) / sum(turn.most for turn in turns[::2]))
    assert next(iter(row.weeks.values())).facts == row.facts
    hers = signed_in(anna)
    page = hers.get(one.get_absolute_url())
    progress = hers.get(f"/classes/{one.pk}/pupils/{row.pupil.pk}/")
    assert row.facts
    for answer in (page, progress):
        assertContains(answer, f"<strong>{row.facts[0].name}</strong>: missed in", html=False)
    assertContains(progress, f"/matches/{match.pk}/0/")
    [emmas, _finns] = csv.DictReader(hers.get(f"/classes/{one.pk}/table.csv").content.decode("utf-8-sig").splitlines())
    assert emmas["share"] == str(row.share)
    assert emmas["missed facts"].startswith(f"{row.facts[0].name}: {row.facts[0].missed}/{row.facts[0].chances}")
    assert [name for name in emmas if name.startswith("share 20")]

    services.remove(row.pupil)
    assert not MatchFacts.objects.exists()


def test_other_matches_are_not_measured(anna: User, bob: User) -> None:
    match = between(anna, bob, 6)
    resign(match.pk, anna)
    run_due(DEFAULT)
    assert not MatchFacts.objects.exists()


def test_a_fact_is_missed_where_a_lesser_move_was_played() -> None:
    figures = Figures()
    for played, best, points, most in (
        *[("2 + 3", "7 × 8", 5, 20)] * 5,
        ("7 × 8", "7 × 8", 20, 20),
        ("2 + 3", "6 × 9", 5, 9),
        ("", "", 0, 0),
    ):
        figures.add_turn(Turn(1, played, best, points, most))
    assert [(fact.name, fact.missed, fact.chances) for fact in figures.facts] == [("7 × 8", 5, 6), ("6 × 9", 1, 1)]
    assert figures.turns == 7
