"""A transaction of a test's own, which is rolled back: what happens inside it has not happened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def undone() -> Iterator[None]:
    """Take back all that is written meanwhile; the site's own code sees no open transaction more than in any test."""
    with transaction.atomic():
        connection.atomic_blocks[-1]._from_testcase = True  # type: ignore[attr-defined]  # not in the stubs
        yield
        transaction.set_rollback(True)
