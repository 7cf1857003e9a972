"""Distinction between outages, where a retry helps, and bugs, where it does not."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from django.db import InterfaceError, OperationalError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

PRIMARY = 0xFF  # mask for the primary result code of SQLite, without its extension


def is_outage(error: BaseException | None) -> bool:
    """Return whether this error means that the database or Redis is unreachable, full or overloaded.

    Failed constraints and invalid SQL are not outages. SQLite also reports invalid SQL as OperationalError, so its
    result code decides: SQLITE_ERROR is a bug, all others (busy, full, unreadable) are outages.
    """
    return any(_is_outage(one) for one in _causes(error))


def is_unreachable(error: BaseException) -> bool:
    """Return whether this error means that the database server could not be reached; never with SQLite."""
    return is_outage(error) and not any(isinstance(one, sqlite3.Error) for one in _causes(error))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _is_outage(error: BaseException) -> bool:
    if isinstance(error, OperationalError) and isinstance(error.__cause__, sqlite3.Error):
        return error.__cause__.sqlite_errorcode & PRIMARY != sqlite3.SQLITE_ERROR
    return isinstance(error, OperationalError | InterfaceError | RedisConnectionError | RedisTimeoutError)
