"""Before serving: checks of the settings, migrations, computer players, puzzles, static files, system checks.

A setting that cannot work stops the process with a sentence that names the variable. Preparation is fast if nothing has
changed.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import logging
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event
from typing import IO, Any
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.checks import CheckMessage, Error, Warning, register, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from psycopg.conninfo import make_conninfo
from psycopg.pq import PGconn, Ping
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from core import clock
from games.analysis.services import renew_outdated
from games.catalogue import faults
from games.computers.services import make_computers
from games.puzzles.services.stock import load_packs
from numgames import assets
from numgames.assets import remove_former

logger = logging.getLogger(__name__)

PATIENCE = 5  # seconds for PostgreSQL to accept a connection
STARTING = 60  # seconds for it to start
REACHED = "c1bd04a9"  # a commit whose migrations lead from the oldest databases to what this one migrates
OF_DJANGO = {"pool", "cursor_factory", "context", "prepare_threshold"}  # parameters that libpq does not know
KEYS = {"notifications.E001"}  # system checks without which a process must not start
UNWRITABLE = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EEXIST, errno.ENOTDIR}
HINT = "Name folders that this user may write to in NUMGAMES_VAR and STATIC_ROOT."
MEND = "Mend it or take it away; until then the site runs without it."
_locks: list[IO[str]] = []  # held until the process ends


def allow_open_files() -> None:
    """Let the process open as many files as it may.

    One address with as many idle connections as a shell allows (usually 1,024) would leave none to others.
    """
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with suppress(ValueError):  # macOS names a limit that it does not allow
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def check_database() -> None:
    """Raise ImproperlyConfigured if the database cannot be reached."""
    if connection.vendor == "sqlite":
        _check_file()
        return
    facts = _connection_facts()
    try:
        psycopg.connect(**facts).close()
    except psycopg.Error as fault:
        place = f"{facts.get('host') or 'this machine'}, port {facts.get('port') or 5432}"
        raise ImproperlyConfigured(f"DATABASE_URL: PostgreSQL on {place} cannot be used: {_reason(fault)}.") from None


def _connection_facts() -> dict[str, Any]:
    """Return what libpq needs to connect; Django does not type it."""
    facts = {**connection.get_connection_params(), "connect_timeout": PATIENCE}
    return {name: value for name, value in facts.items() if name not in OF_DJANGO}


def wait_for_database() -> None:
    """Wait while PostgreSQL is starting up, as after a crash of the machine, and say so each second."""
    for _second in range(STARTING):
        if connection.vendor == "sqlite" or PGconn.ping(make_conninfo(**_connection_facts()).encode()) != Ping.REJECT:
            return
        logger.warning("PostgreSQL is starting up; waiting for it")
        Event().wait(1)


def check_alone() -> None:
    """Raise ImproperlyConfigured if another server uses this file of SQLite; else keep it from others (flock).

    Without Redis each has limits, sessions and open pages in its own memory, and hears nothing of the other's.
    """
    if connection.vendor != "sqlite" or settings.REDIS_URL:
        return
    file = settings.DATABASES["default"]["NAME"]
    lock = Path(f"{file}.served").open("w")  # noqa: SIM115 - open until the process ends
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ImproperlyConfigured(
            f"Another server uses the database {file}. Stop it first; several need REDIS_URL, or better PostgreSQL."
        ) from None
    _locks.append(lock)


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


def check_operator() -> None:
    """Log a warning if a public site does not say who runs it, as its imprint and privacy notice must."""
    named = {"operator_name": "OPERATOR_NAME", "address": "OPERATOR_ADDRESS", "contact": "CONTACT_EMAIL"}
    missing = [variable for name, variable in named.items() if not settings.OPERATOR[name]]
    if settings.SECURE and missing:
        logger.warning("Imprint and privacy notice do not say who runs this site; set %s", ", ".join(missing))


def check_all() -> None:
    """Raise ImproperlyConfigured if a process cannot start with these settings."""
    check_keys()
    wait_for_database()
    check_database()
    check_redis()
    check_operator()


def _reason(fault: BaseException) -> str:
    """Return the cause in a message such as `connection to server at … failed: FATAL: no such database`."""
    lines = str(fault).splitlines() or [type(fault).__name__]
    return lines[0].rpartition("failed: ")[2].strip().removesuffix(".")


def prepare() -> None:
    """Update the database and the collected static files, under a file lock shared by all processes.

    Raises CommandError if a folder cannot be written.
    """
    root = Path(settings.STATIC_ROOT)
    try:
        settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
        root.parent.mkdir(parents=True, exist_ok=True)
        with file_lock(root.with_suffix(".lock")):
            TemporaryFile(dir=settings.VAR_DIR).close()  # raises OSError where nothing can be written
            _migrate()
            make_computers()
            load_packs()
            renew_outdated()
            _collect(root.with_suffix(".stamp"))
    except OSError as fault:
        if fault.errno not in UNWRITABLE:
            raise
        raise CommandError(f"Cannot write to {fault.filename or settings.VAR_DIR}: {fault.strerror}. {HINT}") from None


@contextmanager
def file_lock(lock: Path) -> Iterator[None]:
    """Hold an exclusive lock on this file, after waiting for processes that hold it (advisory, flock)."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _migrate() -> None:
    check_history()
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)


def _collect(stamp: Path) -> None:
    state, manifest = _static_state(), Path(settings.STATIC_ROOT) / "staticfiles.json"
    if not (manifest.exists() and stamp.exists() and stamp.read_text() == state):
        call_command("collectstatic", verbosity=0, interactive=False)
        stamp.write_text(state)
    remove_former(Path(settings.STATIC_ROOT), clock.machine_now())


def remove_former_files() -> None:
    """Remove the static files that were replaced long ago; the scheduler calls this while the site runs."""
    root = Path(settings.STATIC_ROOT)
    if root.is_dir() and os.access(root, os.W_OK):
        with file_lock(root.with_suffix(".lock")):
            remove_former(root, clock.machine_now())


def _static_state() -> str:
    """Return a fingerprint of all static files, games included, of how they are compressed and of the bundles."""
    compressor = version("servestatic") if settings.COMPRESS_STATIC else ""
    digest = hashlib.sha256(f"{compressor} {assets.state()}".encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            file = Path(storage.path(path)).stat()
            digest.update(f"{path} {file.st_size} {file.st_mtime_ns}\n".encode())
    return digest.hexdigest()


@register()
def check_games(**kwargs: object) -> list[CheckMessage]:
    """Return an error for each module of a game's folder that cannot be used."""
    return [Error(f"{fault.module}: {fault.reason}", hint=MEND, id="games.E001") for fault in faults()]


@register(deploy=True)
def check_contact(**kwargs: object) -> list[CheckMessage]:
    """Warn that no address is told to those who find a vulnerability."""
    if settings.SECURITY_CONTACT:
        return []
    hint = "Set it to an address that is read, such as mailto:security@numgames.example."
    return [
        Warning(
            "SECURITY_CONTACT is not set, so /.well-known/security.txt does not exist.", hint=hint, id="numgames.W001"
        )
    ]
