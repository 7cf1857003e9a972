"""The migration to deals: matches of a live site keep their seeds, and their commitments get lines in the log."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from games.fairness.commitment_log import faults, lines, number_lines
from games.matches.models import Deal, Match, commitment_of
from games.matches.play.deals import unmixed_deal
from games.matches.play.services import find_match
from tests.migrating import migrate, migrate_to_newest

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("matches", "0018_courtesies"), ("lobby", "0005_time_control")]
BEGAN = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _back_to_the_newest() -> Iterator[None]:
    yield
    migrate_to_newest()


def test_running_and_finished_matches_go_on_as_they_are() -> None:
    old = migrate(BEFORE)
    matches, offers = old.get_model("matches", "Match"), old.get_model("lobby", "Offer")
    anna, bob = (User.objects.create_user(name) for name in ("anna", "bob"))
    for number in range(3):
        seed, at = bytes([number]) * 32, BEGAN + timedelta(days=number)
        matches.objects.create(
            id=f"old{number:07}",
            game_slug="summy",
            first_id=anna.pk,
            second_id=bob.pk,
            seed=seed,
            commitment=commitment_of(seed),
            pace=timedelta(days=3),
            started_at=at,
            moved_at=at,
            finished_at=at if number == 2 else None,
            ending="resigned" if number == 2 else "",
        )
    offers.objects.create(id="anoffer", game_slug="summy", challenger_id=anna.pk, pace=timedelta(days=3))
    migrate_to_newest()
    for number in range(3):
        match = find_match(f"old{number:07}")
        assert bytes(match.seed) == bytes([number]) * 32
        assert (match.mixed_by, Deal.objects.get(pk=match.pk).version) == (0, Deal.ALONE)
    while number_lines():
        pass
    assert [line.split(" ")[1] for line in "".join(lines()).splitlines()] == [
        commitment_of(bytes([number]) * 32) for number in range(3)
    ]
    assert faults() == []
    assert Match.objects.count() == 3
    assert unmixed_deal("old0000000", "").version == Deal.ALONE
