"""Matches against a computer, and its moves."""

from __future__ import annotations

from itertools import count

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.catalogue import games
from games.computers.jobs import COMPUTERS, PAUSE
from games.computers.services import find_computer
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import find_match
from games.matches.time.control import TimeControl
from tests.jobs.running import run_due


@pytest.fixture(autouse=True)
def _fixed_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal every match from a fixed seed."""
    seeds = (number.to_bytes(32, "big") for number in count(1))
    monkeypatch.setattr(Match._meta.get_field("seed"), "_get_default", lambda: next(seeds))


@pytest.fixture
def computer(db: None) -> User:
    """Return the weakest computer player."""
    return find_computer(1)


@pytest.fixture
def match(anna: User, computer: User) -> Match:
    """Return a match of Digifeud in which the computer moves first."""
    options = games()["digifeud"].options_type()
    return start_match(
        game_slug="digifeud",
        options=options,
        first=computer,
        second=anna,
        time_control=TimeControl.correspondence(days=3),
    )


def a_moment_later(match: Match) -> Match:
    """Return the match after the pause is over and its jobs have run."""
    with time_machine.travel(timezone.now() + PAUSE):
        run_due(COMPUTERS)
    return find_match(match.pk)
