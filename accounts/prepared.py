"""Prepared queries: compiled once, for what is asked at every move, page and socket, or every second.

To build and to compile a small query with the ORM takes several times as long as to run it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Field, Model, QuerySet
from django.db.models.query import get_related_populators

from accounts import sitetime

NOW = datetime(2000, 2, 29, 12, 34, 56, 789012, UTC)  # stands for the time of the call in what is compiled
STAND_IN = 1_987_654_321  # stands for a number of the call, together with those that follow


M = TypeVar("M", bound=Model)
R = TypeVar("R")
Values = Sequence[Any]  # of any type that a database takes or gives


@dataclass(frozen=True)
class _Compiled:
    """SQL with its values, of which some stand for those of a call, and the columns that it selects."""

    sql: str
    values: tuple[Any, ...]
    places: tuple[int | None, ...]  # for each value, which one of the call it stands for
    select: Values  # the columns, as the compiler has them
    klass_info: Any  # how objects are made of them, as the compiler has it; None where rows are values
    annotations: Mapping[str, int]  # further attributes of objects, by name, and their columns

    def filled(self, given: Values) -> list[Any]:
        """Return the values of a call."""
        return [value if place is None else given[place] for value, place in zip(self.values, self.places, strict=True)]


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
        self._rows = PreparedRows(lambda now: found(now).order_by().values_list("pk")[:at_least], datetime)

    def matches(self, now: datetime | None = None) -> bool:
        """Return whether at least that many rows match at this time; by default at the site's."""
        return len(self._rows(now or sitetime.now())) == self._at_least


class PreparedRows(Generic[R]):
    """The rows of a query, which a call gives its values: numbers, texts or times, such as the key of a match.

    `found(*values)` returns the queryset, of objects or of values. It is called once for each
    kind of database, with values that stand for those of the calls, and must depend on nothing else. A value is
    compared with a column as it is; only a time may be left unused. Rows of values are tuples, never flat.
    """

    def __init__(self, found: Callable[..., QuerySet[Any, R]], *kinds: type[int] | type[str] | type[datetime]) -> None:
        """Keep what to compile with the first call; `kinds` are the types of the values."""
        self._found = found
        self._kinds = kinds
        self._compiled: dict[str, _Compiled] = {}

    def __call__(self, *given: int | str | datetime) -> list[R]:
        """Return the rows for these values."""
        known = self._compiled.get(connection.vendor) or self._compile()
        with connection.cursor() as cursor:
            cursor.execute(known.sql, known.filled([_adapted(value) for value in given]))
            rows = cursor.fetchall()
        return list(_converted(known, rows)) if rows else []

    def first(self, *given: int | str | datetime) -> R | None:
        """Return the first row; None without any."""
        return next(iter(self(*given)), None)

    def _compile(self) -> _Compiled:
        stand_ins = [_stand_in(kind, number) for number, kind in enumerate(self._kinds)]
        rows = self._found(*stand_ins)
        compiler = rows.query.get_compiler(connection=connection)
        sql, values = compiler.as_sql()
        adapted = [_adapted(one) for one in stand_ins]
        found = _Compiled(
            sql,
            tuple(values),
            tuple(adapted.index(value) if value in adapted else None for value in values),
            tuple(compiler.select),
            None if rows.query.values_select else compiler.klass_info,
            compiler.annotation_col_map,
        )
        unused = set(range(len(adapted))) - set(found.places)
        if any(self._kinds[number] is not datetime for number in unused):
            raise ValueError("A value of the call is not in the query as it is")
        self._compiled[connection.vendor] = found
        return found


class PreparedInsert(Generic[M]):
    """A statement that inserts objects of a model, which have a key that the database gives.

    Where one conflicts with a row in the `unique` fields, that row is updated: its `renewed` fields are set, and to the
    `added` ones the values are added.
    """

    def __init__(
        self, model: type[M], *, unique: Sequence[str] = (), renewed: Sequence[str] = (), added: Sequence[str] = ()
    ) -> None:
        """Keep what to compile with the first call."""
        self._model = model
        self._unique, self._renewed, self._added = unique, renewed, added
        self._sql = lru_cache(maxsize=1000)(self._compile)

    def __call__(self, objects: Sequence[M]) -> None:
        """Insert these objects, which get the keys of their rows; there are no signals, as with `bulk_create`."""
        if not objects:
            return
        values = [field.get_db_prep_save(value(one), connection) for one in objects for field, value in self._fields]
        with connection.cursor() as cursor:
            cursor.execute(self._sql(len(objects)), values)
            for one, (key,) in zip(objects, cursor.fetchall(), strict=True):
                one.pk = key
                one._state.adding, one._state.db = False, connection.alias

    @cached_property
    def _fields(self) -> list[tuple[Field[Any, Any], Callable[[M], object]]]:
        fields = [field for field in self._model._meta.concrete_fields if not field.primary_key]
        return [(field, attrgetter(field.attname)) for field in fields]

    def _compile(self, rows: int) -> str:
        quote, meta = connection.ops.quote_name, self._model._meta
        column_of = {field.name: quote(str(field.column)) for field in meta.concrete_fields}

        def columns(names: Iterable[str]) -> list[str]:
            return [column_of[name] for name in names]

        table, fields = quote(meta.db_table), columns(field.name for field, _value in self._fields)
        one = f"({', '.join(['%s'] * len(fields))})"
        sql = f"INSERT INTO {table} ({', '.join(fields)}) VALUES {', '.join([one] * rows)}"  # noqa: S608 - no values
        if self._unique:
            changes = [f"{name} = EXCLUDED.{name}" for name in columns(self._renewed)]
            changes += [f"{name} = {table}.{name} + EXCLUDED.{name}" for name in columns(self._added)]
            sql += f" ON CONFLICT ({', '.join(columns(self._unique))}) DO UPDATE SET {', '.join(changes)}"
        return f"{sql} RETURNING {quote(str(meta.pk.column))}"


def _stand_in(kind: type[int] | type[str] | type[datetime], number: int) -> int | str | datetime:
    if kind is datetime:
        return NOW + timedelta(microseconds=number)
    return STAND_IN + number if kind is int else f"stands for value {number}"


def _adapted(value: int | str | datetime) -> object:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


def _converted(known: _Compiled, rows: Iterable[Values]) -> Iterator[Any]:
    """Return the rows as the ORM does, with the values that their fields make of those of the database."""
    converters = []
    for place, (column, _sql, _alias) in enumerate(known.select):
        of_column = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
        converters += [(place, convert, column) for convert in of_column]
    make = _maker(known) if known.klass_info else tuple
    for row in rows:
        values = list(row)
        for place, convert, column in converters:
            values[place] = convert(values[place], column, connection)
        yield make(values)


def _maker(known: _Compiled) -> Callable[[Values], Model]:
    """Return the function that makes an object of a row, with related ones and annotations, as the ORM does."""
    fields, alias = known.klass_info["select_fields"], connection.alias
    start, end = fields[0], fields[-1] + 1
    names = [column.target.attname for column, _sql, _alias in known.select[start:end]]
    related = get_related_populators(known.klass_info, known.select, alias)  # type: ignore[call-arg]  # as in Django 5
    model: type[Model] = known.klass_info["model"]

    def make(row: Values) -> Model:
        found = model.from_db(alias, names, row[start:end])
        for populator in related:
            populator.populate(row, found)
        for name, place in known.annotations.items():
            setattr(found, name, row[place])
        return found

    return make
