"""What is kept of a player up to a number goes by that player's own, the oldest first, and nothing of another's."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from accounts.models import User
from games.catalogue import games
from games.classes import services as classes
from games.classes.models import WrongSum
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.time.control import USUAL_CORRESPONDENCE
from games.notifications.channels import push
from games.notifications.models import Device
from games.puzzles.models import Mistake, Puzzle
from games.puzzles.services import practice
from games.rules import FalseSum, plain
from tests.puzzles.conftest import make_puzzle

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)


def match_of(first: User, second: User) -> Match:
    options = games()["digifeud"].options_type()
    return start_match(
        game_slug="digifeud", options=options, first=first, second=second, time_control=USUAL_CORRESPONDENCE
    )


def test_browsers_that_get_pushes(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "MOST_DEVICES", 2)
    for number in range(4):
        for player in (anna, bob):
            push.add_device(player, f"https://push.example.com/{player}/{number}", "k", "a", str(number))
    for player in (anna, bob):
        assert [one.name for one in Device.objects.filter(user=player).order_by("pk")] == ["2", "3"]


def test_wrong_sums_of_pupils(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "MOST_WRONG_SUMS", 2)
    school_class = classes.make(anna, "5b", ["Emma", "Finn"], date(2027, 7, 1))
    emma, finn = (one.user for one in classes.pupils_of(school_class))
    match = match_of(emma, finn)
    for number in range(4):
        for pupil in (emma, finn):
            classes.keep_wrong_sum(match, pupil, FalseSum(plain(""), f"1 + 1 = {number}"))
    for pupil in (emma, finn):
        kept = WrongSum.objects.filter(pupil__user=pupil).order_by("pk")
        assert [one.equation for one in kept] == ["1 + 1 = 2", "1 + 1 = 3"]


def test_mistakes_that_are_not_learned(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "MOST", 2)
    match, number = match_of(anna, bob), 0
    for player in (anna, bob):
        for day, solved in ((1, practice.ENOUGH), (2, 0), (3, practice.ENOUGH), (4, 1), (5, 0)):
            number += 1
            puzzle = make_puzzle(number=number, state=Puzzle.State.OWN)
            at = NOON + timedelta(days=day)
            facts = {"theme": "endings", "cost": 0.2, "made_at": at, "due_at": at, "solved": solved}
            Mistake.objects.create(player=player, match=match, puzzle=puzzle, **facts)
    before = [one.made_at.day for one in Mistake.objects.filter(player=bob).order_by("made_at")]
    practice._forget_oldest(anna)
    assert [one.made_at.day for one in Mistake.objects.filter(player=anna).order_by("made_at")] == [2, 4, 5, 6]
    assert [one.made_at.day for one in Mistake.objects.filter(player=bob).order_by("made_at")] == before
