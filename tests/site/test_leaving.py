"""What an account, a class or a club has: each model with a relation to one is exported and goes, or says here why not.

The rows are made from the fields of the models, so that a new model is tried by itself.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from allauth.idp.oidc.models import Client as App
from django.apps import apps
from django.db import models

from accounts.models import User
from accounts.services import delete_account
from accounts.sessions import Shared
from games.classes import services
from games.classes.models import Pupil, SchoolClass
from games.clubs.models import Club
from games.clubs.services import close
from tests.alike import one, someone
from tests.exports import given_by_app

Model = type[models.Model]
LATER = timedelta(9)
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


def stored(row: models.Model) -> dict[str, object] | None:
    """Return what is stored of a row."""
    return type(row)._base_manager.filter(pk=row.pk).values().first()


def given_for(label: str, earlier: User | None = None) -> dict[str, object]:
    """Return what no field says: values that only code knows, and the first of two players in the order of keys."""
    values: dict[str, dict[str, object]] = {
        "accounts.SeenPlace.user": {"kind": Shared.BROWSER},
        "allauth_idp_oidc.Token.user": {"client": one(App)},
        "lobby.Standing.second": {"first": earlier},
        "lobby.Offer.club": {"kind": "club"},
    }
    return values.get(label, {})


@pytest.mark.django_db
def test_what_refers_to_an_account_is_exported_and_goes() -> None:
    earlier, anna, carl = someone(), someone(), someone()
    columns = relations(User)
    others = [one(model, **{name: carl}, **given_for(label, earlier)) for label, model, name in columns]
    exported = set[str]()
    for label, model, name in columns:
        before = given_by_app(anna, model)  # tests/accounts/test_everything.py looks at the whole file
        one(model, **{name: anna}, **given_for(label, earlier))
        if given_by_app(anna, model) != before:
            exported.add(label)
    assert exported == {label for label, *_ in columns} - NOT_EXPORTED.keys()
    of_others = [stored(row) for row in others]
    delete_account(anna)
    assert [stored(row) for row in others] == of_others
    kept = {label for label, model, name in columns if model._base_manager.filter(**{name: anna.pk}).exists()}
    assert kept == KEPT.keys() & {label for label, *_ in columns}
    assert "someone" not in anna.username


@pytest.mark.django_db
def test_nothing_of_a_pupil_and_a_class_stays() -> None:
    earlier = someone()
    classes = [services.make(earlier, "5b", ["Emma"], datetime.now(UTC).date() + LATER) for _number in range(2)]
    pupils = [services.pupils_of(school_class)[0] for school_class in classes]
    owners: list[dict[object, models.Model]] = [
        {User: pupil.user, Pupil: pupil, SchoolClass: pupil.school_class} for pupil in pupils
    ]
    columns = [
        (label, model, name, model._meta.get_field(name).related_model)
        for label, model, name in relations(User, Pupil, SchoolClass)
        if label not in KEPT_OF_PUPILS and not label.startswith("classes.SchoolClass.")
    ]
    rows: dict[str, list[models.Model]] = {}
    for label, model, name, kind in columns:
        rows[label] = [*pupils]
        if label != "classes.Pupil.user":
            rows[label] = [one(model, **{name: own[kind]}, **given_for(label, earlier)) for own in owners]
    keys = {id(owner): owner.pk for owner in owners[0].values()}
    others = {label: stored(of_both[1]) for label, of_both in rows.items()}
    services.delete(classes[0])
    kept = {
        label for label, model, name, kind in columns if model._base_manager.filter(**{name: keys[id(owners[0][kind])]})
    }
    assert kept == set()
    assert {label: stored(of_both[1]) for label, of_both in rows.items()} == others
    assert Pupil.objects.filter(pk=pupils[1].pk, user__is_active=True).exists()
    assert not User.objects.filter(pk=keys[id(pupils[0].user)]).exists()


@pytest.mark.django_db
def test_what_refers_to_a_club_goes_with_it() -> None:
    for label, model, name in relations(Club):
        club, another = one(Club), one(Club)
        row = one(model, **{name: club}, **given_for(label))
        beside = one(model, **{name: another}, **given_for(label))
        before = stored(beside)
        close(club, None)
        assert model._base_manager.filter(pk=row.pk, **{name: club.pk}).exists() == (label in KEPT_OF_CLUBS), label
        assert stored(beside) == before, label
