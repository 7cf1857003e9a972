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
from pytest_django import Settings

from accounts.models import User
from games.analysis.models import Analysis
from games.catalogue import games
from games.lobby.models import Offer
from games.matches.models import Match
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
