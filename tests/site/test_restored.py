"""After a restoration the site goes by the clock of its database as it is now, whichever database that is."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection

from core import clock
from games.matches.models import Heartbeat
from numgames import backups


def test_no_jump_from_before_the_backup_is_reckoned_with(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = {"beaten_at": clock.now(), "offset": timedelta(hours=1)}
    Heartbeat.objects.update_or_create(pk=Heartbeat.ONLY, defaults=facts)
    restored: list[Path] = []
    for name in ("check", "_restore_sqlite", "_restore_postgres"):
        monkeypatch.setattr(backups, name, restored.append)
    monkeypatch.setattr(connection, "close", lambda: None)
    backups.restore(Path("backup"))
    assert restored == [Path("backup")] * 2  # it was checked, and then restored
    assert Heartbeat.objects.get().offset == timedelta()
