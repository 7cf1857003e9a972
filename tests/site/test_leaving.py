"""What an account, a class or a club has: each model with a relation to one is exported and goes, or says here why not.

The rows are made from the fields of the models, so that a new model is tried by itself.
"""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

import pytest
from allauth.idp.oidc.models import Client as App
from django.apps import apps
from django.db import models

from accounts.exports import written_export
from accounts.models import User
from accounts.services import delete_account
from accounts.sessions import Shared
from games.classes import services
from games.classes.models import Pupil, SchoolClass
from games.clubs.models import Club
from games.clubs.services import close

Model = type[models.Model]
NUMBERS = itertools.count(1000)
OTHERS = "is another player's decision or list"
STAFF = "is the log of what staff did"
NOT_EXPORTED = {
    "accounts.Block.of": OTHERS,
    "classes.Pupil.user": "is in the export of the teacher",
    "computers.Computer.user": "is no person",
    "fairplay.Suspicion.player": "is a note of staff",
    "history.Participation.opponent": OTHERS,
    "notifications.Delivery.user": "is a copy of a notification, which is exported",
    "notifications.Notification.other": "is exported by the one who was told",
    "social.Favourite.of": OTHERS,
    "social.Mute.of": OTHERS,
    "social.Report.about": OTHERS,
}
ANONYMOUS = "stays for the others, as that of a player without a name"
KEPT = {
    "accounts.GuestKey.guest": "lives for a moment",
    "admin.LogEntry.user": STAFF,
    "allauth_idp_oidc.Client.owner": "is an app that staff register",
    "clubs.Line.author": "stays without its text until no report needs it",
    "computers.Computer.user": "is no person",
    "events.Event.creator": ANONYMOUS,
    "events.Series.creator": ANONYMOUS,
    "history.Participation.player": ANONYMOUS,
    "history.Participation.opponent": ANONYMOUS,
    "history.Record.player": ANONYMOUS,
    "lobby.Offer.challenger": "stays withdrawn",
    "lobby.Offer.opponent": "stays withdrawn",
    "lobby.Standing.first": "stays stopped",
    "lobby.Standing.second": "stays stopped",
    "matches.Match.first": ANONYMOUS,
    "matches.Match.second": ANONYMOUS,
    "notifications.Delivery.user": "goes with its notification",
    "notifications.Notification.other": ANONYMOUS,
    "ratings.Rating.player": ANONYMOUS,
    "ratings.Score.player": ANONYMOUS,
    "social.Comment.author": "stays without its text, as a reader knows that something was said",
    "social.Message.author": "stays without its text, as the numbers of lines count",
    "social.ModerationAction.by": STAFF,
    "social.ModerationAction.whom": STAFF,
    "social.Report.about": STAFF,
    "social.Report.by": STAFF,
}
KEPT_OF_PUPILS = {label for label, why in KEPT.items() if why == STAFF} | {"computers.Computer.user"}
KEPT_OF_CLUBS = {
    "events.Entry.club": "is public, as the results of a league are",
    "events.Event.club": "is cancelled, or played to its end",
    "events.Event.rival": "is cancelled, or played to its end",
    "events.Series.club": "is stopped",
    "lobby.Offer.club": "stays withdrawn",
}


def relations(*to: Model) -> list[tuple[str, Model, str]]:
    """Return the columns that refer to one of these models; a relation of many to many has a table of its own."""
    return [
        (f"{model._meta.label}.{field.name}", model, field.name)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if field.related_model in to and not model._meta.proxy
    ]


def made(model: Model, **given: object) -> models.Model:
    """Return a row of a model, made from its fields, with the rows that it refers to."""
    values = dict(given)
    for field in model._meta.concrete_fields:
        is_free = field.null or field.has_default() or isinstance(field, models.AutoField)
        if field.name not in values and not is_free:
            values[field.name] = value_of(field)
    return model._base_manager.create(**values)


def value_of(field: models.Field[object, object]) -> object:
    """Return a value for a field that has to have one."""
    number = next(NUMBERS)
    if field.related_model:
        return someone() if field.related_model is User else made(field.related_model)
    if field.choices:
        return next(iter(field.flatchoices))[0]
    by_kind = {
        models.DateTimeField: datetime.now(UTC),
        models.DateField: datetime.now(UTC).date(),
        models.BooleanField: False,
        models.JSONField: {},
        models.BinaryField: b"x",
        models.DurationField: timedelta(1),
        models.IntegerField: number,
        models.FloatField: 1.0,
    }
    return next((value for kind, value in by_kind.items() if isinstance(field, kind)), f"k{number:07}")


def someone() -> User:
    return User.objects.create_user(f"someone{next(NUMBERS)}")


def given_for(label: str, earlier: User | None = None) -> dict[str, object]:
    """Return what no field says: values that only code knows, and the first of two players in the order of keys."""
    values: dict[str, dict[str, object]] = {
        "accounts.SeenPlace.user": {"kind": Shared.BROWSER},
        "allauth_idp_oidc.Token.user": {"client": made(App)},
        "lobby.Standing.second": {"first": earlier},
        "lobby.Offer.club": {"kind": "club"},
    }
    return values.get(label, {})


@pytest.mark.django_db
def test_what_refers_to_an_account_is_exported_and_goes() -> None:
    earlier, anna = someone(), someone()
    exports = ["".join(written_export(anna))]
    columns = relations(User)
    for label, model, name in columns:
        made(model, **{name: anna}, **given_for(label, earlier))
        exports.append("".join(written_export(anna)))
    exported = {
        label
        for (label, *_), (before, after) in zip(columns, itertools.pairwise(exports), strict=True)
        if after != before
    }
    assert exported == {label for label, *_ in columns} - NOT_EXPORTED.keys()
    delete_account(anna)
    kept = {label for label, model, name in columns if model._base_manager.filter(**{name: anna.pk}).exists()}
    assert kept == KEPT.keys() & {label for label, *_ in columns}
    assert "someone" not in anna.username


@pytest.mark.django_db
def test_nothing_of_a_pupil_and_a_class_stays() -> None:
    earlier = someone()
    one = services.make(earlier, "5b", ["Emma"], datetime.now(UTC).date() + timedelta(9))
    pupil = services.pupils_of(one)[0]
    owners: dict[object, models.Model] = {User: pupil.user, Pupil: pupil, SchoolClass: one}
    columns = [
        (label, model, name, owners[model._meta.get_field(name).related_model])
        for label, model, name in relations(User, Pupil, SchoolClass)
        if label not in KEPT_OF_PUPILS and not label.startswith("classes.SchoolClass.")
    ]
    keys = {id(owner): owner.pk for owner in owners.values()}
    for label, model, name, owner in columns:
        if label != "classes.Pupil.user":
            made(model, **{name: owner}, **given_for(label, earlier))
        assert model._base_manager.filter(**{name: owner.pk}).exists(), label
    services.delete(one)
    kept = {label for label, model, name, owner in columns if model._base_manager.filter(**{name: keys[id(owner)]})}
    assert kept == set()
    assert not User.objects.filter(pk=keys[id(pupil.user)]).exists()


@pytest.mark.django_db
def test_what_refers_to_a_club_goes_with_it() -> None:
    for label, model, name in relations(Club):
        club = made(Club)
        assert isinstance(club, Club)
        made(model, **{name: club}, **given_for(label))
        close(club, None)
        assert model._base_manager.filter(**{name: club.pk}).exists() == (label in KEPT_OF_CLUBS), label
