"""Two processes that both run one event all the time on PostgreSQL: to its end nothing happens twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.ops.pairs import shell
from tests.services import postgres_url
from tests.serving import Site, migrated_database

MAKE = """
import json
from accounts.models import User
from core import clock
from games.catalogue import games
from games.events.models import Event
from games.events.services import announce_event, enter
from games.matches.time.control import USUAL_CORRESPONDENCE
event = Event(kind=%(kind)r, game_slug="summy", rated=True, starts_at=clock.now())
event.option_data = games()["summy"].options_type().data()
event.time_control = USUAL_CORRESPONDENCE
announce_event(event)
players = [User.objects.create_user(f"p{number}") for number in range(8)]
print(json.dumps([event.pk, {enter(event.pk, player).player.username: event.pk for player in players}]))
"""
TICK = 0.05  # seconds
# Both begin each run at the same tick, so that they meet in every round.
SCHEDULE = """
import json
from time import sleep, time
from core import clock
from games.events.formats import run
from games.events.models import Event
from games.events.services import record_result
from games.matches.models import Match
passes = 0
while not Event.objects.get(pk=%(key)r).is_over:
    sleep(%(tick)r - time() %% %(tick)r)
    run(%(key)r, clock.now())
    for match in Match.objects.filter(event_key=%(key)r, finished_at__isnull=False, pairing__result=""):
        record_result(match)
    passes += 1
print(json.dumps(passes))
"""
GIVE_UP = """
import json
from games.events.models import Event
from games.matches.models import Match
from games.matches.play.services import find_match
from tests.moves import given_up
for match in Match.objects.filter(event_key=%(key)r, finished_at=None).select_related("first", "second"):
    given_up(find_match(match.pk), max(match.first, match.second, key=str))
print(json.dumps(Event.objects.get(pk=%(key)r).is_over))
"""
CHECK = """
import json
from tests.ops.event_checks import problems_of, stuck_ones
print(json.dumps([*problems_of([%(key)r], %(entered)r, {}), *stuck_ones([%(key)r])]))
"""


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["swiss", "knockout"])
def test_two_processes_run_an_event_to_its_end(tmp_path: Path, kind: str) -> None:
    with postgres_url() as server, migrated_database(tmp_path, server) as database:
        site = Site(tmp_path, env=database)
        key, entered = shell(site, MAKE % {"kind": kind})
        facts = {"key": key, "entered": entered, "tick": TICK}
        with ThreadPoolExecutor() as threads:
            commands = [partial(shell, Site(tmp_path, env=database), SCHEDULE % facts) for _process in range(2)]
            schedulers = [threads.submit(command) for command in commands]
            while not shell(site, GIVE_UP % facts):
                for scheduler in schedulers:
                    assert not scheduler.done() or scheduler.result()
        assert all(scheduler.result() > 1 for scheduler in schedulers)
        assert shell(site, CHECK % facts) == []
