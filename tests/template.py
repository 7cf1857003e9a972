"""Databases that are migrated once: every other one is a copy.

The original is kept for the next run: for SQLite as a file in build/tests, for PostgreSQL as a database of the server.
Its name holds a fingerprint of all migrations and of the packages they use, so that an old one is never taken.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

HOME = Path(__file__).parent.parent
KEPT = HOME / "build" / "tests"
PACKAGES = ("django", "django-allauth")


@cache
def fingerprint() -> str:
    """Return what tells the present migrations from others."""
    digest = hashlib.sha256(" ".join(map(version, PACKAGES)).encode())
    for part in ("accounts", "core", "games", "numgames"):
        for file in sorted((*(HOME / part).rglob("migrations/*.py"), *(HOME / part).rglob("migrate.py"))):
            digest.update(str(file.relative_to(HOME)).encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def sqlite_template() -> Path:
    """Return a migrated SQLite database, to be copied."""
    template = KEPT / f"template-{fingerprint()}.sqlite3"
    with _one_process_at_a_time(template.stem):
        if not template.exists():
            made = KEPT / f"{secrets.token_hex(4)}.sqlite3"
            _migrate(f"sqlite:///{made}")
            made.rename(template)
    return template


def postgres_template(server: str) -> str:
    """Return the name of a migrated database on the server at this address, to be copied."""
    name = f"numgames_template_{fingerprint()}"
    with _one_process_at_a_time(name), psycopg.connect(server, autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            made = f"template_{secrets.token_hex(4)}"
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(made)))
            _migrate(f"{server.rpartition('/')[0]}/{made}")
            connection.execute(SQL("ALTER DATABASE {} RENAME TO {}").format(Identifier(made), Identifier(name)))
    return name


@contextmanager
def _one_process_at_a_time(name: str) -> Iterator[None]:
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _migrate(database: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        env = {"DJANGO_SETTINGS_MODULE": "numgames.settings", "SECRET_KEY": "for tests only", "DATABASE_URL": database}
        subprocess.run(
            [sys.executable, HOME / "manage.py", "migrate", "--verbosity=0"],
            env=os.environ | env | {"NUMGAMES_VAR": folder, "GAME_PACKAGES": "games", "REDIS_URL": ""},
            check=True,
        )
