"""A match between anna and bob, and no picture from another test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import caches

from accounts.models import User
from games.catalogue import games
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.time.control import TimeControl


@pytest.fixture(autouse=True)
def _no_pictures() -> Iterator[None]:
    yield
    caches["pictures"].clear()


@pytest.fixture
def match(anna: User, bob: User) -> Match:
    """Return a match that anna begins against bob."""
    options = games()["digifeud"].options_type()
    return start_match(
        game_slug="digifeud", options=options, first=anna, second=bob, time_control=TimeControl.correspondence(days=3)
    )
