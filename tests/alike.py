"""Rows beside a row, each of which differs in one column: what does something to the row must leave those that count.

Which columns count is what a query says by its conditions. One that is lost, or turned, shows at once: the row beside
is touched, listed or counted as well.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import date, datetime, timedelta
from typing import TypeAlias, TypeVar, cast

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, models, transaction
from django.http import Http404

from accounts.models import User
from core import clock
from games.matches.errors import Refused

M = TypeVar("M", bound=models.Model)
Field: TypeAlias = "models.Field[object, object]"
NUMBERS = itertools.count(1000)
LONG = timedelta(days=1000)


def one(model: type[M], **given: object) -> M:
    """Return a row of a model, made from its fields, with the rows that it refers to."""
    values = dict(given)
    for field in model._meta.concrete_fields:
        is_free = field.null or field.has_default() or isinstance(field, models.AutoField)
        if field.name not in values and not is_free:
            values[field.name] = value_of(field)
    return model._base_manager.create(**values)


def value_of(field: Field) -> object:
    """Return a value for a field that has to have one."""
    number = next(NUMBERS)
    if field.related_model:
        return someone() if field.related_model is User else one(field.related_model)
    if field.choices:
        return next(iter(field.flatchoices))[0]
    by_kind: dict[type[Field], object] = {
        models.DateTimeField: clock.now(),
        models.DateField: clock.now().date(),
        models.TimeField: clock.now().time(),
        models.BooleanField: False,
        models.JSONField: {},
        models.BinaryField: b"x",
        models.DurationField: timedelta(1),
        models.IntegerField: number,
        models.FloatField: 1.0,
    }
    return next((value for kind, value in by_kind.items() if isinstance(field, kind)), f"k{number:07}")


def someone(**given: object) -> User:
    """Return a player whom no one else knows."""
    user = User.objects.create_user(f"someone{next(NUMBERS)}")
    User.objects.filter(pk=user.pk).update(**given)
    user.refresh_from_db()
    return user


def touches(row: M, act: Callable[[M], object], columns: str) -> None:
    """Check that this changes or returns the row, and none of the rows beside that differ in one of these columns.

    A number, a truth or a row that is returned counts for nothing. A row that a constraint refuses beside the row takes
    its place, and stands beside it with other texts than those that have to be unique. Columns of rows that it refers
    to are named as in queries. Afterwards all is as before.
    """
    names, others = set[str](), list[tuple[str, M]]()
    with _undone():
        beside, alone = _stored_copies(row, columns)
        for name, copy in alone:
            with _in_place_of(row, copy):
                is_meant = copy.pk in _meant([copy], row, act)
            if not is_meant:
                names.add(name)
                others += [(name, other)] if (other := _beside(copy, columns)) else []
        meant = _meant([row, *(copy for _name, copy in (*beside, *others))], row, act)
    assert row.pk in meant, "nothing is done to the row itself"
    names -= {name for name, other in others if other.pk in meant}
    _check({*names, *(name for name, copy in beside if copy.pk not in meant)}, columns)


def finds(row: M, look: Callable[[M], object], columns: str) -> None:
    """Check that the row is found where it is there alone, and none that differs in one of these columns."""
    with _undone():
        assert look(row), "the row itself is not found"
    names = []
    for name, copy in list(_copies(row, columns)):
        with suppress(IntegrityError), _in_place_of(row, copy):
            if not look(row):
                names.append(name)
    _check(names, columns)


def reaches(row: M, act: Callable[[M], object], columns: str) -> None:
    """Check that this is done to the row whose key is given, alone, and not if it differs in one of these columns.

    It is done to each of the rows beside by its key; what is known besides is the row's own. What it returns, if not
    None, says whether it has done it.
    """
    names = []
    with _undone():
        beside, alone = _stored_copies(row, f"{columns} {_another(row)}")
        rows = [row, *(copy for _name, copy in beside)]
        for name, copy in [("", row), *beside]:
            with _undone():
                if not _done(copy, rows, act):
                    names.append(name)
        for name, copy in alone:
            with _in_place_of(row, copy):
                if not _done(copy, [copy], act):
                    names.append(name)
    assert "" not in names, "nothing is done to the row itself"
    _check(names, columns)


def sorts(row: M, look: Callable[[M], Iterable[object]], *columns: str) -> None:
    """Check that rows which differ in one of these columns are listed by it; after a minus the greatest comes first."""
    for column in columns:
        name = column.removeprefix("-")
        with _undone():
            copies = [copy for _name, copy in _stored_copies(row, name)[0] if getattr(copy, name) is not None]
            by_value = sorted([row, *copies], key=lambda one: getattr(one, name), reverse=column != name)
            keys = [one.pk for one in by_value]
            listed = [getattr(one, "pk", one) for one in look(row)]
        assert len(keys) > 1, f"nothing differs in {name}"
        assert [key for key in listed if key in keys] == keys, f"not by {column}"


def borders(row: M, act: Callable[[M], object], column: str, moment: datetime, treated: str) -> None:
    """Check when this is done to the row: with `before`, `at` and `after` this moment in the column, to a microsecond.

    It is done where it changes the row, or returns what is true and no number of rows.
    """
    done = []
    for word, step in (("before", -1), ("at", 0), ("after", 1)):
        with _undone():
            type(row)._base_manager.filter(pk=row.pk).update(**{column: moment + step * timedelta(microseconds=1)})
            row.refresh_from_db()
            before = _values([row])
            with suppress(Refused, ObjectDoesNotExist, Http404), transaction.atomic():
                result = act(row)
                is_number = isinstance(result, int) and not isinstance(result, bool)
                if _changed(before, _values([row])) or (bool(result) and not is_number):
                    done.append(word)
    assert done == treated.split(), f"done {' '.join(done)} the moment"


def _check(names: Iterable[str], columns: str) -> None:
    missing = {*columns.split()} - {*names}
    assert not missing, f"the same is done whatever is in {' '.join(sorted(missing))}"


def _another(row: models.Model) -> str:
    """Return a column in which another row of this kind differs: some row has to be there to be left alone."""
    fields = [field for field in row._meta.concrete_fields if not field.primary_key]
    return next((field.name for field in fields if field.related_model), fields[-1].name)


@contextmanager
def _undone() -> Iterator[None]:
    """Take back what is written inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def _in_place_of(row: M, copy: M) -> Iterator[None]:
    """Have a copy in the place of a row; raises IntegrityError where it cannot be."""
    with _undone():
        key = row.pk
        type(row)._base_manager.filter(pk=key).delete()
        _store(copy)
        yield


