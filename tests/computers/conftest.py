"""Matches of anna's against a computer, and the moment when it moves."""

from __future__ import annotations

from itertools import count

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.catalogue import games
from games.computers.jobs import PAUSE, Computers
from games.computers.services import find_computer
from games.matches import positions
from games.matches.models import Match
from games.matches.services import find_match, start_match
from games.matches.time.control import TimeControl


@pytest.fixture(autouse=True)
def _fresh_memory() -> None:
    """Every test begins like a server that has just started."""
    positions.forget_all()


@pytest.fixture(autouse=True)
def _fixed_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every match is dealt as in the run before."""
    seeds = (number.to_bytes(32, "big") for number in count(1))
    monkeypatch.setattr(Match._meta.get_field("seed"), "_get_default", lambda: next(seeds))


@pytest.fixture
def computer(db: None) -> User:
    """The simplest computer player."""
    return find_computer(1)


@pytest.fixture
def match(anna: User, computer: User) -> Match:
    """A match of Digifeud in which the computer is to move first."""
    options = games()["digifeud"].options_type()
    return start_match(
        game_slug="digifeud",
        options=options,
        first=computer,
        second=anna,
        time_control=TimeControl.correspondence(days=3),
    )


def a_moment_later(match: Match) -> Match:
    """The match after the clock has looked, when the pause was over."""
    with time_machine.travel(timezone.now() + PAUSE):
        Computers().play_due()
    return find_match(match.pk)
