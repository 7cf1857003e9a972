"""The database of an earlier site keeps every row and gets the tables of a new one.

`database_58393661` is what `manage.py demo` made with the code of that commit, with rows added to the tables that it
left empty, and without passwords: for SQLite from `iterdump`, for PostgreSQL from `pg_dump --inserts`.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import psycopg
import pytest

from tests.schema import Schema, postgres_schema, sqlite_schema
from tests.serving import PATIENCE, Site, fresh_database, migrated_database
from tests.sizes import cases, on_postgresql

pytestmark = pytest.mark.stack
DUMPS = "database_58393661"
ROWS = 'SELECT * FROM "{}"'
Row = dict[str, Any]  # the values of a row by column, of any type
GROWING = {"django_migrations", "django_content_type", "auth_permission", "jobs_job"}  # `migrate` adds rows to these
# Of what is checked or made again, and the choice for a mail that is new.
RENEWED = {("puzzles_puzzle", "checked_at"), ("analysis_analysis", "version"), ("notifications_preferences", "off")}
REPLAYED = """
from games.matches.play import positions
from games.matches.models import Match
for match in Match.objects.all():
    scores = positions.replay(match).position.scores
    assert match.ending == "resigned" or scores == (match.first_points, match.second_points), match.pk
print(Match.objects.count())
"""
SIGN_IN = """
from django.test import Client
from accounts.models import User
client = Client()
client.force_login(User.objects.get(username="carl"))
print(client.cookies["sessionid"].value)
"""
PLAY_ON = """
import json
from games.matches.play import positions
from games.matches.models import Match
from games.matches.play.services import play_move
played = []
for match in Match.objects.filter(finished_at=None, time_kind="correspondence"):
    position = positions.replay(match).position
    move = match.game.encode(next(match.game.legal_moves(position)))
    after = play_move(match.pk, match.player(position.to_move), match.ply + 1, move)
    played.append(after.ply - match.ply)
print(json.dumps(played))
"""


@contextmanager
def former_site(folder: Path) -> Iterator[Site]:
    """Yield today's site with the database of that time, which is not yet migrated."""
    with fresh_database() as env:
        kind = "postgresql" if env["DATABASE_URL"] else "sqlite"
        dump = gzip.decompress(Path(__file__).with_name(f"{DUMPS}.{kind}.sql.gz").read_bytes()).decode()
        site = Site(folder, env=env, options=("--no-clock",))
        _execute(site, dump)
        yield site


class Migrated(NamedTuple):
    """The site with its database migrated, and all rows before and after that."""

    site: Site
    before: dict[str, list[Row]]
    after: dict[str, list[Row]]


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Migrated]:
    """Yield the migrated site, for all tests of it: to migrate takes longer than what they look at."""
    with former_site(tmp_path_factory.mktemp("former")) as site:
        before = rows_of(site)
        site.manage("migrate", "--verbosity", "0")
        yield Migrated(site, before, rows_of(site))


def _execute(site: Site, script: str) -> None:
    if address := site.env["DATABASE_URL"]:
        with psycopg.connect(address, autocommit=True) as postgres:
            postgres.execute(script)
    else:
        with closing(sqlite3.connect(site.folder / "numgames.sqlite3")) as sqlite:
            sqlite.executescript(script)


def rows_of(site: Site) -> dict[str, list[Row]]:
    """Return all rows of all tables."""
    tables = [table for table in schema_of(site) if not table.startswith("sqlite_")]
    if address := site.env["DATABASE_URL"]:
        with psycopg.connect(address, row_factory=psycopg.rows.dict_row) as postgres:
            return {table: postgres.execute(ROWS.format(table)).fetchall() for table in tables}
    with closing(sqlite3.connect(site.folder / "numgames.sqlite3")) as sqlite:
        sqlite.row_factory = sqlite3.Row
        return {table: [*map(dict, sqlite.execute(ROWS.format(table)))] for table in tables}


