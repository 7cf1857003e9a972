"""Facts of arithmetic: which ones the best moves had, which a pupil missed, and what the teacher reads of it."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from accounts.models import User
from core import clock
from games.catalogue import games
from games.classes import services
from games.classes.arithmetic import Turn
from games.classes.exports import exported_classes
from games.classes.lists import Figures, table_of
from games.classes.models import MatchFacts, WrongSum
from games.jobs.hooks import DEFAULT
from games.matches.play.positions import all_of
from games.matches.play.services import resign
from games.rules import FalseSum, IllegalMove, SeededRandom, plain
from tests.classes.test_bounds import between
from tests.html import html_of
from tests.jobs.running import run_due
from tests.matches.conftest import play_on

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
    assert emmas["Points taken"] == str(row.share)
    assert emmas["Often missed"].startswith(f"{row.facts[0].name}: {row.facts[0].missed}/{row.facts[0].chances}")
    assert [name for name in emmas if name.startswith("Points taken: 20")]

    services.remove(row.pupil)
    assert not MatchFacts.objects.exists()


@pytest.mark.parametrize(
    ("slug", "level", "text", "equation"),
    [
        ("digifeud", "", "e7r 8x7=54", "8 × 7 = 54"),
        ("digifeud", "", "e7r 3-?7=4", "3 − 7 = 4"),
        ("digifeud", "+-x/", "e7r 8/3=2", "8 ÷ 3 = 2"),
        ("digifeud", "+-x/", "e7r 8/0=8", "8 ÷ 0 = 8"),
        ("digifeud", "+-20", "e7r 9+8=16", "9 + 8 = 16"),
        ("digifeud", "+-x5", "e7r 8x7=56", ""),  # true, and not of the level
        ("digifeud", "+-x5", "e7r 8x7=54", "8 × 7 = 54"),
        ("digifeud", "", "e7r 8x7=56", ""),  # not in the rack
        ("summy", "", "j13r 8x7=54", "8 × 7 = 54"),
        ("summy", "", "j13r 8x7=5", ""),  # the answer goes on
        ("summy", "", "j13r 3-7=4", "3 − 7 = 4"),
        ("summy", "", "j13r 8:3=2", "8 : 3 = 2"),
        ("summy", "", "j13r 8:0=8", "8 : 0 = 8"),
        ("summy", "+-20", "i13r 19+8=27", ""),
        ("summy", "+-20", "i13r 19+8=28", "19 + 8 = 28"),
    ],
)
def test_a_refusal_tells_the_false_sum(slug: str, level: str, text: str, equation: str) -> None:
    game = games()[slug]
    options = game.options_type.of_level(level)
    position = replace(game.setup(options, SeededRandom(b"")), options=options)
    with pytest.raises(IllegalMove) as refused:
        game.judge(position, game.decode(text))
    assert getattr(refused.value, "equation", "") == equation


def test_the_teacher_sees_the_false_sums(anna: User, bob: User, signed_in: SignedIn) -> None:
    one = services.make(anna, "5b", ["Emma", "Finn"], clock.now().date() + timedelta(days=9))
    emma, finn = services.pupils_of(one)
    match, other = between(emma.user, finn.user, 0), between(anna, bob, 0)
    hers = signed_in(emma.user)
    move, preview = f"/matches/{match.pk}/move/", f"/matches/{match.pk}/preview/"
    false = {"ply": "1", "text": "e7r 8x7=54"}
    hers.post(preview, false)
    hers.post(move, {"ply": "1", "text": "e7r 8x7"})
    signed_in(finn.user).post(move, false)  # it is not his turn
    signed_in(finn.user).post(preview, {**false, "pressed": "1"})
    signed_in(anna).post(f"/matches/{other.pk}/move/", false)
    assert not WrongSum.objects.exists()
    for path, sent in (
        (move, false),
        (move, false),  # once for each turn
        (preview, {**false, "pressed": "1"}),
        (move, {"ply": "1", "text": "6*9=56"}),  # a sum without its place
    ):
        assert "is 5" in html_of(hers.post(path, sent))
    assert [wrong.equation for wrong in emma.wrong_sums.order_by("pk")] == ["8 × 7 = 54", "6 × 9 = 56"]
    match = play_on(match, 2)
    hers.post(move, {"ply": "3", "text": "8x7=54"})

    teacher = signed_in(anna)
    for path in (one.get_absolute_url(), f"/classes/{one.pk}/pupils/{emma.pk}/"):
        assertContains(teacher.get(path), "<strong>8\u00a0×\u00a07\u00a0=\u00a054</strong>")
        assertContains(teacher.get(path), "2 times")
    resign(match.pk, emma.user)
    run_due(DEFAULT)
    [emmas, finns] = csv.DictReader(teacher.get(f"/classes/{one.pk}/table.csv").content.decode().splitlines())
    assert (emmas["Right sums"], emmas["Wrong sums"]) == ("1", "8 × 7 = 54: 2; 6 × 9 = 56: 1")
    assert (finns["Right sums"], finns["Wrong sums"]) == ("1", "")
    [exported] = exported_classes(anna)
    assert "6 × 9 = 56" in str(exported)

    rows = [WrongSum(pupil=emma, match=match, ply=ply, equation="1 + 1 = 3") for ply in range(4, 300)]
    WrongSum.objects.bulk_create(rows)
    services.keep_wrong_sum(match, emma.user, FalseSum(plain(""), "1 + 1 = 4"))
    assert emma.wrong_sums.count() == services.MOST_WRONG_SUMS
    assert emma.wrong_sums.filter(equation="1 + 1 = 4").exists()
    services.delete(one)
    assert not WrongSum.objects.exists()


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
