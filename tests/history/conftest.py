"""Matches between anna and bob: a played one, and many finished ones without moves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from games.history.services import enqueue_scans, save_participations
from games.matches.models import Match, commitment_of
from games.matches.time.control import TimeControl
from tests.matches.conftest import match

__all__ = ["match"]

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
WON_BY = (1, 2, None)


def many(first: User, seconds: Sequence[User], number: int, **more: object) -> list[Match]:
    """Return this many finished matches without moves, an hour apart; first wins, second wins, draws in turn."""
    matches = [_finished(place, first, seconds[place % len(seconds)], **more) for place in range(number)]
    Match.objects.bulk_create(matches, batch_size=500)
    save_participations(matches)
    enqueue_scans(match.pk for match in matches)
    return matches


def _finished(place: int, first: User, second: User, **more: object) -> Match:
    at = NOON + timedelta(hours=place)
    seed = place.to_bytes(32, "big")
    terms = {
        "game_slug": ("digifeud", "sudoku")[place % 2],
        "time_control": TimeControl.correspondence(days=3)
        if place % 4 < 2
        else TimeControl.live(minutes=5, increment=5),
        "rated": place % 5 == 0,
        "winner": WON_BY[place % 3],
        "ending": Match.Ending.PLAYED,
    }
    times = {"started_at": at - timedelta(hours=2), "moved_at": at, "finished_at": at}
    return Match(first=first, second=second, seed=seed, commitment=commitment_of(seed), **{**terms, **times, **more})


@pytest.fixture
def three(anna: User, bob: User, carl: User) -> tuple[User, User, User]:
    """Return anna, bob and carl."""
    return anna, bob, carl
