"""All that the site stores of a pupil is deleted, of every model, by introspection; a teacher takes a file before.

A row of each model that hangs on an account by foreign keys, whatever their number, is made for a pupil; afterwards all
rows of all tables are read. So a new model is tested from its first day.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import count

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import models
from django.test import Client

from accounts.models import User
from core import clock
from games.classes import services
from games.matches.models import Deal
from tests.classes.test_bounds import EMMA, between

AnyModel = type[models.Model]
MARK = "zqz"
SECRET = b"a random value of a tablet"
VALUES: dict[str, object] = {
    "DateField": date(2030, 1, 1),
    "DurationField": timedelta(1),
    "BinaryField": b"",
}
# What no pupil has: the log of what staff have done, the account of a computer, and pairings of an event.
NOT_OF_PUPILS = {"social.ModerationAction", "computers.Computer", "events.Pairing"}
# Where the id of a deleted match stays: in the public log of commitments, a chain of hashes, and in what is due later.
KEEP_IDS = ("matches.Deal", "jobs.Job")


def hanging_on(hub: AnyModel) -> list[AnyModel]:
    """Return the models from which foreign keys lead to this one, nearest first; a key that may be emptied is none."""
    known: list[AnyModel] = [hub]
    for model in known:
        for one in model._meta.related_objects:
            is_tied = isinstance(one.field, models.ForeignKey) and one.on_delete is not models.SET_NULL
            if is_tied and one.related_model not in known:
                known.append(one.related_model)
    return known[1:]


class Life:
    """Rows of all models about one account; `given` are those that are there already."""

    def __init__(self, user: User, other: User, *given: models.Model) -> None:
        self.user, self.other = user, other
        self.given: dict[AnyModel, models.Model] = {type(one): one for one in (user, *given)}
        self.personal = hanging_on(User)
        self.numbers = count(1)

    def row(self, model: AnyModel) -> models.Model:
        """Return a row of this model, which hangs on the account; make it if there is none."""
        if model in self.given:
            return self.given[model]
        keys: dict[str, object] = {}
        for field in model._meta.concrete_fields:
            if isinstance(field, models.ForeignKey) and (not field.null or field.related_model in self.given):
                taken = field.related_model is User and self.user in keys.values()
                keys[field.name] = self.other if taken else self.row(field.related_model)
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
        if isinstance(field, models.AutoField):
            return None
        if field.choices:
            return field.choices[0][0]
        if field.name == "game_slug":
            return "digifeud"
        if isinstance(field, models.CharField | models.TextField):
            mark = MARK if field.model in self.personal else ""
            return f"{next(self.numbers)}{mark}"[: field.max_length]
        if field.has_default() or field.null:
            return field.get_default()
        if isinstance(field, models.DateTimeField):
            return clock.now() + timedelta(hours=next(self.numbers))  # what ends is later than what begins
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


def test_nothing_of_a_pupil_stays(anna: User) -> None:
    school_class = services.make(anna, "Fiveb", [EMMA, "Finnobert"], clock.now().date() + timedelta(days=9))
    emma, finn = services.pupils_of(school_class)
    match = between(emma.user, finn.user)
    life = Life(emma.user, finn.user, match, match.moves.get(ply=1), school_class, emma)
    made = [life.row(model) for model in hanging_on(User) if model._meta.label not in NOT_OF_PUPILS]
    assert len(made) > 50
    names = (MARK, EMMA, "Finnobert", "Fiveb", emma.user.username, finn.user.username)
    assert len(naming(*names)) > 30
    assert pointing(emma.user)
    Deal.objects.filter(pk=match.pk).update(
        server_value=SECRET, proposal=SECRET, first_value=SECRET, second_value=SECRET
    )
    services.delete(school_class)
    assert naming(*names) == set()
    assert {row for row in naming(match.pk, school_class.pk) if not row.startswith(KEEP_IDS)} == set()
    assert pointing(emma.user, finn.user) == set()
    deal = Deal.objects.get(pk=match.pk)
    assert not any((deal.server_value, deal.proposal, deal.first_value, deal.second_value))


def test_a_teacher_takes_the_file_of_a_pupil(anna: User, bob: User, signed_in: Callable[[User], Client]) -> None:
    school_class = services.make(anna, "Fiveb", [EMMA, "Finnobert"], clock.now().date() + timedelta(days=9))
    emma, finn = services.pupils_of(school_class)
    match = between(emma.user, finn.user)
    address = f"/classes/{school_class.pk}/pupils/{emma.pk}/data.json"
    text = signed_in(anna).get(address).getvalue().decode()
    data = json.loads(text)
    assert data["classes"][0]["pupils"][0]["name"] == EMMA
    assert match.pk in text
    assert "Fiveb" in text
    assert [signed_in(one).get(address).status_code for one in (bob, finn.user)] == [404, 403]
