"""Helpers that migrate the test database to former versions and back."""

from __future__ import annotations

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps


def migrate(targets: list[tuple[str, str]]) -> StateApps:
    """Migrate the test database to these migrations; return the models as they were then."""
    MigrationExecutor(connection).migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


def migrate_to_newest() -> None:
    """Migrate the test database to the newest migration of every app."""
    migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())
