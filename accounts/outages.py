"""Tells an outage, where trying again later helps, from a fault of ours, where it does not."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from django.db import InterfaceError, OperationalError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

PRIMARY = 0xFF  # the part of an error code of SQLite that says what kind of error it is


def is_outage(error: BaseException | None) -> bool:
    """Say whether this error means that the database or Redis is away, full or overloaded.

    Constraints that fail and SQL that is wrong are no outages. SQLite calls wrong SQL operational too, so there its
    own code decides: the generic one means a fault of ours, all others (busy, full, unreadable) a lack of resources.
    """
    return any(_is_outage(one) for one in _causes(error))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _is_outage(error: BaseException) -> bool:
    if isinstance(error, OperationalError) and isinstance(error.__cause__, sqlite3.Error):
        return error.__cause__.sqlite_errorcode & PRIMARY != sqlite3.SQLITE_ERROR
    return isinstance(error, OperationalError | InterfaceError | RedisConnectionError | RedisTimeoutError)
