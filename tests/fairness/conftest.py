"""Finished matches, with the same seeds in every run."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import pytest

from accounts.models import User
from games.catalogue import games
from games.fairness.services import count_waiting, enqueue_counts
from games.matches.models import Match, commitment_of
from games.matches.time.control import TimeControl
from tests.matches.conftest import match

__all__ = ["match"]

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def seed_of(number: int) -> bytes:
    """Return the seed of this number."""
    return hashlib.sha256(f"fair {number}".encode()).digest()


def over(slug: str, first: User, second: User, number: int, **more: object) -> Match:
    """Return an unsaved match that ended without a move."""
    seed = seed_of(number)
    terms = {
        "game_slug": slug,
        "option_data": games()[slug].options_type().data(),
        "time_control": TimeControl.correspondence(days=3),
    }
    times = {"started_at": NOON, "moved_at": NOON, "finished_at": NOON}
    ended = {"seed": seed, "commitment": commitment_of(seed), "ending": Match.Ending.RESIGNED, "winner": 1}
    return Match(first=first, second=second, **{**terms, **times, **ended, **more})


def store(matches: list[Match]) -> None:
    """Save the matches and enqueue their counts."""
    Match.objects.bulk_create(matches, batch_size=500)
    enqueue_counts(one.pk for one in matches)


def count_all() -> None:
    """Count all enqueued matches."""
    count_waiting()


@pytest.fixture
def hundred(anna: User, bob: User) -> list[Match]:
    """Return a hundred counted matches, of every game in turn."""
    slugs = sorted(games())
    matches = [over(slugs[number % len(slugs)], anna, bob, number) for number in range(100)]
    store(matches)
    count_all()
    return matches
