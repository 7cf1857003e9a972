"""Two scheduler processes on PostgreSQL: each of many overdue matches is ended once."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services import postgres_url
from tests.serving import HOME, PATIENCE, Site, migrated_database
from tests.sizes import examples

pytestmark = pytest.mark.postgres  # several clocks are for PostgreSQL

MATCHES = examples(60, 500)
PAUSE = 0.5  # seconds between two polls

MAKE = """
from datetime import timedelta
from accounts.models import User
from games.catalogue import games
from games.matches.play import positions
from games.matches.models import Match, Move
from games.matches.play.opening import start_match
from games.matches.time.terms import played_correspondence
from games.matches.time.control import TimeControl

def first_move(match):
    return match.game.encode(next(match.game.legal_moves(positions.replay(match).position)))

anna, bob = User.objects.create(username="anna"), User.objects.create(username="bob")
terms = {"game_slug": "sudoku", "options": games()["sudoku"].options_type(), "first": anna, "second": bob}
for number in range(%d):
    live = TimeControl.live(minutes=5, increment=8)
    slow = TimeControl.correspondence(days=3, vacation=number %% 4 == 0)
    start_match(**terms, time_control=live if number %% 2 else slow)
over_days = Match.objects.filter(played_correspondence())
made = {"ply": 1, "made_at": anna.date_joined}
Move.objects.bulk_create(Move(match=match, text=first_move(match), **made) for match in over_days)
over_days.update(ply=1, to_move=2)
Match.objects.update(deadline_at=Match.objects.first().started_at - timedelta(hours=1))
"""

COUNT = """
import json
from collections import Counter
from games.matches.models import Vacation, Match
print(json.dumps([
    Match.objects.filter(finished_at=None, deadline_at__lte=Match.objects.first().started_at).count(),
    Counter(f"{match.ending} {match.version}" for match in Match.objects.all()),
    [(leave.ends_at - leave.begins_at).total_seconds() for leave in Vacation.objects.all()],
]))
"""


@pytest.fixture
def unserved(tmp_path: Path) -> Iterator[Site]:
    """Return the data of a site on PostgreSQL, without a server."""
    with postgres_url() as url, migrated_database(tmp_path, url) as database:
        yield Site(tmp_path, env=database)


@pytest.mark.thorough
def test_two_clock_processes_end_many_overdue_matches_once_each(unserved: Site) -> None:
    unserved.manage("shell", "-v0", "-c", MAKE % MATCHES)
    command = [sys.executable, str(HOME / "manage.py"), "clock"]
    clocks = [subprocess.Popen(command, env=unserved.env, text=True, stderr=subprocess.PIPE) for _clock in range(2)]
    deadline = time.monotonic() + 10 * PATIENCE
    while json.loads(unserved.manage("shell", "-v0", "-c", COUNT))[0]:
        assert time.monotonic() < deadline, "the clocks are too slow"
        time.sleep(PAUSE)
    for clock in clocks:
        clock.send_signal(signal.SIGTERM)
        _, errors = clock.communicate(timeout=PATIENCE)
        assert (clock.returncode, errors) == (0, "")
    _left, ended, hours = json.loads(unserved.manage("shell", "-v0", "-c", COUNT))
    # Half are live, without both players. Half of the others allow vacation: two hours, taken once, save them all.
    assert ended == {"aborted 1": MATCHES // 2, "time 1": MATCHES // 4, " 2": MATCHES // 4}
    assert hours == [2 * 3600]
