"""A backup is made while matches are played, and restored: all moves that were acknowledged before it are there."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.digifeud.rules import game
from games.rules import SeededRandom
from numgames.backups import _login
from tests.ops.clients import open_page
from tests.ops.pairs import OPTIONS, Pair, make_pairs, stored_moves
from tests.services import postgres_url
from tests.serving import Site, fresh_database, migrated_database, running
from tests.sizes import THOROUGH

MATCHES = 4
ENOUGH = 3  # moves of each match before the backup, and after it
THINKING = 0.1  # seconds: the matches last longer than the backup takes
HOUR = 3600  # seconds
JUMP = f"""
from datetime import timedelta
from django.db.models import F
from games.matches.models import Heartbeat
hour = timedelta(seconds={HOUR})
Heartbeat.objects.update(offset=hour, beaten_at=F("beaten_at") - hour)
"""
BEHIND = """
from django.utils import timezone
from core import clock
print((timezone.now() - clock.now()).total_seconds())
"""
FORGET = """
from django.db import connection
connection.cursor().execute('ALTER TABLE matches_heartbeat DROP COLUMN "offset"')
"""
SQLITE, POSTGRES = "sqlite", "postgresql"


@pytest.fixture(params=[SQLITE, POSTGRES] if THOROUGH else [SQLITE])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    """Return a running site on each kind of database."""
    with ExitStack() as stack:
        server = stack.enter_context(postgres_url()) if request.param == POSTGRES else None
        if server is None:
            stack.enter_context(pytest.MonkeyPatch.context()).delenv("TEST_DATABASE_URL", raising=False)
        database = stack.enter_context(migrated_database(tmp_path, server))
        yield stack.enter_context(running(tmp_path, env=database))


@pytest.fixture(scope="module", params=[SQLITE, POSTGRES] if THOROUGH else [POSTGRES])
def unserved(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return the data of a site on each kind of database, without a server; tests leave it as it is."""
    folder = tmp_path_factory.mktemp("site")
    with ExitStack() as stack:
        server = stack.enter_context(postgres_url()) if request.param == POSTGRES else None
        with pytest.MonkeyPatch.context() as patch:
            patch.delenv("TEST_DATABASE_URL", raising=False)
            database = stack.enter_context(migrated_database(folder, server))
        site = Site(folder, env=database)
        make_pairs(site, 1)
        yield site


