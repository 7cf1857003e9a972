"""Indexes and constraints bear the names of their models."""

from __future__ import annotations

from django.apps import apps
from django.db.models import Model

OURS = ("accounts.", "games.")
RETIRED = {"part", "leave", "notice", "act", "ladder", "rest"}


def names_of(model: type[Model]) -> set[str]:
    """Return the names of the indexes and constraints that the model declares."""
    return {one.name for one in (*model._meta.indexes, *model._meta.constraints)}


def test_no_name_has_a_retired_word() -> None:
    models = [model for model in apps.get_models() if model.__module__.startswith(OURS)]
    names = set().union(*map(names_of, models))
    assert len(names) > 20
    assert not {name for name in names if RETIRED & {*name.split("_")}}
