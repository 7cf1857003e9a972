"""Prepared queries: SQL compiled once per kind of database, for queries of every move, lobby, match page and socket.

Building and compiling a small query with the ORM takes several times as long as running it. The SQL is compiled with
stand-in values, which each call replaces by its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from itertools import repeat
from typing import Any, Generic, TypeVar, Union
from weakref import WeakKeyDictionary

from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Model, QuerySet
from django.db.models.query import get_related_populators

NOW = datetime(2000, 2, 29, 12, 34, 56, 789012, UTC)  # stand-in for the first time of a call; further ones follow it
STAND_IN = 1_987_654_321  # stand-in for the first number of a call; further ones follow it


# `Any` in this module: a column holds values of any type, and Django types neither them nor its compilers.
R = TypeVar("R")
Given = Union[int, str, datetime]  # a value of a call
Values = Sequence[Any]  # of any type that a database takes or gives


@dataclass(frozen=True)
class _Compiled:
    """Compiled SQL with its parameters, some of which are stand-ins for values of a call, and its selected columns."""

    sql: str
    values: tuple[Any, ...]
    places: tuple[int | None, ...]  # for each parameter the index of the value of the call, None if it is fixed
    select: Values  # the columns, as the compiler has them
    klass_info: Any  # the compiler's description of the model and its relations; None for rows of values
    annotations: Mapping[str, int]  # further attributes of objects, by name, and their columns

    def filled(self, arguments: Values) -> list[Any]:
        """Return the parameters with the given values of a call in place of the stand-ins."""
        return [
            value if place is None else arguments[place] for value, place in zip(self.values, self.places, strict=True)
        ]

    @cached_property
    def converters(self) -> WeakKeyDictionary[BaseDatabaseWrapper, Values]:
        """For each connection, to which converters belong, those of all columns, as place, converter and column."""
        return WeakKeyDictionary()

    @cached_property
    def make(self) -> Callable[[Values], Any]:
        """A function that builds an object from a row, or a tuple where the query selects values."""
        return _maker(self) if self.klass_info else tuple


class PreparedRows(Generic[R]):
    """The rows of a query with values of each call: numbers, texts or times, such as the key of a match.

    `make_query(*values)` returns the queryset, of objects or of `values_list` tuples (never flat). It is called once
    for each kind of database, with stand-ins for the values, and must depend on nothing else. It must use each value
    unchanged as a parameter; only a time may be left unused.
    """

    def __init__(self, make_query: Callable[..., QuerySet[Any, R]], *kinds: type[Given]) -> None:
        """Store the query, to be compiled at the first call; `kinds` are the types of the values, in their order."""
        self._make_query = make_query
        self._kinds = kinds
        self._compiled: dict[str, _Compiled] = {}

    def __call__(self, *given: Given) -> list[R]:
        """Return the rows for these values; the first call raises ValueError if a value is not used as it is."""
        query = self._known()
        with connection.cursor() as cursor:
            cursor.execute(*self.filled(*given))
            rows = cursor.fetchall()
        return list(_converted(query, rows)) if rows else []

    def filled(self, *given: Given) -> tuple[str, list[Any]]:
        """Return the SQL and its parameters for these values."""
        query = self._known()
        return query.sql, query.filled([_adapted(value) for value in given])

    def first(self, *given: Given) -> R | None:
        """Return the first row; None without any."""
        return next(iter(self(*given)), None)

    def _known(self) -> _Compiled:
        return self._compiled.get(connection.vendor) or self._compile()

    def _compile(self) -> _Compiled:
        stand_ins = [_stand_in(kind, number) for number, kind in enumerate(self._kinds)]
        rows = self._make_query(*stand_ins)
        compiler = rows.query.get_compiler(connection=connection)
        sql, values = compiler.as_sql()
        adapted = [_adapted(one) for one in stand_ins]
        query = _Compiled(
            sql,
            tuple(values),
            tuple(adapted.index(value) if value in adapted else None for value in values),
            tuple(compiler.select),
            None if rows.query.values_select else compiler.klass_info,
            compiler.annotation_col_map,
        )
        unused = set(range(len(adapted))) - set(query.places)
        if any(self._kinds[number] is not datetime for number in unused):
            raise ValueError("A value of the call is not in the query as it is")
        self._compiled[connection.vendor] = query
        return query


class PreparedKeys(Generic[R]):
    """The rows of a query for any number of keys of each call, such as the players of several matches.

    It is compiled for 1, 2, 4, 8 … keys; the last key of a call is repeated, so `make_query` must compare with `IN`.
    """

    def __init__(
        self, make_query: Callable[..., QuerySet[Any, R]], kind: type[int] | type[str], *more: type[Given]
    ) -> None:
        """Store the query, to be compiled at the first call of each size.

        `make_query(keys, *values)` returns the queryset as for `PreparedRows`; `kind` is the type of the keys, `more`
        are those of the values after them.
        """
        self._make_query = make_query
        self._kind = kind
        self._more = more
        self._of_size = lru_cache(maxsize=None)(self._prepare)

    def __call__(self, keys: Sequence[int] | Sequence[str], *given: Given) -> list[R]:
        """Return the rows for these keys; without keys none."""
        if not keys:
            return []
        size = 1 << (len(keys) - 1).bit_length()
        return self._of_size(size)(*keys, *repeat(keys[-1], size - len(keys)), *given)

    def _prepare(self, size: int) -> PreparedRows[R]:
        return PreparedRows(
            lambda *values: self._make_query(values[:size], *values[size:]), *repeat(self._kind, size), *self._more
        )


def _stand_in(kind: type[Given], number: int) -> Given:
    if kind is datetime:
        return NOW + timedelta(microseconds=number)
    return STAND_IN + number if kind is int else f"stands for value {number}"


def _adapted(value: Given) -> object:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


def _converted(query: _Compiled, rows: Iterable[Values]) -> Iterator[Any]:
    """Yield the rows as the ORM would, with the values converted by the backend and the fields."""
    current = connections[connection.alias]
    converters = query.converters.get(current)
    if converters is None:
        columns = [column for column, _sql, _alias in query.select]
        converters = [(place, one, column) for place, column in enumerate(columns) for one in _converters_of(column)]
        query.converters[current] = converters
    for row in rows:
        values = list(row)
        for place, convert, column in converters:
            values[place] = convert(values[place], column, current)
        yield query.make(values)


def _converters_of(column: Expression) -> Values:
    return [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]


def _maker(query: _Compiled) -> Callable[[Values], Model]:
    """Return a function that builds an object from a row, with `select_related` ones and annotations, like the ORM."""
    fields, alias = query.klass_info["select_fields"], connection.alias
    start, end = fields[0], fields[-1] + 1
    names = [column.target.attname for column, _sql, _alias in query.select[start:end]]
    related = get_related_populators(query.klass_info, query.select, alias)  # type: ignore[call-arg]  # as in Django 5
    model: type[Model] = query.klass_info["model"]

    def make(row: Values) -> Model:
        instance = model.from_db(alias, names, row[start:end])
        for populator in related:
            populator.populate(row, instance)
        for name, place in query.annotations.items():
            setattr(instance, name, row[place])
        return instance

    return make
