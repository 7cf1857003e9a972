"""Backup and restoration of the database: a hot copy of SQLite, `pg_dump` and `pg_restore` for PostgreSQL.

A backup is written beside its final name and renamed when it is complete. A restoration is one transaction: it either
replaces everything or leaves the old state.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from games.matches.models import Heartbeat

SQLITE_MARK = b"SQLite format 3\0"
POSTGRES_MARK = b"PGDMP"
PATIENCE = 60.0  # seconds to wait for SQLite's write lock
LOGIN = {"DATABASE": "NAME", "USER": "USER", "PASSWORD": "PASSWORD", "HOST": "HOST", "PORT": "PORT"}
OFFSET = "offset"  # the column of how far the database's clock is ahead of the site's time
REQUIRED = "django_migrations"  # the table that every database of the site has

# The tables of the present schema go in the same transaction: the backup may be older and not know all of them.
DROP_ALL = """
DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
        EXECUTE format('DROP TABLE IF EXISTS %I CASCADE', name);
    END LOOP;
END $$;
"""


class BackupError(Exception):
    """A backup or restoration that was not made; the message is a sentence for the operator."""


def back_up(file: Path, *, force: bool = False) -> None:
    """Write a consistent copy of the database to this file, while the site runs; raises BackupError."""
    if file.exists() and not force:
        raise BackupError(f"{file} exists already: choose another name, or overwrite it with --force.")
    try:
        with _renamed_when_complete(file) as part:
            if connection.vendor == "sqlite":
                _copy_sqlite(part)
            else:
                _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
    except (OSError, sqlite3.Error) as fault:
        raise BackupError(f"{file} cannot be written: {fault}.") from fault


def restore(file: Path) -> None:
    """Replace the database by this backup in one transaction; raises BackupError, and then the old state stays."""
    check(file)
    if connection.vendor == "sqlite":
        connection.close()
        _restore_sqlite(file)
    else:
        _restore_postgres(file)
    _forget_jumps()


def check(file: Path) -> None:
    """Raise BackupError unless the file is a complete backup for the kind of database that the site uses."""
    try:
        with file.open("rb") as stream:
            head = stream.read(len(SQLITE_MARK))
    except OSError as fault:
        raise BackupError(f"{file} cannot be read: {fault.strerror}.") from fault
    kind = "sqlite" if head == SQLITE_MARK else "postgresql" if head.startswith(POSTGRES_MARK) else ""
    if not kind:
        raise BackupError(f"{file} is no backup of Numgames.")
    if kind != connection.vendor:
        raise BackupError(f"{file} is a backup of another kind of database: {kind}. DATABASE_URL names one of "
                          f"{connection.vendor}.")  # fmt: skip
    if kind == "sqlite":
        _check_sqlite(file)
    else:
        _check_postgres(file)


def is_empty() -> bool:
    """Return whether the database has no tables yet, so that a restoration overwrites nothing."""
    if connection.vendor == "sqlite" and not Path(_database()).exists():
        return True
    try:
        return not connection.introspection.table_names()
    except DatabaseError as fault:
        raise BackupError(f"The database does not answer: {type(fault).__name__}.") from fault


@contextmanager
def _renamed_when_complete(file: Path) -> Iterator[Path]:
    """Provide a file beside this one, readable by its owner only, that gets its name when it is on the disk."""
    number, name = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)
    os.close(number)
    part = Path(name)
    try:
        yield part
        with part.open("rb") as stream:
            os.fsync(stream.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _database() -> str:
    return str(connection.settings_dict["NAME"])


def _copy_sqlite(part: Path) -> None:
    """Copy the database with SQLite's online backup, which sees one state of it and stops no writer."""
    source_uri = f"{Path(_database()).resolve().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(source_uri, uri=True, timeout=PATIENCE)) as source,
        closing(sqlite3.connect(part)) as copy,
    ):
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
    _check_sqlite(part)


def _check_sqlite(file: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
            verdict = database.execute("PRAGMA integrity_check").fetchone()[0]
            table = database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [REQUIRED]).fetchone()
    except sqlite3.DatabaseError as fault:
        raise BackupError(f"{file} is broken: {fault}.") from fault
    if verdict != "ok":
        raise BackupError(f"{file} is broken: {verdict.splitlines()[0]}.")
    if not table:
        raise BackupError(f"{file} is not a backup of Numgames.")


def _forget_jumps() -> None:
    """Go by the database's clock as it is now: it may have jumped just before the backup was made.

    A backup of an older release may lack the table or the column.
    """
    table = Heartbeat._meta.db_table
    with connection.cursor() as cursor:
        if table not in connection.introspection.table_names(cursor):
            return
        columns = connection.introspection.get_table_description(cursor, table)
    if OFFSET in {column.name for column in columns}:
        Heartbeat.objects.update(**{OFFSET: timedelta()})


def _restore_sqlite(file: Path) -> None:
    """Copy the backup into the database in one transaction: processes that have it open see the new state."""
    try:
        with closing(sqlite3.connect(file.resolve().as_uri() + "?mode=ro&immutable=1", uri=True)) as source:
            Path(_database()).parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(_database(), timeout=PATIENCE)) as target:
                target.execute("PRAGMA journal_mode=WAL")
                target.execute("PRAGMA synchronous=FULL")
                source.backup(target)
                target.execute("PRAGMA journal_mode=WAL")
    except (OSError, sqlite3.Error) as fault:
        raise BackupError(f"The database was not restored, and is as it was: {fault}.") from fault


def _restore_postgres(file: Path) -> None:
    """Run the backup as SQL in one transaction; it is unpacked first, so that no half of it can be committed."""
    with tempfile.TemporaryDirectory(prefix="numgames-restore-") as folder:
        script = Path(folder) / "backup.sql"
        _run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(file))
        first = Path(folder) / "drop.sql"
        first.write_text(DROP_ALL)
        options = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction")
        _run("psql", *options, f"--file={first}", f"--file={script}", "--output=/dev/null")


def _check_postgres(file: Path) -> None:
    _path_of("pg_restore")
    try:
        listing = _run("pg_restore", "--list", str(file))
    except BackupError as fault:
        raise BackupError(f"{file} is broken: {fault}") from fault
    if f"TABLE DATA {_schema()} {REQUIRED}" not in listing:
        raise BackupError(f"{file} is not a backup of Numgames.")


def _path_of(program: str) -> str:
    if not (path := shutil.which(program)):
        raise BackupError(f"{program} is not installed: install PostgreSQL's client programs (postgresql-client).")
    return path


def _run(program: str, *options: str) -> str:
    """Run a program of PostgreSQL on the site's database; return its output."""
    path = _path_of(program)
    done = subprocess.run(  # noqa: S603 - the program was found by its name
        [path, *options], env={**os.environ, **_login()}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise BackupError(f"{program} failed, and the database is as it was: {lines[0].removeprefix(f'{program}: ')}")
    return done.stdout


def _login() -> Mapping[str, str]:
    """Return the connection in variables: a password among the options would be visible to other users.

    It does not lead through PgBouncer: what these programs set for their session would stay on its connection.
    """
    database = settings.DIRECT_DATABASE or connection.settings_dict
    options = {str(name): value for name, value in database.get("OPTIONS", {}).items() if isinstance(value, str)}
    login = {
        **{f"PG{variable}": database.get(key) for variable, key in LOGIN.items()},
        **{f"PG{name.upper()}": value for name, value in options.items() if name.startswith("ssl")},
    }
    return {name: str(value) for name, value in login.items() if value}


def _schema() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        return str(cursor.fetchone()[0])
