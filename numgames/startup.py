"""Preparation before serving: migrations, computer players, puzzles, static files; fast if nothing has changed."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryFile

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games.analysis.services import renew_outdated
from games.computers.services import make_computers
from games.puzzles.services.stock import load_packs
from numgames.assets import bundles
from numgames.assets.former_files import remove_former
from numgames.preflight import check_history

UNWRITABLE = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EEXIST, errno.ENOTDIR}
HINT = "Name folders that this user may write to in NUMGAMES_VAR and STATIC_ROOT."


def prepare() -> None:
    """Update the database and the collected static files, under a file lock shared by all processes.

    Raises CommandError if a folder cannot be written.
    """
    root = Path(settings.STATIC_ROOT)
    try:
        settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
        root.parent.mkdir(parents=True, exist_ok=True)
        with file_lock(root.with_suffix(".lock")):
            _require_writable(settings.VAR_DIR)
            _migrate()
            make_computers()
            load_packs()
            renew_outdated()
            _collect(root.with_suffix(".stamp"))
    except OSError as fault:
        if fault.errno not in UNWRITABLE:
            raise
        raise CommandError(f"Cannot write to {fault.filename or settings.VAR_DIR}: {fault.strerror}. {HINT}") from None


def _require_writable(folder: Path) -> None:
    """Raise OSError unless files can be made in the folder."""
    with TemporaryFile(dir=folder):
        pass


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
    remove_former(Path(settings.STATIC_ROOT), timezone.now())


def remove_former_files() -> None:
    """Remove the static files that were replaced long ago; the scheduler calls this while the site runs."""
    root = Path(settings.STATIC_ROOT)
    if root.is_dir() and os.access(root, os.W_OK):
        with file_lock(root.with_suffix(".lock")):
            remove_former(root, timezone.now())


def _static_state() -> str:
    """Return a fingerprint of all static files, games included, of how they are compressed and of the bundles."""
    compressor = version("servestatic") if settings.COMPRESS_STATIC else ""
    digest = hashlib.sha256(f"{compressor} {bundles.state()}".encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            file = Path(storage.path(path)).stat()
            digest.update(f"{path} {file.st_size} {file.st_mtime_ns}\n".encode())
    return digest.hexdigest()
