"""Each index costs every move: columns that others begin with, or that few rows have, have none of their own."""

from __future__ import annotations

import pytest
from django.db import connection, models

from games.history.models import Participation, Record
from games.matches.models import Match, Move
from games.notifications.models import Notification
from games.ratings.models import Rating, RatingChange, Score

pytestmark = [pytest.mark.django_db, pytest.mark.sql]
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


def indexes_of(model: type[models.Model]) -> dict[str, tuple[list[str], bool]]:
    """Return the indexes of the model's table by name: their columns, and whether they make these unique."""
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, model._meta.db_table)
    return {name: (one["columns"], one["unique"]) for name, one in constraints.items() if one["index"]}


def plain_indexes_of(model: type[models.Model]) -> set[str]:
    """Return the names of the table's indexes which are no key and make nothing unique."""
    return {name for name, (_columns, unique) in indexes_of(model).items() if not unique}


def test_the_indexes_of_matches_and_moves() -> None:
    assert plain_indexes_of(Match) == OF_MATCHES
    assert plain_indexes_of(Move) == set()


def test_no_index_begins_another_one() -> None:
    for model in (Participation, Record, Notification, Rating, RatingChange, Score):
        columns = [columns for columns, _unique in indexes_of(model).values()]
        alone = {one[0] for one in columns if len(one) == 1}
        assert not alone & {one[0] for one in columns if len(one) > 1}, model


def test_django_can_read_every_table() -> None:
    """Migrations of later versions look for constraints in this way."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            assert connection.introspection.get_constraints(cursor, table), table
