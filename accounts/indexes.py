"""Operations of migrations about indexes: make and remove them while the site is used, drop those that others spare.

Each index is written with each row, on PostgreSQL also with each change of an indexed column. A foreign key and a slug
get one by themselves, each text that is one or a key a second one for `LIKE`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.apps.registry import Apps
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython
from django.db.migrations.operations import AddIndex, RemoveIndex
from django.db.migrations.state import ProjectState


class AddIndexOnline(AddIndexConcurrently):
    """Make an index, on PostgreSQL without a lock that would stop writers. Its migration has `atomic = False`.

    A build that was interrupted has left an invalid index of that name: it is removed first.
    """

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Make the index."""
        if schema_editor.connection.vendor == "postgresql":
            name = schema_editor.quote_name(self.index.name)
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        else:
            AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Remove the index."""
        kind = AddIndexConcurrently if schema_editor.connection.vendor == "postgresql" else AddIndex
        kind.database_backwards(self, app_label, schema_editor, from_state, to_state)


class RemoveIndexOnline(RemoveIndexConcurrently):
    """Remove an index, on PostgreSQL without waiting for the users of its table. Its migration has `atomic = False`."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Remove the index."""
        kind = RemoveIndexConcurrently if schema_editor.connection.vendor == "postgresql" else RemoveIndex
        kind.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Make the index again."""
        kind = RemoveIndexConcurrently if schema_editor.connection.vendor == "postgresql" else RemoveIndex
        kind.database_backwards(self, app_label, schema_editor, from_state, to_state)


def without_own_indexes(app: str, model: str, *fields: str) -> RunPython:
    """Return the operation that drops the indexes of these fields alone; keys and unique constraints stay.

    The state of the migrations is left to it: for a field that had `db_index`, the migration alters that too. Unlike
    `AlterField` it neither rewrites the table nor checks foreign keys again.
    """
    return RunPython(_drop(app, model, fields), _create(app, model, fields))


def _drop(app: str, model: str, fields: tuple[str, ...]) -> Callable[[Apps, BaseDatabaseSchemaEditor], None]:
    def drop(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        meta: Any = apps.get_model(app, model)._meta  # of a model that only the migration knows
        columns = {meta.get_field(name).column for name in fields}
        named = {index.name for index in meta.indexes}
        for name, (on, unique) in indexes_of(editor.connection, meta.db_table).items():
            if len(on) == 1 and on[0] in columns and not unique and name not in named:
                editor.execute(f"DROP INDEX {editor.quote_name(name)}")

    return drop


def indexes_of(connection: BaseDatabaseWrapper, table: str) -> dict[str, tuple[list[str], bool]]:
    """Return the indexes of a table by name: their columns, and whether they make these unique."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":  # Django's introspection fails where a CHECK has a comma
            cursor.execute('SELECT name, "unique" FROM pragma_index_list(%s)', [table])
            found = {}
            for name, unique in cursor.fetchall():
                cursor.execute("SELECT name FROM pragma_index_info(%s)", [name])
                found[name] = ([column for (column,) in cursor.fetchall()], bool(unique))
            return found
        known = connection.introspection.get_constraints(cursor, table)
    return {name: (facts["columns"], facts["unique"]) for name, facts in known.items() if facts["index"]}


def _create(app: str, model: str, fields: tuple[str, ...]) -> Callable[[Apps, BaseDatabaseSchemaEditor], None]:
    def create(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        found = apps.get_model(app, model)
        for name in fields:
            for statement in editor._field_indexes_sql(found, found._meta.get_field(name)):  # type: ignore[attr-defined]  # as in Django 5
                editor.execute(statement)

    return create
