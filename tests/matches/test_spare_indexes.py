"""Each index costs every move: columns that others begin with, or that few rows have, have none of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection, models

from accounts.indexes import indexes_of
from games.history.models import Participation, Record
from games.matches.models import Match, Move
from games.matches.play.services import find_match
from games.notifications.models import Notification
from games.ratings.models import Rating, RatingChange, Score
from tests.migrating import migrate, migrate_to_newest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sql]
BEFORE = [("matches", "0022_rating_rules_3"), ("history", "0007_left_early")]
OF_MATCHES = {
    "match_deadline",
    "match_of_deal",
    "match_of_first",
    "match_of_origin",
    "match_of_second",
    "match_running",
    "match_turn_of_first",
    "match_turn_of_second",
}


@pytest.fixture(autouse=True)
def _back_to_the_newest() -> Iterator[None]:
    yield
    migrate_to_newest()


def indexes(model: type[models.Model]) -> set[str]:
    """Return the names of the table's indexes which are no key and make nothing unique."""
    return {name for name, (_columns, unique) in indexes_of(connection, model._meta.db_table).items() if not unique}


def test_the_indexes_of_matches_and_moves() -> None:
    assert indexes(Match) == OF_MATCHES
    assert indexes(Move) == set()


def test_no_index_begins_another_one() -> None:
    for model in (Participation, Record, Notification, Rating, RatingChange, Score):
        columns = [columns for columns, _unique in indexes_of(connection, model._meta.db_table).values()]
        alone = {one[0] for one in columns if len(one) == 1}
        assert not alone & {one[0] for one in columns if len(one) > 1}, model


def test_a_match_is_kept_on_the_way_there_and_back(match: Match) -> None:
    migrate(BEFORE)
    assert indexes(Match) > OF_MATCHES - {"match_of_deal", "match_of_origin"}
    assert len(indexes(Move)) >= 1
    migrate_to_newest()
    assert indexes(Match) == OF_MATCHES
    assert find_match(match.pk).first_id == match.first_id
