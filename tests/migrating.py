"""Helpers that migrate the test database to former versions and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ProjectState, StateApps


def migrate(targets: list[tuple[str, str]]) -> StateApps:
    """Migrate the test database to these migrations; return the models as they were then."""
    executor = MigrationExecutor(connection)
    with _models_made_once():
        executor.migrate(targets)
    return executor.loader.project_state(targets).apps


def migrate_to_newest() -> None:
    """Migrate the test database to the newest migration of every app."""
    executor = MigrationExecutor(connection)
    if plan := executor.migration_plan(executor.loader.graph.leaf_nodes()):
        executor.migrate(executor.loader.graph.leaf_nodes(), plan)


@contextmanager
def _models_made_once() -> Iterator[None]:
    """Make the models of the state after a migration once, and not again after each of its operations.

    On its way back, Django draws up the states before all migrations, with their models: that takes most of the time.
    """
    with patch.object(Migration, "mutate_state", _mutated):
        yield


def _mutated(migration: Migration, state: ProjectState, preserve: bool = True) -> ProjectState:
    """Return the state after the migration, as `Migration.mutate_state` does."""
    after = state.clone() if preserve else state
    changed: set[tuple[str, str]] = set()
    with (
        patch.object(after, "reload_model", lambda app, name, delay=False: changed.add((app, name))),
        patch.object(after, "reload_models", lambda models, delay=True: changed.update(models)),
    ):
        for operation in migration.operations:
            operation.state_forwards(migration.app_label, after)
    after.reload_models([model for model in changed if model in after.models], delay=False)
    return after
