"""Rows of all models that hang on an account, a class or a club, made from their fields, for tests of what is stored.

So a new model is tested from its first day.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from itertools import count

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import models

from accounts.exports import written_export
from accounts.models import User
from core import clock
from tests.exports import given_by_app

AnyModel = type[models.Model]
MARK = "zqz"
NUMBERS = count(1)  # lives may stand side by side
VALUES: dict[str, object] = {
    "DateField": date(2030, 1, 1),
    "DurationField": timedelta(1),
    "BinaryField": b"",
}


def keys_of(model: AnyModel) -> list[models.ForeignKey[models.Model, models.Model]]:
    """Return the foreign keys of a model that may not be emptied when the other row goes."""
    keys = [one for one in model._meta.concrete_fields if isinstance(one, models.ForeignKey)]
    return [one for one in keys if one.remote_field.on_delete is not models.SET_NULL]


def hanging_on(hub: AnyModel) -> list[AnyModel]:
    """Return the models from which foreign keys lead to this one, nearest first; a key that may be emptied is none."""
    known: list[AnyModel] = [hub]
    rest = [model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]
    for model in known:
        known += [one for one in rest if one not in known and any(key.related_model is model for key in keys_of(one))]
    return known[1:]


class Life:
    """Rows of all models about one account, and what else is `given`; `values` are of fields, by `model.field`."""

    def __init__(
        self, user: User, other: User, *given: models.Model, values: Mapping[str, object] | None = None
    ) -> None:
        self.user, self.other, self.values = user, other, values or {}
        self.given: dict[AnyModel, models.Model] = {type(one): one for one in (user, *given)}
        self.personal = {model for one in self.given for model in hanging_on(one)}

    def keys(self, model: AnyModel) -> dict[str, object]:
        """Return the rows to which a row of this model refers; make those that are not there."""
        keys: dict[str, object] = {}
        for field in model._meta.concrete_fields:
            if isinstance(field, models.ForeignKey) and (not field.null or field.related_model in self.given):
                taken = any(field.related_model is type(one) for one in keys.values())
                if not taken:
                    keys[field.name] = self.row(field.related_model)
                elif field.related_model is User:
                    keys[field.name] = self.other
        return keys

    def not_in(self, owner: User, hanging: Iterable[AnyModel]) -> set[str]:
        """Make a row of each of these models that has none; return the names of those not in the file of an account.

        A row is in what its own app gives to the file. All of the file would be written again for each of them.
        """
        missing = set()
        for model in hanging:
            if model not in self.given:
                self.keys(model)
                before = given_by_app(owner, model)
                self.row(model)
                if given_by_app(owner, model) == before:
                    missing.add(model._meta.label)
        file = "".join(written_export(owner))
        for model in {model._meta.app_label: model for model in self.given}.values():
            assert all(part in file for part in given_by_app(owner, model)), model
        return missing

    def row(self, model: AnyModel) -> models.Model:
        """Return a row of this model, which hangs on the account; make it if there is none."""
        if model in self.given:
            return self.given[model]
        keys = self.keys(model)
        singles = {one.name: keys[one.name] for one in model._meta.concrete_fields if one.unique and one.name in keys}
        found = model._base_manager.filter(**singles).first() if singles else None
        if found is None:
            found = model(
                **keys, **{one.name: self.value(one) for one in model._meta.concrete_fields if not one.is_relation}
            )
            found.save(force_insert=True)
        self.given[model] = found
        return found

    def value(self, field: models.Field[object, object]) -> object:
        """Return a value of a plain field: a text that is found again, wherever one fits."""
        if str(field) in self.values:
            return self.values[str(field)]
        if isinstance(field, models.AutoField):
            return None
        if field.choices:
            return field.choices[0][0]
        if field.name == "game_slug":
            return "digifeud"
        if isinstance(field, models.CharField | models.TextField):
            mark = MARK if field.model in self.personal else ""
            return f"{next(NUMBERS)}{mark}"[: field.max_length]
        if field.has_default() or field.null:
            return field.get_default()
        if isinstance(field, models.DateTimeField):
            return clock.now() + timedelta(hours=next(NUMBERS))  # what ends is later than what begins
        return VALUES.get(field.get_internal_type(), 1)


def everything() -> Iterator[tuple[str, str]]:
    """Yield each row of each table as text, with the name of its model."""
    for model in apps.get_models(include_auto_created=True):
        for row in model._base_manager.values():
            yield model._meta.label, str(row)
    for session in Session.objects.all():
        yield "sessions.Session", str(session.get_decoded())


def naming(*words: str) -> set[str]:
    """Return the rows of all tables in which one of these words is."""
    return {f"{label}: {text}" for label, text in everything() if any(word in text for word in words)}


def pointing(*users: User) -> set[str]:
    """Return the foreign keys that lead to one of these accounts."""
    return {
        str(field)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if isinstance(field, models.ForeignKey) and field.related_model is User
        if model._base_manager.filter(**{f"{field.name}__in": [one.pk for one in users]}).exists()
    }
