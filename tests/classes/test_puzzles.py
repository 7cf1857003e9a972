"""Puzzles of matches of a class are taken away with the class."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from core import clock
from games.classes import services
from games.classes.models import SchoolClass
from games.matches.models import Match
from games.puzzles.models import Puzzle, Source
from tests.classes.test_bounds import between
from tests.puzzles.conftest import make_puzzle
from tests.puzzles.test_mistakes import mistake_of


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


def test_the_end_of_a_class_leaves_no_position_of_its_matches(school_class: SchoolClass, anna: User, bob: User) -> None:
    match = of_pupils(school_class)
    made_of(match, 1)
    mistake_of(match.first, match, 2)
    others = made_of(between(anna, bob), 3)
    services.delete(school_class)
    assert list(Puzzle.objects.all()) == [others]
