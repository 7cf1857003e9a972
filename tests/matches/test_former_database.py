"""A site's database from before tables and columns were renamed: after `migrate` all its matches count and can be seen.

`former_database.sql` says what is in it. It is of SQLite, so the test runs on that.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.serving import PATIENCE, Site

DUMP = Path(__file__).with_name("former_database.sql")
RESULT = "SELECT id, ply, first_points, second_points, ending, winner, finished_at FROM matches_match ORDER BY id"
RATED = "SELECT player_id, rating, deviation, volatility, won, drawn, lost FROM ratings_rating ORDER BY id"
# The matches that still run began months ago; each player to move has a day left.
RUN_ON = "UPDATE matches_match SET moved_at = datetime('now'), deadline_at = datetime('now', '1 day') WHERE ending = ''"
COUNT = "from games.fairness.services import count_waiting; count_waiting()"
SIGN_IN = """
from django.test import Client
from accounts.models import User
client = Client()
client.force_login(User.objects.get(username="anna"))
print(client.cookies["sessionid"].value)
"""
PLAY_ON = """
import json
from games.matches import positions
from games.matches.models import Match
from games.matches.play.services import play_move
played = []
for match in Match.objects.filter(finished_at=None):
    move = next(match.game.legal_moves(positions.replay(match).position))
    played.append(play_move(match.pk, match.player(match.to_move), match.ply + 1, match.game.encode(move)).ply)
print(json.dumps(played))
"""


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """Return the site of that time with today's code, not yet migrated."""
    with closing(sqlite3.connect(tmp_path / "numgames.sqlite3")) as database:
        database.executescript(DUMP.read_text())
        database.execute(RUN_ON)
        database.commit()
    return Site(tmp_path, env={"DATABASE_URL": ""})


def rows(site: Site, query: str) -> list[tuple[Any, ...]]:  # columns of any type
    """Return the rows of a query, with values of any type."""
    with closing(sqlite3.connect(site.folder / "numgames.sqlite3")) as database:
        return database.execute(query).fetchall()


@pytest.mark.any_stack
def test_a_database_of_before_the_renames_is_migrated_and_used(site: Site) -> None:
    matches, ratings = rows(site, RESULT), rows(site, RATED)
    finished = [match for match in matches if match[-1]]
    assert (len(matches), len(finished)) == (16, 12)

    site.manage("migrate", "--verbosity", "0")
    assert rows(site, RESULT) == matches
    assert rows(site, RATED) == ratings

    checked = site.manage("recompute_ratings", "--check")
    for slug, rated in (("digifeud", 1), ("sudoku", 3), ("summy", 3), ("tenbyten", 3)):  # it had rules of its own
        assert f"{slug} days: {rated} matches, 0 differences" in checked
    site.manage("shell", "--verbosity", "0", "--command", COUNT)
    assert site.manage("recount_draws", "--check") == f"{len(finished)} matches, 0 differences\n"

    session = site.manage("shell", "--verbosity", "0", "--command", SIGN_IN).strip()
    site.start()
    try:
        with httpx.Client(base_url=site.url, cookies={"sessionid": session}, timeout=PATIENCE) as anna:
            for address in (
                "/",
                "/lobby/",
                "/ratings/",
                "/history/of/bob/",
                "/matches/by/anna/",
                "/accounts/settings/",
            ):
                assert anna.get(address, follow_redirects=True).status_code == 200, address
            for number, _ply, first, second, *_end in finished:
                assert 'data-turn="over"' in anna.get(f"/matches/{number}/").raise_for_status().text
                file = anna.get(f"/matches/{number}/match.json").raise_for_status().json()
                assert (file["match"], file["points"]) == (number, [first, second])
        played = json.loads(site.manage("shell", "--verbosity", "0", "--command", PLAY_ON))
        assert played == [6] * 4
    finally:
        status = site.stop()
    assert status == 0, site.log
    assert "Traceback" not in site.log, site.log