def manage(site: Site, *command: str | Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a management command that may fail, with these variables."""
    return Site(site.folder, env=site.env | env).attempt(*map(str, command))


def seconds_behind(site: Site) -> float:
    """Return how far the site's time, as commands know it, is behind the clock."""
    return float(site.manage("shell", "-v0", "-c", BEHIND))


async def play_on(site: Site, pair: Pair, stop: asyncio.Event, moved: asyncio.Semaphore) -> None:
    """Play until told to stop."""
    async with (
        open_page(site.url, pair.match, pair.cookies[0]) as one,
        open_page(site.url, pair.match, pair.cookies[1]) as two,
    ):
        while not stop.is_set():
            text = pair.next_move()
            await (one, two)[pair.mover].post(pair.ply + 1, text)
            pair.keep(text)
            moved.release()
            await asyncio.sleep(THINKING)


async def test_a_backup_under_load_is_restored(served: Site, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    pairs = await asyncio.to_thread(make_pairs, served, MATCHES)
    stop, moved = asyncio.Event(), asyncio.Semaphore(0)

    async def moves(count: int) -> None:
        for _move in range(count):
            await moved.acquire()

    async with asyncio.TaskGroup() as everybody:
        for pair in pairs:
            everybody.create_task(play_on(served, pair, stop, moved))
        await moves(MATCHES * ENOUGH)
        before = {pair.match: len(pair.moves) for pair in pairs}
        await asyncio.to_thread(served.manage, "backup", str(file))
        after = {pair.match: len(pair.moves) + 1 for pair in pairs}
        await moves(MATCHES * ENOUGH)
        stop.set()
    assert await asyncio.to_thread(served.stop) == 0

    refused = manage(served, "restore", file)
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert "--yes" in refused.stderr
    assert stored_moves(served) == {pair.match: pair.moves for pair in pairs}

    assert "recompute_ratings --check" in served.manage("restore", str(file), "--yes")
    stored = stored_moves(served)
    for pair in pairs:
        kept = len(stored[pair.match])
        assert stored[pair.match] == pair.moves[:kept]
        assert before[pair.match] <= kept <= after[pair.match]
    for check in ("recompute_ratings", "recount_draws"):
        served.manage(check, "--check")

    served.start()
    for pair in pairs:
        again = Pair(pair.match, pair.seed, pair.cookies, game.setup(OPTIONS, SeededRandom(pair.seed)))
        for text in stored[pair.match]:
            again.keep(text)
        async with open_page(served.url, again.match, again.cookies[again.mover]) as page:
            text = again.next_move()
            await page.post(again.ply + 1, text)
            await page.hears_of(again.ply + 1)


@pytest.mark.thorough
def test_half_a_backup_changes_nothing(unserved: Site, tmp_path: Path) -> None:
    file, half, before = tmp_path / "backup", tmp_path / "half", stored_moves(unserved)
    unserved.manage("backup", str(file))
    whole = file.read_bytes()
    half.write_bytes(whole[: len(whole) // 2])
    refused = manage(unserved, "restore", half, "--yes")
    assert (refused.returncode, len(refused.stderr.splitlines())) == (1, 1), refused.stderr
    assert stored_moves(unserved) == before != {}


@pytest.mark.django_db
@pytest.mark.parametrize("content", [None, b"", b"something else", b"SQLite format 3\0" + bytes(4096), b"PGDMP and on"])
def test_what_is_no_backup_is_refused(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "backup"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(CommandError, match=re.escape(str(file))) as refused:
        call_command("restore", str(file), "--yes")
    assert len(str(refused.value).splitlines()) == 1


def test_a_file_is_not_overwritten_by_accident(unserved: Site, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    file.write_text("precious")
    refused = manage(unserved, "backup", file)
    assert (refused.returncode, len(refused.stderr.splitlines())) == (1, 1)
    assert "--force" in refused.stderr
    assert file.read_text() == "precious"
    unserved.manage("backup", str(file), "--force")
    assert file.stat().st_mode & 0o077 == 0
    nowhere = manage(unserved, "backup", tmp_path / "no" / "folder")
    assert (nowhere.returncode, len(nowhere.stderr.splitlines())) == (1, 1)
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".backup")] == []


@pytest.mark.thorough  # by default: other refusals of a backup
def test_a_missing_pg_dump_is_one_sentence(tmp_path: Path) -> None:
    with postgres_url() as server, migrated_database(tmp_path, server) as database:
        site = Site(tmp_path, env=database)
        refused = manage(site, "backup", tmp_path / "backup", PATH=str(tmp_path))
        assert refused.stderr.startswith("CommandError: pg_dump is not installed")
        assert len(refused.stderr.splitlines()) == 1


@pytest.mark.thorough
def test_an_empty_site_is_filled_without_a_question(served: Site, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    (pair,) = make_pairs(served, 1)
    assert served.stop() == 0
    served.manage("shell", "-c", JUMP)
    assert seconds_behind(served) == pytest.approx(HOUR, abs=1)
    served.manage("backup", str(file))
    server = served.env["DATABASE_URL"]
    with ExitStack() as stack:
        if server:
            stack.enter_context(pytest.MonkeyPatch.context()).setenv("TEST_DATABASE_URL", server)
        folder = tmp_path / "new"
        database = stack.enter_context(fresh_database())
        site = Site(folder, env=os.environ | served.env | database | {"NUMGAMES_VAR": str(folder)})
        site.folder = tmp_path
        site.manage("restore", str(file))
        assert stored_moves(site) == {pair.match: []}
        assert seconds_behind(site) == pytest.approx(0, abs=1)


def test_a_backup_of_a_release_that_knew_no_jumps_is_restored(tmp_path: Path) -> None:
    file = tmp_path / "backup"
    with ExitStack() as stack:
        stack.enter_context(pytest.MonkeyPatch.context()).delenv("TEST_DATABASE_URL", raising=False)
        site = Site(tmp_path, env=stack.enter_context(migrated_database(tmp_path, None)))
        site.manage("shell", "-v0", "-c", FORGET)
        site.manage("backup", str(file))
        assert "Restored" in site.manage("restore", str(file), "--yes")


@pytest.mark.any_stack
def test_a_backup_goes_past_pgbouncer(monkeypatch: pytest.MonkeyPatch) -> None:
    direct = {"NAME": "numgames", "USER": "anna", "HOST": "database", "PORT": 5432}
    monkeypatch.setattr("django.conf.settings.DIRECT_DATABASE", direct)
    assert _login() == {"PGDATABASE": "numgames", "PGUSER": "anna", "PGHOST": "database", "PGPORT": "5432"}
