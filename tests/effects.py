"""What an action writes, announces and mails, as lines of plain text, so that one comparison sees all of it.

`+` is a row that came, `~` one that changed, with the columns that did, and `-` one that went. Rows are named by their
model and a number, players by their names; what is drawn by chance is an ellipsis. `told` is what was published to
which topics, in no order. For SQLite, whose rows have a number in the order in which they came.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from django.apps import apps
from django.core import mail
from django.db import connection, models

from accounts.models import User
from tests.conftest import Published

ELSEWHERE = {"sessions", "contenttypes", "usersessions"}  # apps whose rows say nothing of the site
BY_CHANCE = re.compile(r"\b(?=\w*[0-9])(?=\w*[A-Za-z])\w{10,}\b")
WORDS = re.compile(r"\w+")
EMPTY = (None, "", 0, "[]", "{}")


class Row(NamedTuple):
    """A row of a table, and its columns as the database holds them."""

    model: type[models.Model]
    key: object
    columns: dict[str, object]


Rows = dict[tuple[str, object], Row]


def rows() -> Rows:
    """Return the rows of all tables, in the order in which they came."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            meta = model._meta
            if meta.app_label in ELSEWHERE or meta.proxy or not meta.managed:
                continue
            cursor.execute(f'SELECT * FROM "{meta.db_table}" ORDER BY rowid')  # noqa: S608  # a name of ours
            names = [column[0] for column in cursor.description or ()]
            for values in cursor.fetchall():
                columns = dict(zip(names, values, strict=True))
                key = columns.pop(meta.pk.column)
                found[meta.label, key] = Row(model, key, columns)
    return found


def is_by_chance(field: models.Field[object, object]) -> bool:
    """Return whether a value of this column is drawn, such as a key."""
    return field.has_default() and callable(field.default)


class Ledger:
    """What has changed since it was opened, or since `begin`; rows keep the names that they got first."""

    def __init__(self, published: list[Published]) -> None:
        self.published = published
        self.names: dict[tuple[str, object], str] = {}
        self.words: dict[str, str] = {}  # keys drawn by chance, and the names of their rows
        self.counts: dict[str, int] = {}
        self.begin()

    def begin(self) -> None:
        """Note how all is now."""
        self.before = rows()
        self._name(self.before)
        self.published.clear()
        mail.outbox.clear()

    def changes(self) -> list[str]:
        """Return what has changed since the beginning, and take up the rows that came."""
        now = rows()
        self._name(now)
        told = (f"told: {json.dumps(one.event, default=str)} → {', '.join(one.topics)}" for one in self.published)
        mails = (f"mail: {one.subject} → {', '.join(one.to)}" for one in mail.outbox)
        return [*map(self.named, self._written(now)), *sorted(map(self.named, told)), *map(self.named, mails)]

    def _written(self, now: Rows) -> Iterator[str]:
        for key, row in now.items():
            before = self.before.get(key)
            changed = {name: value for name, value in row.columns.items() if before and before.columns[name] != value}
            if before is None:
                yield f"+ {self._line(row, row.columns, is_new=True)}"
            elif changed:
                yield f"~ {self._line(row, changed)}"
        yield from (f"- {self.names[key]}" for key in self.before if key not in now)

    def _line(self, row: Row, columns: dict[str, object], *, is_new: bool = False) -> str:
        """Return the row with these columns; of a new one only those that say something."""
        told = []
        for field in row.model._meta.concrete_fields:
            column = field.column or ""
            value = columns.get(column)
            if column not in columns or (is_new and (value in EMPTY or value == field.default)):
                continue
            target = field.related_model
            label = target._meta.label if isinstance(target, type) else ""
            is_drawn = isinstance(value, bytes) or (isinstance(field, models.CharField) and is_by_chance(field))
            is_drawn |= BY_CHANCE.fullmatch(f"{value}") is not None and value not in self.words
            if not (is_new and is_drawn):
                told.append(f"{field.name} {self.names.get((label, value), '…' if is_drawn else value)}")
        return f"{self.names[row.model._meta.label, row.key]}: {' · '.join(told)}"

    def _name(self, now: Rows) -> None:
        for (label, key), row in now.items():
            if (label, key) in self.names:
                continue
            kind = label.rpartition(".")[2]
            self.counts[label] = self.counts.get(label, 0) + 1
            name = f"{row.columns['username']}" if row.model is User else f"{kind} {self.counts[label]}"
            self.names[label, key] = name
            if is_by_chance(row.model._meta.pk):
                self.words[f"{key}"] = name.replace(" ", "")

    def named(self, line: str) -> str:
        """Return a line with the names of rows for their keys."""
        return BY_CHANCE.sub("…", WORDS.sub(lambda word: self.words.get(word[0], word[0]), line))

    def forget(self) -> None:
        """Forget the names of rows that came since the beginning and were taken back."""
        for label, key in [one for one in self.names if one not in self.before]:
            del self.names[label, key]
            self.counts[label] -= 1
            self.words.pop(f"{key}", None)