def schema_of(site: Site) -> Schema:
    """Return the site's tables."""
    if address := site.env["DATABASE_URL"]:
        return postgres_schema(address)
    with closing(sqlite3.connect(site.folder / "numgames.sqlite3")) as sqlite:
        return sqlite_schema(sqlite)


def refusal(site: Site, *command: str) -> str:
    """Run a command, which must fail, and return what it printed."""
    ended = site.attempt(*command)
    assert ended.returncode == 1, ended
    return ended.stdout + ended.stderr


def test_every_row_is_kept(migrated: Migrated) -> None:
    site, before, after = migrated
    assert all(before.values())
    for table, rows in before.items():
        columns = [column for column in rows[0] if (table, column) not in RENEWED]
        kept = [{column: row[column] for column in columns} for row in after[table]]
        assert all({column: row[column] for column in columns} in kept for row in rows), table
        assert table in GROWING or len(kept) == len(rows), table
    site.manage("migrate", "--check")
    site.manage("makemigrations", "--check")


def test_the_tables_are_those_of_a_new_site(migrated: Migrated, tmp_path: Path) -> None:
    with migrated_database(tmp_path) as env:
        assert schema_of(migrated.site) == schema_of(Site(tmp_path, env=env))


@on_postgresql
def test_its_matches_go_on(migrated: Migrated) -> None:
    site = migrated.site
    matches = rows_of(site)["matches_match"]
    finished = [match for match in matches if match["finished_at"]]
    assert int(site.manage("shell", "--verbosity", "0", "--command", REPLAYED)) == len(matches)
    checked = site.manage("recompute_ratings", "--check").splitlines()
    assert len(checked) == 12
    assert all(line.endswith(" 0 differences") for line in checked), checked

    session = site.manage("shell", "--verbosity", "0", "--command", SIGN_IN).strip()
    site.start()
    try:
        with httpx.Client(base_url=site.url, cookies={"sessionid": session}, timeout=PATIENCE) as carl:
            for address in (
                *("/", "/lobby/", "/ratings/", "/history/of/bob/", "/matches/by/carl/", "/accounts/settings/"),
                *("/puzzles/", "/notifications/", "/fairness/"),
            ):
                assert carl.get(address, follow_redirects=True).status_code == 200, address
            for match in matches:
                page = carl.get(f"/matches/{match['id']}/").raise_for_status()
                assert ('data-turn="over"' in page.text) == bool(match["finished_at"])
            for match in finished:
                file = carl.get(f"/matches/{match['id']}/match.json").raise_for_status().json()
                assert file["points"] == [match["first_points"], match["second_points"]]
        played = json.loads(site.manage("shell", "--verbosity", "0", "--command", PLAY_ON))
        running = [match for match in matches if not match["finished_at"] and match["time_kind"] == "correspondence"]
        assert played == [1] * len(running)
    finally:
        status = site.stop()
    assert status == 0, site.log
    assert "Traceback" not in site.log, site.log


@pytest.mark.thorough  # by default: rows and tables of an earlier site
def test_a_database_with_all_that_was_squashed_is_up_to_date(migrated: Migrated) -> None:
    site = migrated.site
    tables = schema_of(site)
    _execute(site, "DELETE FROM django_migrations WHERE name IN ('0001_squashed', '0002_until_0_2')")
    site.manage("migrate", "--check")
    site.manage("migrate", "--verbosity", "0")
    assert schema_of(site) == tables


@on_postgresql
@cases("name", ["0024_indexes_of_few", "0013_rules_version"], default=["0013_rules_version"])
def test_an_older_database_is_refused(tmp_path: Path, name: str) -> None:
    with former_site(tmp_path) as site:
        _execute(site, f"DELETE FROM django_migrations WHERE name = '{name}'")  # noqa: S608 - one of the two above
        before = rows_of(site)
        for command in (("migrate",), ("prepare",), ("serve", "--prepare", "--port", "0")):
            (line,) = refusal(site, *command).splitlines()
            assert line.startswith("The database is too old, as it lacks the migration ")
            assert name in line
        assert rows_of(site) == before
