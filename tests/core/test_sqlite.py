"""Transactions on SQLite begin in the order in which they were asked for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest
from django.db.utils import ConnectionHandler

from core.sqlite3.base import Turnstile, writers

pytestmark = pytest.mark.django_db


def waits(turnstile: Turnstile, count: int) -> None:
    """Wait until so many threads wait."""
    while turnstile.waiting < count:
        Event().wait(0.01)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Callable[[], object]], None]:
    """Return a function that calls another one in a transaction, on a connection of its thread."""
    name = str(tmp_path / "turns.sqlite3")
    options = {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": "PRAGMA journal_mode=WAL"}
    handler = ConnectionHandler({"default": {"ENGINE": "core.sqlite3", "NAME": name, "OPTIONS": options}})

    def in_transaction(work: Callable[[], object]) -> None:
        with closing(handler["default"]) as connection:
            connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
            try:
                work()
                connection.commit()
            except ValueError:
                connection.rollback()

    return in_transaction


def test_no_writer_overtakes(write: Callable[[Callable[[], object]], None], tmp_path: Path) -> None:
    written: list[str] = []
    turnstile = writers.setdefault(str(tmp_path / "turns.sqlite3"), Turnstile())
    with ThreadPoolExecutor() as threads:

        def anna() -> None:
            threads.submit(write, lambda: written.append("bob"))
            waits(turnstile, 1)
            threads.submit(write, lambda: written.append("carl"))
            waits(turnstile, 2)
            written.append("anna")

        write(anna)
        write(lambda: written.append("anna, again at once"))
    assert written == ["anna", "bob", "carl", "anna, again at once"]
    assert turnstile.acquire(0)


def test_who_fails_hands_the_turn_on(write: Callable[[Callable[[], object]], None], tmp_path: Path) -> None:
    def fail() -> None:
        raise ValueError

    written: list[str] = []
    write(fail)
    write(lambda: written.append("bob"))
    assert written == ["bob"]
    assert writers[str(tmp_path / "turns.sqlite3")].acquire(0)


def test_who_has_waited_long_enough_leaves_the_queue() -> None:
    turnstile = Turnstile()
    assert turnstile.acquire(0)
    assert not turnstile.acquire(0.01)
    assert turnstile.waiting == 0
    turnstile.release()
    assert turnstile.acquire(0)
