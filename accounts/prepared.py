"""Prepared queries: compiled once, for what background work asks the database every second.

For a query that finds nothing, building it and compiling it with the ORM takes several times as long as running it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

from accounts import sitetime

NOW = datetime(2000, 2, 29, 12, 34, 56, 789012, UTC)  # stands for the time of the call in what is compiled


M = TypeVar("M", bound=Model)
R = TypeVar("R")


class PreparedQuery(Generic[M, R]):
    """A query that tells whether at least some number of rows match, compiled once for each kind of database.

    `found(now)` returns the queryset. It is called once for each kind of database and must therefore depend on nothing
    but `now`, and compare with `now` itself, not with a time before or after it.
    """

    def __init__(self, found: Callable[[datetime], QuerySet[M, R]], at_least: int = 1) -> None:
        """Prepare to ask for `at_least` rows of `found`; nothing is compiled before the first call of `matches`.

        A row may count several times if the query joins a to-many relation.
        """
        self.found = found
        self._at_least = at_least
        self._compiled: dict[str, tuple[str, tuple[Any, ...]]] = {}  # values of any type that a database takes

    def matches(self, now: datetime | None = None) -> bool:
        """Return whether at least that many rows match at this time; by default at the site's."""
        if connection.vendor not in self._compiled:
            rows = self.found(NOW).order_by().values_list("pk")[: self._at_least]
            self._compiled[connection.vendor] = rows.query.sql_with_params()
        sql, values = self._compiled[connection.vendor]
        adapt = connection.ops.adapt_datetimefield_value
        placeholder, moment = adapt(NOW), adapt(now or sitetime.now())
        with connection.cursor() as cursor:
            cursor.execute(sql, [moment if value == placeholder else value for value in values])
            return len(cursor.fetchall()) == self._at_least
