"""The day of the tests, its deals, and tries of them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from accounts.models import User
from games.computers.jobs import COMPUTERS, PAUSE
from games.daily.models import DailyDeal
from games.daily.services import begin, make_deals
from games.matches.models import Match
from games.matches.play.services import find_match, play_move, resign
from tests.jobs.running import run_due
from tests.matches.conftest import legal_move

FRIDAY = datetime(2026, 11, 27, 12, tzinfo=UTC)


@pytest.fixture
def deal(db: None) -> DailyDeal:
    """Return the deal of FRIDAY in Digifeud."""
    with time_machine.travel(FRIDAY, tick=False):
        make_deals()
    return DailyDeal.objects.get(game_slug="digifeud", day=FRIDAY.date())


def moved(match: Match, plies: int = 1) -> Match:
    """Return the match after so many moves of its player, each with the computer's answer."""
    for _move in range(plies):
        match = find_match(match.pk)
        play_move(match.pk, match.first, match.ply + 1, legal_move(match))
        run_due(COMPUTERS, now=datetime.now(UTC) + PAUSE)
    return find_match(match.pk)


def given_up(player: User, slug: str = "digifeud") -> Match:
    """Return the player's try of today's deal, resigned after its first moves."""
    return resign(moved(begin(player, slug)).pk, player)
