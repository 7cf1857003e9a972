"""Objects by their keys, with SQL that is compiled once: for what every move, preview and socket reads.

Building and compiling a small query with the ORM takes several times as long as running it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Expression, Model, QuerySet
from django.db.models.query import get_related_populators

STAND_IN = 1_987_654_321  # compiled in place of the key, which each call fills in

M = TypeVar("M", bound=Model)


# `Any` in this module: a column holds values of any type, and Django types neither them nor its compilers.
@dataclass(frozen=True)
class _Compiled(Generic[M]):
    """A compiled query, and how the ORM would make objects of its rows."""

    sql: str
    values: tuple[Any, ...]  # the parameters, with the stand-in for the key
    place: int  # of the key among them
    select: Sequence[Any]  # the columns, as the compiler has them
    klass_info: Any  # the compiler's description of the model and its relations

    @cached_property
    def to_convert(self) -> list[tuple[int, Expression]]:
        """The columns whose values the backend or their field converts, each with its place."""
        return [(place, column) for place, (column, _sql, _alias) in enumerate(self.select) if _converters_of(column)]

    @cached_property
    def make(self) -> Callable[[Sequence[Any]], M]:
        """A function that builds an object from a row, with its `select_related` ones."""
        fields, alias = self.klass_info["select_fields"], connection.alias
        start, end = fields[0], fields[-1] + 1
        names = [column.target.attname for column, _sql, _alias in self.select[start:end]]
        related = get_related_populators(self.klass_info, self.select, alias)  # type: ignore[call-arg]  # as in Django 5
        model: type[M] = self.klass_info["model"]

        def make(row: Sequence[Any]) -> M:
            instance = model.from_db(alias, names, row[start:end])
            for populator in related:
                populator.populate(row, instance)
            return instance

        return make


class PreparedGet(Generic[M]):
    """Return the object with a primary key, or None, by a query that is compiled at the first call."""

    def __init__(self, rows: Callable[[], QuerySet[M]]) -> None:
        """Store the function that returns the queryset in which objects are looked for."""
        self._rows = rows
        self._compiled: dict[str, _Compiled[M]] = {}  # by the kind of database

    def __call__(self, pk: int | str) -> M | None:
        """Return the object, or None."""
        query = self._compiled.get(connection.vendor) or self._compile()
        values = [*query.values[: query.place], pk, *query.values[query.place + 1 :]]
        with connection.cursor() as cursor:
            cursor.execute(query.sql, values)
            row = cursor.fetchone()
        if row is None:
            return None
        converted = list(row)
        for place, column in query.to_convert:
            # The converters belong to the connection of this thread, so they are not kept.
            for convert in _converters_of(column):
                converted[place] = convert(converted[place], column, connection)
        return query.make(converted)

    def _compile(self) -> _Compiled[M]:
        rows = self._rows()
        stand_in = rows.model._meta.pk.to_python(STAND_IN)
        compiler = rows.filter(pk=stand_in).query.get_compiler(connection=connection)
        sql, values = compiler.as_sql()
        query = _Compiled[M](sql, tuple(values), values.index(stand_in), tuple(compiler.select), compiler.klass_info)
        self._compiled[connection.vendor] = query
        return query


def _converters_of(column: Expression) -> Sequence[Any]:
    return [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
