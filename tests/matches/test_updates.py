"""Conditional writes to a match: their columns are those of the model, with its types."""

from __future__ import annotations

from copy import copy
from datetime import datetime, timedelta
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

import pytest
from django.db import connection, models, transaction
from django.test.utils import CaptureQueriesContext

from games.matches.models import Deal, Match
from games.matches.play.updates import MatchColumns, update_if
from games.rules import Seat, Tallies

FIELDS: dict[object, type[models.Field[object, object]]] = {
    int: models.IntegerField,
    Seat: models.IntegerField,
    bool: models.BooleanField,
    str: models.CharField,
    datetime: models.DateTimeField,
    timedelta: models.DurationField,
    Match: models.ForeignKey,
    Deal: models.ForeignKey,
    Tallies: models.JSONField,
}
HINTS = get_type_hints(MatchColumns, localns={"Seat": Seat, "Tallies": Tallies})


@pytest.mark.parametrize("name", HINTS)
def test_a_column_has_the_type_of_its_field(name: str) -> None:
    hint, field = HINTS[name], Match._meta.get_field(name)
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    assert isinstance(field, models.Field)
    assert (NoneType in kinds) == field.null
    assert all(isinstance(field, FIELDS[kind]) for kind in kinds if kind is not NoneType)


def test_a_write_that_is_rolled_back_leaves_the_match_in_memory_as_it_was(match: Match) -> None:
    before = dict(vars(match))
    with transaction.atomic():
        after = update_if(match, expected={"ply": 0}, changes={"draw_offered_by": Seat.FIRST})
        transaction.set_rollback(True)
    assert after
    assert (after.draw_offered_by, after.version) == (Seat.FIRST, match.version + 1)
    assert {name: value for name, value in vars(match).items() if name != "_state"} == {
        name: value for name, value in before.items() if name != "_state"
    }
    assert Match.objects.get(pk=match.pk).version == match.version


def test_a_row_that_has_changed_is_left_as_it_is(match: Match) -> None:
    assert update_if(match, expected={"ply": 1}, changes={"draw_offered_by": Seat.FIRST}) is None
    assert Match.objects.get(pk=match.pk).draw_offered_by is None


def test_a_copy_of_a_match_shares_its_players_until_it_is_given_others(match: Match) -> None:
    columns = {name: value for name, value in vars(match).items() if name != "_state"}
    copied = copy(match)
    assert {name: value for name, value in vars(copied).items() if name != "_state"} == columns
    with CaptureQueriesContext(connection) as queries:
        assert (copied.first, copied.second, copied._state.adding) == (match.first, match.second, False)
    assert not queries.captured_queries

    copied.first = copied.second
    assert match.first != match.second
