"""Puzzles that earlier versions made of matches of a class are taken away: at once, and with the class."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from accounts.models import User
from core import clock
from games.classes import services
from games.classes.models import SchoolClass
from games.matches.models import Match
from games.puzzles.models import Puzzle, Source
from tests.classes.test_bounds import between
from tests.puzzles.conftest import make_puzzle
from tests.puzzles.test_mistakes import mistake_of

MIGRATION = import_module("games.puzzles.migrations.0004_none_of_pupils")


@pytest.fixture
def school_class(anna: User) -> SchoolClass:
    return services.make(anna, "5b", ["Emma", "Finn"], clock.now().date() + timedelta(days=9))


def of_pupils(school_class: SchoolClass) -> Match:
    emma, finn = services.pupils_of(school_class)
    return between(emma.user, finn.user)


def made_of(match: Match, number: int) -> Puzzle:
    """Return a public puzzle of this match."""
    puzzle = make_puzzle(number=number)
    assert puzzle.source
    Source.objects.filter(pk=puzzle.source.pk).update(match=match, number=None)
    return puzzle


def test_public_ones_go_and_those_of_others_stay(
    school_class: SchoolClass, anna: User, bob: User, client: Client
) -> None:
    match = of_pupils(school_class)
    theirs, others, computers = made_of(match, 1), made_of(between(anna, bob), 2), make_puzzle(number=3)
    own = mistake_of(match.first, match, 4)
    Puzzle.objects.filter(pk=own.puzzle_id).update(source=theirs.source, ply=99)  # even if an earlier version did that
    first, second = made_of(between(match.first, anna), 5), made_of(between(anna, match.first), 6)
    MIGRATION.take_away(apps, None)
    assert {client.get(f"/puzzles/{one.pk}/").status_code for one in (theirs, first, second)} == {404}
    assert set(Puzzle.objects.all()) == {others, computers, own.puzzle}
    assert not Source.objects.filter(match=match).exists()


def test_the_end_of_a_class_leaves_no_position_of_its_matches(school_class: SchoolClass, anna: User, bob: User) -> None:
    match = of_pupils(school_class)
    made_of(match, 1)
    mistake_of(match.first, match, 2)
    others = made_of(between(anna, bob), 3)
    services.delete(school_class)
    assert list(Puzzle.objects.all()) == [others]
