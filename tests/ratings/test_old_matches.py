"""A database from before score and rating were separate: its matches stay as they were counted."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.migrations.state import StateApps

from accounts.models import User
from games.matches.models import Match
from games.matches.services import resign
from games.ratings.models import Rating, RatingChange
from tests.migrating import migrate, migrate_to_newest
from tests.ratings.conftest import NOON, check, ended, opened, rating_of, score_of, stored

OLD = [("matches", "0007_origin"), ("ratings", "0001_initial")]


@pytest.mark.slow
@pytest.mark.usefixtures("newest_tables_after")
@pytest.mark.django_db(transaction=True)
def test_old_matches_stay_as_they_were_counted(anna: User, bob: User) -> None:
    ended(anna, bob, 1, NOON, (30, 10), slug="digifeud")
    given_up = stored(anna, bob, 2, NOON + timedelta(days=1), (1, 95), slug="digifeud")
    Match.objects.filter(pk=given_up.pk).update(ending="resigned", counts=False, scores=False)
    ended(anna, bob, None, NOON + timedelta(days=2), (50, 50), slug="digifeud")
    ended(bob, anna, 1, NOON, (30, 10), slug="sudoku")
    running = opened(anna, bob, "digifeud")
    kept = list(Rating.objects.order_by("pk").values())

    old = migrate(OLD)
    _score_as_then(old, anna.pk, {"digifeud": [10, 3], "sudoku": [2]})
    _score_as_then(old, bob.pk, {"digifeud": [2, 4], "sudoku": [10]})
    migrate_to_newest()

    check()
    assert list(Rating.objects.order_by("pk").values()) == kept
    assert (score_of(anna), score_of(bob), score_of(anna, "sudoku")) == (13, 6, None)
    assert not RatingChange.objects.filter(match=given_up).exists()
    resign(running.pk, bob)  # it ends after the migration, so it counts for the rating
    assert (rating_of(anna, "digifeud").matches, score_of(anna)) == (3, 13)
    check()


def _score_as_then(old: StateApps, player: int, scores: dict[str, list[int]]) -> None:
    """Write scores as the code of that time did: in every game, for each match and in total."""
    for slug, each in scores.items():
        rating = old.get_model("ratings", "Rating").objects.get(player=player, ladder__game_slug=slug)
        rating.score = sum(each)
        rating.save()
        changes = old.get_model("ratings", "Change").objects.filter(rating=rating).order_by("at")
        for change, score in zip(changes, each, strict=True):
            change.score = score
            change.save()
