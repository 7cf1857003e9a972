"""A wave of an arena writes all its pairings and matches with a number of queries that does not grow with them."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from core import clock
from games.events.formats import run
from games.events.models import Entry, Pairing
from games.matches.models import Match
from tests.events.cups import NOW, cup

BATCHES = 3  # further ones that SQLite splits inserts into


def queries_of_first_wave(count: int) -> int:
    """Return how many queries the first wave with this number of players takes, those of one key each left out."""
    event = cup("arena", live=True, lasts=timedelta(minutes=45))
    users = [User(username=f"w{count}-{number}", name_key=f"w{count}-{number}", seen_at=event.starts_at)
             for number in range(count)]  # fmt: skip
    players = User.objects.bulk_create(users)
    Entry.objects.bulk_create(Entry(event=event, player=player) for player in players)
    with time_machine.travel(event.starts_at, tick=False), CaptureQueriesContext(connection) as queries:
        run(event.pk, clock.now())
    assert Pairing.objects.filter(round__event=event).count() == count // 2
    assert Match.objects.filter(event_key=event.pk).count() == count // 2
    return len(queries)


@pytest.mark.django_db
def test_a_wave_of_60_takes_as_many_queries_as_one_of_20_but_for_batches() -> None:
    with time_machine.travel(NOW, tick=False):
        assert queries_of_first_wave(60) <= queries_of_first_wave(20) + BATCHES
