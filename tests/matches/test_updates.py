"""Conditional writes to a match: their columns are those of the model, with its types."""

from __future__ import annotations

from datetime import datetime, timedelta
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

import pytest
from django.db import models

from games.matches.models import Deal, Match
from games.matches.updates import MatchColumns
from games.rules import Seat

FIELDS: dict[type, type[models.Field[object, object]]] = {
    int: models.IntegerField,
    Seat: models.IntegerField,
    bool: models.BooleanField,
    str: models.CharField,
    datetime: models.DateTimeField,
    timedelta: models.DurationField,
    Match: models.ForeignKey,
    Deal: models.ForeignKey,
}
HINTS = get_type_hints(MatchColumns, localns={"Seat": Seat})


@pytest.mark.parametrize("name", HINTS)
def test_a_column_has_the_type_of_its_field(name: str) -> None:
    hint, field = HINTS[name], Match._meta.get_field(name)
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    assert isinstance(field, models.Field)
    assert (NoneType in kinds) == field.null
    assert all(isinstance(field, FIELDS[kind]) for kind in kinds if kind is not NoneType)
