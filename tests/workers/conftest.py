"""A pool of real processes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from games import workers
from games.workers import pool


@pytest.fixture
def two_workers(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Provide up to two workers, and end them afterwards."""
    settings.WORKERS = 2
    monkeypatch.setattr(pool, "_pools", [])
    yield
    workers.close()
