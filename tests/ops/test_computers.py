"""Computers think in worker processes on a real site, and failures there are handled."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import PATIENCE, Site, migrated_database
from tests.sizes import both_stacks, examples

MANY = examples(20, 50)
PAUSE = 0.1

MAKE = """
from accounts.models import User
from games.catalogue import games
from games.computers.services import find_computer
from games.matches.play.opening import start_match
from games.matches.time.control import TimeControl

anna = User.objects.create(username="anna")
for slug, level in %r:
    options = games()[slug].options_type()
    first = find_computer(level)
    control = TimeControl.correspondence(days=3)
    start_match(game_slug=slug, options=options, first=first, second=anna, time_control=control)
"""

PLIES = """
import json
from games.matches.models import Match
print(json.dumps(list(Match.objects.order_by("started_at").values_list("ply", flat=True))))
"""

ORDER = """
import json
from games.matches.models import Move
print(json.dumps(list(Move.objects.order_by("made_at").values_list("match__game_slug", flat=True))))
"""


@pytest.fixture
def thinking_site(tmp_path: Path) -> Iterator[Site]:
    """Return a site with a computer that waits for the file `end` in its folder, and one that never finishes."""
    with migrated_database(tmp_path) as database:
        env = {"GAME_PACKAGES": "games,tests.slow_bots", "SLOW_BOTS": str(tmp_path), "WORKERS": "2"}
        site = Site(tmp_path, env=database | env)
        site.env["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parents[2]), site.env.get("PYTHONPATH", "")])
        site.start()
        yield site
        assert site.stop() == 0


def plies(site: Site) -> list[int]:
    found: list[int] = json.loads(site.manage("shell", "-v0", "-c", PLIES))
    return found


def wait_for(site: Site, wanted: list[int]) -> None:
    until = time.monotonic() + PATIENCE
    while plies(site) != wanted:
        assert time.monotonic() < until, site.log
        time.sleep(5 * PAUSE)  # each look is a process


def wait_until_it_thinks(site: Site) -> int:
    """Wait until a computer thinks, and return the id of its process."""
    until = time.monotonic() + PATIENCE
    while not (site.folder / "began").exists() or not (site.folder / "began").read_text():
        assert time.monotonic() < until, site.log
        time.sleep(PAUSE)
    return int((site.folder / "began").read_text())


@both_stacks
def test_a_server_that_is_killed_while_one_thinks_loses_nothing(thinking_site: Site) -> None:
    thinking_site.manage("shell", "-v0", "-c", MAKE % [("ponder", 1)])
    thinker = wait_until_it_thinks(thinking_site)
    thinking_site.kill()
    until = time.monotonic() + PATIENCE
    while Path(f"/proc/{thinker}").exists():
        assert time.monotonic() < until, "the worker outlives its server"
        time.sleep(PAUSE)
    (thinking_site.folder / "began").unlink()
    thinking_site.start()
    assert wait_until_it_thinks(thinking_site) != thinker
    assert plies(thinking_site) == [0]
    (thinking_site.folder / "end").touch()
    wait_for(thinking_site, [1])
    assert " ERROR " not in thinking_site.log


@pytest.mark.thorough
def test_a_worker_that_is_killed_is_replaced(thinking_site: Site) -> None:
    thinking_site.manage("shell", "-v0", "-c", MAKE % [("ponder", 1)])
    thinker = wait_until_it_thinks(thinking_site)
    (thinking_site.folder / "began").unlink()
    os.kill(thinker, 9)
    assert wait_until_it_thinks(thinking_site) != thinker
    (thinking_site.folder / "end").touch()
    wait_for(thinking_site, [1])
    assert " ERROR " not in thinking_site.log


@pytest.mark.thorough  # by default: a server that is killed then, and one that stops in test_stopping.py
def test_the_server_stops_at_once_while_one_thinks(thinking_site: Site) -> None:
    thinking_site.manage("shell", "-v0", "-c", MAKE % [("ponder", 1)])
    wait_until_it_thinks(thinking_site)
    thinking_site.restart()
    assert plies(thinking_site) == [0]
    lines = [line for line in thinking_site.log.splitlines() if "The site was down" not in line]  # a slow restart
    assert len(lines) == 2  # its address, twice


@pytest.mark.thorough
def test_one_that_loops_keeps_many_others_not_waiting_and_moves_in_the_end(thinking_site: Site) -> None:
    thinking_site.manage("shell", "-v0", "-c", MAKE % [("ponder", 2), *[("sudoku", 1)] * MANY])
    wait_for(thinking_site, [1] * (1 + MANY))
    order = json.loads(thinking_site.manage("shell", "-v0", "-c", ORDER))
    assert order == ["sudoku"] * MANY + ["ponder"]
    assert "Computer 2 found no move" in thinking_site.log
    assert "TooSlow" in thinking_site.log