def _meant(rows: list[M], row: M, act: Callable[[M], object]) -> set[object]:
    """Return the keys of those of these rows to which this is done."""
    before = _values(rows)
    result = None
    with suppress(Refused, ObjectDoesNotExist, Http404), transaction.atomic():
        result = act(row)
    if result is None or isinstance(result, (int, models.Model)):
        return _changed(before, _values(rows))
    return {getattr(one, "pk", one) for one in cast("Iterable[object]", result)}


def _done(copy: M, rows: list[M], act: Callable[[M], object]) -> bool:
    before = _values(rows)
    result = None
    with suppress(Refused, ObjectDoesNotExist, Http404), transaction.atomic():
        result = act(copy)
    changed = _changed(before, _values(rows))
    assert changed <= {copy.pk}, "done to others as well"
    return bool(changed if result is None else result)


def _stored_copies(row: M, columns: str) -> tuple[list[tuple[str, M]], list[tuple[str, M]]]:
    """Store the copies of a row; return those that are there, and those that a constraint refuses beside the row."""
    beside, alone = list[tuple[str, M]](), list[tuple[str, M]]()
    for name, copy in _copies(row, columns):
        try:
            with transaction.atomic():
                _store(copy)
            beside.append((name, copy))
        except IntegrityError:
            with suppress(IntegrityError), _in_place_of(row, copy):
                alone.append((name, copy))
    return beside, alone


