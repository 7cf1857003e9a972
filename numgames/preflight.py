"""Checks before a start: a setting that cannot work stops the process with a sentence that names the variable."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.core.checks import Error, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)

PATIENCE = 5  # seconds for PostgreSQL to accept a connection
REACHED = "1c4bf595"  # a commit whose migrations lead from the oldest databases to what this one migrates
KEYS = {"notifications.E001"}  # system checks without which a process must not start


def check_database() -> None:
    """Raise ImproperlyConfigured if the database cannot be reached."""
    if connection.vendor == "sqlite":
        _check_file()
        return
    facts = {**connection.get_connection_params(), "connect_timeout": PATIENCE}
    for name in ("pool", "cursor_factory", "context", "prepare_threshold"):
        facts.pop(name, None)
    try:
        psycopg.connect(**facts).close()
    except psycopg.Error as fault:
        place = f"{facts.get('host') or 'this machine'}, port {facts.get('port') or 5432}"
        raise ImproperlyConfigured(f"DATABASE_URL: PostgreSQL on {place} cannot be used: {_reason(fault)}.") from None


def _check_file() -> None:
    file = Path(str(settings.DATABASES["default"]["NAME"]))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if not all(os.access(path, os.W_OK) for path in (file.parent, file) if path.exists()):
            raise PermissionError("it is read-only")
        connection.ensure_connection()
    except (OSError, DatabaseError) as fault:
        variable = "DATABASE_URL" if os.environ.get("DATABASE_URL") else "NUMGAMES_VAR"
        raise ImproperlyConfigured(f"{variable}: the database {file} cannot be used: {_reason(fault)}.") from None


def check_history() -> None:
    """Raise ImproperlyConfigured if the database has only a part of the migrations that a squashed one replaces."""
    applied = MigrationRecorder(connection).applied_migrations().keys()
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    for migration in loader.disk_migrations.values():
        missing = {*migration.replaces} - applied
        if 0 < len(missing) < len(migration.replaces):
            raise ImproperlyConfigured(
                f"The database is too old, as it lacks the migration {'.'.join(min(missing))}. Migrate it first with "
                f"the code of commit {REACHED} (`git checkout {REACHED}`, `manage.py migrate`), then with this one."
            )


def check_keys() -> None:
    """Raise ImproperlyConfigured if a key is invalid."""
    for fault in run_checks():
        if isinstance(fault, Error) and fault.id in KEYS:
            raise ImproperlyConfigured(f"{fault.msg}.")


def check_redis() -> None:
    """Log a warning if Redis cannot be used: the site starts without it, and uses it once it answers."""
    address = settings.REDIS_URL
    if not address:
        return
    try:
        with Redis.from_url(address, socket_timeout=1, socket_connect_timeout=1, retry=Retry(NoBackoff(), 0)) as redis:
            redis.ping()
    except (RedisError, OSError, ValueError) as fault:
        place = urlsplit(address)
        where = f"{place.hostname or 'this machine'}, port {place.port or 6379}"
        logger.warning("REDIS_URL: Redis on %s does not answer; the site starts without it: %s", where, _reason(fault))


def check_all() -> None:
    """Raise ImproperlyConfigured if a process cannot start with these settings."""
    check_keys()
    check_database()
    check_redis()


def _reason(fault: BaseException) -> str:
    """Return the cause in a message such as `connection to server at … failed: FATAL: no such database`."""
    lines = str(fault).splitlines() or [type(fault).__name__]
    return lines[0].rpartition("failed: ")[2].strip().removesuffix(".")
