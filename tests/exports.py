"""The export of a user's data as plain data, for tests."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.exports import parts_of
from accounts.models import User


def export_of(user: User) -> dict[str, object]:
    """Return all parts of the export by name."""
    return {name: plain(data) for name, data in parts_of(user)}


def plain(value: object) -> object:
    """Return plain data with a list in place of each iterator."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    return list(value) if isinstance(value, Iterator) else value
