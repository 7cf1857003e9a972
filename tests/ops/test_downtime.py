"""A site that was killed, or lost its database, in the middle of a live match: its return costs no player time."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx
import pytest

from games.matches.play.heartbeat import SILENCE
from tests.ops.tcp_forwarder import Cable, cable_to
from tests.services import postgres_url
from tests.serving import Site, migrated_database, running
from tests.sizes import both_stacks

MAKE = """
import json
from datetime import timedelta
from django.conf import settings
from django.test import Client
from accounts.models import User
from games.catalogue import games
from games.matches.play import positions
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, play_move
from games.matches.play import requests
from games.matches.time.control import TimeControl
from games.rules import Seat

anna, bob = User.objects.create(username="anna"), User.objects.create(username="bob")
control = TimeControl.live(minutes=5, increment=8)
options = games()["digifeud"].options_type()
match = start_match(game_slug="digifeud", options=options, first=anna, second=bob, time_control=control, rated=True)
for seat in Seat:
    requests.arrive(find_match(match.pk), seat)

def next_move():
    position = positions.replay(find_match(match.pk)).position
    texts = (match.game.encode(move) for move in match.game.legal_moves(position))
    return max((text for text in texts if text != "pass"), default="pass")

for player, ply in ((anna, 1), (bob, 2)):
    play_move(match.pk, player, ply, next_move())
browser = Client()
browser.force_login(anna, settings.AUTHENTICATION_BACKENDS[0])
print(json.dumps([match.pk, next_move(), browser.cookies[settings.SESSION_COOKIE_NAME].value]))
"""

# While the site is away, everything that has happened moves a quarter of an hour into the past.
AGE = """
from datetime import timedelta
from django.db.models import F
from games.matches.models import Heartbeat, Match
long = timedelta(minutes=15)
times = ("clock_since", "deadline_at", "moved_at", "started_at")
Match.objects.update(**{name: F(name) - long for name in times})
print(Heartbeat.objects.update(beaten_at=F("beaten_at") - long))
"""

READ = """
import json
from games.matches.models import Match
match = Match.objects.get()
print(json.dumps([match.ply, match.ending, match.first_left.total_seconds(), match.downtimes]))
"""


def shell(site: Site, code: str) -> Any:  # noqa: ANN401 - whatever the code prints
    """Run the code on the site's data, and return its last line of output, parsed as JSON."""
    return json.loads(site.manage("shell", "-v0", "-c", code).splitlines()[-1])


def play(site: Site, match: str, text: str, cookie: str) -> httpx.Response:
    """Send anna's next move as the page does."""
    return httpx.post(
        f"{site.url}/matches/{match}/move/",
        data={"ply": "3", "text": text},
        cookies={"sessionid": cookie, "csrftoken": "t" * 32},
        headers={"X-CSRFToken": "t" * 32, "HX-Request": "true"},
        timeout=60,
    )


@both_stacks
def test_a_site_that_was_dead_for_a_quarter_of_an_hour_gives_the_time_back(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        match, text, cookie = shell(site, MAKE)
        site.kill()
        shell(site, AGE)
        site.start()
        answer = play(site, match, text, cookie)
        assert answer.status_code == 200, answer.text[:1000]
        ply, ending, left, downtimes = shell(site, READ)
        assert (ply, ending) == (3, "")
        assert left > 4 * 60
        assert downtimes.startswith("2:9")  # after move 2, for 900 seconds and a little more


@pytest.fixture
def cabled(tmp_path: Path) -> Iterator[tuple[Site, Site, Cable]]:
    """Return a site whose PostgreSQL can be unplugged, its data by another way, and the cable."""
    with ExitStack() as stack:
        database = stack.enter_context(migrated_database(tmp_path, stack.enter_context(postgres_url())))
        parts = urlsplit(database["DATABASE_URL"])
        cable = stack.enter_context(cable_to(parts.port or 0))
        netloc = f"{parts.username}@127.0.0.1:{cable.port}"
        through = {"DATABASE_URL": urlunsplit(parts._replace(netloc=netloc))}
        yield stack.enter_context(running(tmp_path, env=through)), Site(tmp_path, env=database), cable


@pytest.mark.thorough
def test_a_site_that_lost_its_database_while_it_ran_gives_the_time_back(cabled: tuple[Site, Site, Cable]) -> None:
    site, direct, cable = cabled
    match, text, cookie = shell(direct, MAKE)
    cable.pull_out()
    assert play(site, match, text, cookie).status_code == 503
    shell(direct, AGE)
    time.sleep(SILENCE.total_seconds())  # by its own clock, too, the site has been without it for long
    cable.plug_in()
    answer = play(site, match, text, cookie)
    while answer.status_code == 503:
        answer = play(site, match, text, cookie)
    assert answer.status_code == 200, answer.text[:1000]
    ply, ending, left, downtimes = shell(direct, READ)
    assert (ply, ending) == (3, "")
    assert left > 4 * 60
    assert downtimes.startswith("2:9")