def _copies(row: M, columns: str) -> Iterator[tuple[str, M]]:
    """Yield unsaved copies of a row, and the name of the column in which each differs."""
    for path in columns.split():
        name, _, column = path.partition("__")
        if not column:
            for value in _others(cast("Field", row._meta.get_field(name)), getattr(row, name)):
                yield path, _copy(row, **{name: value})
        else:
            related = getattr(row, name)
            for value in _others(related._meta.get_field(column), getattr(related, column)):
                yield path, _copy(row, **{name: _variant(related, column, value)})


def _variant(row: models.Model, column: str, value: object) -> models.Model:
    """Return a stored row that differs in this column, and in what may be there once."""
    fresh: dict[str, object] = {}
    for field in row._meta.concrete_fields:
        if field.related_model and field.null:
            fresh[field.name] = None
        elif field.unique and not field.primary_key:
            fresh[field.name] = value_of(field)
    copy = _copy(row, **fresh | {column: value})
    copy.save(force_insert=True)
    return copy


def _copy(row: M, **changes: object) -> M:
    fields = [field for field in row._meta.concrete_fields if not field.primary_key or field.related_model]
    values = {field.name: getattr(row, field.name) for field in fields}
    key = row._meta.pk
    if not key.related_model and not key.has_default() and not isinstance(key, models.AutoField):
        values[key.name] = value_of(key)
    if isinstance(row, User):
        values["username"] = f"someone{next(NUMBERS)}"
    return type(row)(**values | changes)


def _others(field: Field, value: object) -> Iterator[object]:
    """Yield other values for a field."""
    if field.null and value is not None:
        yield None
    if isinstance(field, models.DateTimeField) and value is None:
        yield from (clock.now() - LONG, clock.now() + LONG)
    elif field.related_model:
        yield value_of(field)
    elif field.choices:
        yield from (key for key, _label in field.flatchoices if key != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, date):
        yield from (value - LONG, value + LONG)
    elif isinstance(value, int):
        yield from (value + 1, value + 1000)
    elif isinstance(value, str) or value is None:
        yield value_of(field)


def _store(copy: models.Model) -> None:
    """Store a copy, with the moments that it has; raises IntegrityError."""
    if isinstance(copy._meta.pk, models.AutoField):
        copy.pk = None
    copy._state.adding = True
    kept = {field.name for field in copy._meta.concrete_fields if getattr(field, "auto_now_add", False)}
    moments = {name: getattr(copy, name) for name in kept}
    copy.save(force_insert=True)
    if moments:
        type(copy)._base_manager.filter(pk=copy.pk).update(**moments)


def _beside(copy: M, columns: str) -> M | None:
    """Store a copy beside its row, with other texts in the columns that no one asks for; None if that is not enough."""
    texts = [field for field in copy._meta.concrete_fields if isinstance(field, models.CharField) and not field.choices]
    fresh = {field.name: value_of(field) for field in texts if not field.primary_key and field.name not in columns}
    other = _copy(copy, **fresh)
    try:
        with transaction.atomic():
            _store(other)
    except IntegrityError:
        return None
    return other


def _values(rows: list[M]) -> dict[object, dict[str, object]]:
    """Return what is stored of these rows, by key, as far as they are there."""
    model = type(rows[0])
    found = model._base_manager.filter(pk__in=[row.pk for row in rows])
    return {one["pk"]: one for one in found.values("pk", *(field.name for field in model._meta.concrete_fields))}


def _changed(before: dict[object, dict[str, object]], after: dict[object, dict[str, object]]) -> set[object]:
    return {key for key, values in before.items() if values != after.get(key)}
