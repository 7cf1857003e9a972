"""Django's `migrate`, which makes the tables of an empty database at once and refuses one that is too old."""

from __future__ import annotations

import gc
from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import RunSQL
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from numgames.startup import check_history

PARTIAL = ("app_label", "check_unapplied", "fake", "fake_initial", "plan", "prune")  # asks for something else


class Command(migrate.Command):
    """`manage.py migrate`; `check` and `serve` run the system checks."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add Django's options; the system checks take as long as the tables of five apps."""
        super().add_arguments(parser)
        parser.set_defaults(skip_checks=True)

    def handle(self, *args: Any, **options: Any) -> None:  # Any: as Django declares it
        """Migrate the database; raise ImproperlyConfigured if it is too old."""
        check_history()
        connection = connections[options["database"]]
        if not any(options[name] for name in PARTIAL) and not connection.introspection.table_names():
            _make_tables(connection)
        gc.disable()  # each operation makes many models that stay: looking through them would take a fifth of the time
        try:
            super().handle(*args, **options)
        finally:
            gc.enable()


def _make_tables(connection: BaseDatabaseWrapper) -> None:
    """Make all tables of an empty database as the migrations leave them, which takes a fifth of the time of each step.

    Migrations of data have nothing to do there. `tests/site/test_migrations.py` compares the tables of both ways.
    """
    loader, recorder = MigrationLoader(connection), MigrationRecorder(connection)
    migrations, state = loader.disk_migrations, loader.project_state()
    with connection.schema_editor() as editor:  # one transaction
        editor.create_model(recorder.Migration)
        for model in state.apps.get_models():
            if model._meta.can_migrate(connection):
                editor.create_model(model)
        while editor.deferred_sql:
            editor.execute(editor.deferred_sql.pop(0))
        for (label, _name), migration in migrations.items():
            for operation in migration.operations:
                if isinstance(operation, RunSQL):
                    operation.database_forwards(label, editor, state, state)
        for key in sorted({*migrations, *(old for migration in migrations.values() for old in migration.replaces)}):
            recorder.record_applied(*key)
