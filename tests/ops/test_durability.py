"""A move is on the disk before it is acknowledged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.serving import Site

pytestmark = pytest.mark.any_stack  # it is about SQLite alone

FULL = 2
READ = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("PRAGMA synchronous")
    print(cursor.fetchone()[0])
    cursor.execute("PRAGMA journal_mode")
    print(cursor.fetchone()[0])
"""


def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    site = Site(tmp_path, env={"DATABASE_URL": ""})

    assert site.manage("shell", "-c", READ).split()[-2:] == [str(FULL), "wal"]
