"""The export of a user's data as plain data, for tests."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import models

from accounts.exports import parts_of
from accounts.hooks import personal_data
from accounts.models import User
from core.web import written


def export_of(user: User) -> dict[str, object]:
    """Return all parts of the export by name."""
    return {name: plain(data) for name, data in parts_of(user)}


def given_by_app(user: User, model: type[models.Model]) -> list[str]:
    """Return what the app of a model gives to the file of an account, as it is written there.

    Of an app that gives nothing it is the part about the account itself, which tells of sign-ins and the like.
    """
    app = model._meta.app_label
    given = [part.data_of(user) for part in personal_data if app in part.data_of.__module__.split(".")]
    return ["".join(written(data)) for data in given or [next(parts_of(user))[1]]]


def plain(value: object) -> object:
    """Return plain data with a list in place of each iterator."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    return list(value) if isinstance(value, Iterator) else value
