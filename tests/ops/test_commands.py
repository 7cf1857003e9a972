"""Management commands."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Count, F, Q
from pytest_django import Settings

from accounts.models import User
from core import clock
from games.analysis.models import Analysis
from games.catalogue import bots, games
from games.clubs.models import Member
from games.daily.models import Try
from games.events.models import Event
from games.lobby.models import Offer
from games.matches.models import Match
from games.puzzles.models import SolvedDay
from games.rules import Seat
from games.social.models import Favourite, Message
from numgames.management.commands import demo
from tests.serving import HOME, PATIENCE, Site, environment, running
from tests.sizes import cases, examples

pytestmark = pytest.mark.any_stack  # the demo of a newcomer is on SQLite

OVERDUE = """
from accounts.models import User
from games.catalogue import games
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.time.control import TimeControl
anna, bob = (User.objects.create_user(name) for name in ("anna", "bob"))
for game in games().values():
    terms = {"options": game.options_type(), "time_control": TimeControl.correspondence(days=3)}
    start_match(game_slug=game.slug, first=anna, second=bob, **terms)
Match.objects.update(deadline_at=Match.objects.first().started_at)
"""
LEFT = "from games.matches.models import Match; print(Match.objects.filter(finished_at=None).count())"
WAIT = f"""
import time
from games.matches.models import Match
until = time.monotonic() + {PATIENCE}
while Match.objects.filter(finished_at=None).exists() and time.monotonic() < until:
    time.sleep(0.1)
"""


@pytest.mark.django_db(transaction=True)
def test_the_demo_shows_matches_in_all_states_and_is_made_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "SEASON", examples(24, demo.SEASON))
    for _ in range(2):
        call_command("demo", searched=1)
        assert "Sign in as anna, bob, carl or dora" in capsys.readouterr().out
        assert User.objects.filter(is_computer=False).count() == 4
        assert Match.objects.filter(ending=Match.Ending.RUNNING, ply=0, event_key="").count() == len(games())
        assert Match.objects.filter(ending=Match.Ending.PLAYED).count() >= len(games())
        assert Match.objects.filter(ending=Match.Ending.RESIGNED).exists()
        assert [one.state for one in Analysis.objects.all()] == [Analysis.State.ASKED]
        assert Offer.objects.filter(kind=Offer.Kind.OPEN).count() == 2 * len(games())
        assert Offer.objects.filter(kind=Offer.Kind.DIRECT).count() == 1
    check_people()
    check_matches()


def check_people() -> None:
    """Check whom the players of the demo know, and what they have said, asked for and solved."""
    known = Favourite.objects.order_by("pk").values_list("by__username", "of__username")
    assert [*known] == [("anna", "bob"), ("anna", "carl"), ("bob", "anna"), ("dora", "anna")]
    members = Member.objects.order_by("pk").values_list("player__username", "role")
    assert [*members] == [("anna", "founder"), ("bob", "member"), ("carl", "member"), ("dora", "asked")]
    chat = Message.objects.order_by("pk")
    assert [*chat.values_list("author__username", "text")] == [*zip(("bob", "anna") * 2, demo.TALK, strict=True)]
    assert {(one.match.first.username, one.match.second.username) for one in chat} == {("anna", "bob")}
    offers = Offer.objects.values_list("kind", "challenger__username", "opponent__username", "rated").distinct()
    open_kinds = [("open", "bob", None, True), ("open", "dora", None, False)]
    assert {*offers} == {*open_kinds, ("direct", "carl", "anna", True), ("club", "bob", None, False)}
    events = Event.objects.order_by("kind", "state").values_list("kind", "state").distinct()
    assert [*events] == [("arena", "open"), ("knockout", "over"), ("league", "open"), ("league", "running")]
    today = clock.now().date()
    before = SolvedDay.objects.filter(day__lt=today).order_by("player")
    assert [*before.values_list("player__username").annotate(Count("pk"))] == [("anna", 6), ("bob", 23), ("carl", 2)]
    solved = SolvedDay.objects.filter(day=today).order_by("player").values_list("player__username", flat=True)
    assert [*solved] == ["bob", "carl", "dora"]


def check_matches() -> None:
    """Check who plays whom in the demo, and that no one resigns who leads."""
    running = Match.objects.filter(ending="", event_key="").exclude(second__is_computer=True)
    found = running.order_by("ply", "game_slug").values_list("first__username", "second__username", "ply")
    assert {*found} == {("carl", "dora", 0), ("dora", "anna", 6), ("bob", "carl", 7), ("anna", "bob", 12)}
    resigned = Match.objects.filter(game_slug="digifeud", ending=Match.Ending.RESIGNED, event_key="")
    behind = Q(winner=Seat.FIRST, first_points__lt=F("second_points"))
    behind |= Q(winner=Seat.SECOND, second_points__lt=F("first_points"))
    assert resigned.count() > 5
    assert not resigned.filter(behind).exists()
    tries = Try.objects.filter(ended_at__isnull=False).order_by("player").values_list("player__username")
    with_bots = len([*filter(bots().get, games())])
    assert {*tries.annotate(Count("pk"))} == {(name, with_bots) for name in ("bob", "carl", "dora")}


@cases("command", ["shell", "runserver"], default=["shell"])
def test_only_what_serves_sockets_loads_twisted(tmp_path: Path, command: str) -> None:
    look = f"""
import sys
sys.argv = ["manage.py", "{command}"]
import django
django.setup()
print("twisted" in sys.modules)
"""
    env = {**os.environ, **environment(tmp_path), "PYTHONPATH": str(HOME)}
    loaded = subprocess.check_output([sys.executable, "-c", look], env=env, text=True).strip()
    assert loaded == str(command == "runserver")


def test_the_demo_stays_away_from_a_public_site(settings: Settings) -> None:
    settings.SECURE = True
    with pytest.raises(CommandError, match="not on a public site"):
        call_command("demo")


@pytest.fixture
def clockless_site(tmp_path: Path) -> Iterator[Site]:
    """Return a site whose scheduler is another process."""
    with running(tmp_path, options=("--no-clock",)) as site:
        yield site


@pytest.mark.thorough
def test_the_clock_may_be_a_process_of_its_own(clockless_site: Site) -> None:
    clockless_site.manage("shell", "-v0", "-c", OVERDUE)
    command = [sys.executable, str(HOME / "manage.py"), "clock"]
    with subprocess.Popen(command, env=clockless_site.env, text=True, stderr=subprocess.PIPE) as clock:
        clockless_site.manage("shell", "-v0", "-c", WAIT)
        clock.send_signal(signal.SIGTERM)
        _, errors = clock.communicate(timeout=PATIENCE)
    assert (clock.returncode, errors) == (0, "")
    assert clockless_site.manage("shell", "-v0", "-c", LEFT).strip() == "0"
