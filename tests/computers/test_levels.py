"""Eight levels came in place of four: the accounts, their matches and their ratings stayed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.names import COMPUTERS, computer_account
from core import clock
from games.catalogue import bots
from games.computers.models import Computer
from games.computers.services import begin_match, find_computer, make_computers
from games.matches.hooks import begin_turns
from games.matches.models import Match
from games.matches.play.services import find_match
from games.ratings.models import Rating, RatingPool
from tests.computers.conftest import a_moment_later

MIGRATION = import_module("games.computers.migrations.0002_eight_levels")
FORMER = {1: "Pip", 2: "Otto", 3: "Mila", 4: "Ada"}


@pytest.fixture
def formerly(db: None) -> dict[int, User]:
    """Return the four computer players by their former level, as they were before there were eight."""
    for user in make_computers():
        user.computer.delete()
        if user.username not in {f"Computer-{level}" for level in FORMER}:
            user.delete()
    users = {level: User.objects.get(username=f"Computer-{level}") for level in FORMER}
    for level, user in users.items():
        Computer.objects.create(user=user, level=level)
    return users


def levels() -> dict[str, int]:
    return dict(Computer.objects.values_list("user__username", "level"))


def test_the_four_keep_their_accounts_and_names_at_the_nearest_level(formerly: dict[int, User]) -> None:
    MIGRATION.forwards(apps, None)
    assert levels() == {"Computer-1": 1, "Computer-2": 5, "Computer-3": 7, "Computer-4": 8}
    for level, user in formerly.items():
        found = find_computer(Computer.objects.get(user=user).level)
        assert (found, str(found)) == (user, FORMER[level])
    assert len(make_computers()) == Computer.objects.count() == 8
    assert levels() == {computer_account(level): level for level in range(1, 9)}
    assert len(set(COMPUTERS.values())) == 8


def test_it_can_be_undone(formerly: dict[int, User]) -> None:
    before = levels()
    MIGRATION.forwards(apps, None)
    MIGRATION.backwards(apps, None)
    assert levels() == before


@pytest.mark.parametrize("former", FORMER)
def test_a_running_match_goes_on(
    formerly: dict[int, User], former: int, anna: User, signed_in: Callable[[User], Client]
) -> None:
    computer = formerly[former]
    match = begin_match(anna, "sudoku", former)
    Match.objects.filter(pk=match.pk).update(first=computer, second=anna)  # as it was begun under the former level
    begin_turns(find_match(match.pk))
    pool, now = RatingPool.objects.create(game_slug="sudoku", is_live=False), clock.now()
    rating = Rating.objects.create(pool=pool, player=computer, rating=1712, deviation=60, volatility=0.06, rated_at=now)
    MIGRATION.forwards(apps, None)
    assert a_moment_later(match).ply == 1
    page = signed_in(anna).get(reverse("matches:match", args=[match.pk])).content.decode()
    assert FORMER[former] in page
    rating.refresh_from_db()
    assert (rating.player, rating.rating) == (computer, 1712)
    theirs = signed_in(anna).get(reverse("matches:player", args=[computer.username])).content.decode()
    assert FORMER[former] in theirs
    assert Computer.objects.get(user=computer).level in bots()["sudoku"]
