"""A broken game folder is reported with its reason, and other games keep running."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Callable

import httpx
import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.catalogue import bots, fast_bot, games, lessons
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, resign
from games.matches.time.control import TimeControl
from games.rules import GreedyBot
from tests.plugin.conftest import HEALTHY, PACKAGE, Folders, forget, write
from tests.serving import Site, migrated_database

SignedIn = Callable[[User], Client]
MISNAMED = "from tests.example_games.reach.rules import game"
LACKING = """
from games.rules import Game


class Lacking(Game):
    slug = "lacking"


Lacking.__abstractmethods__ = frozenset()
game = Lacking()
"""
BROKEN = {
    "raising/rules.py": "raise RuntimeError('no luck')",
    "unreadable/rules.py": "def",
    "leaving/rules.py": "raise SystemExit",
    "gameless/rules.py": "",
    "classy/rules.py": "from tests.example_games.reach.rules import Reach as game",
    "misnamed/rules.py": MISNAMED,
    "lacking/rules.py": LACKING,
    "reach/rules.py": MISNAMED,
    "no-name/rules.py": MISNAMED,
    "rotten/__init__.py": "import nothing_of_this_name",
    "rotten/rules.py": MISNAMED,
    "unseen/rules.py": HEALTHY.replace("healthy", "unseen"),
    "unseen/display.py": "",
    "healthy/rules.py": HEALTHY,
    "healthy/bots.py": "bots = ['the best']",
    "healthy/lessons.py": "1 / 0",
}
REASONS = {
    "made_up.raising.rules": "RuntimeError: no luck",
    "made_up.unreadable.rules": "SyntaxError",
    "made_up.leaving.rules": "SystemExit",
    "made_up.gameless.rules": "no `game`",
    "made_up.classy.rules": "no `game`",
    "made_up.misnamed.rules": "slug is 'reach'",
    "made_up.lacking.rules": "name, aim, example, options_type",
    "made_up.reach": "another folder",
    "made_up.no-name": "name",
    "made_up.rotten": "nothing_of_this_name",
    "made_up.unseen.display": "no `display`",
    "made_up.healthy.bots": "Bot",
    "made_up.healthy.lessons": "ZeroDivisionError",
}


@pytest.fixture
def usual() -> set[str]:
    """Return the games of the site before a folder is broken."""
    return set(games())


def test_a_check_names_every_broken_folder_with_its_reason(folders: Folders) -> None:
    folders(BROKEN)
    errors = [message for message in run_checks() if message.id == "games.E001"]
    assert all(error.is_serious() for error in errors)
    told = {error.msg.split(":")[0]: error.msg for error in errors}
    assert set(told) == set(REASONS)
    for module, reason in REASONS.items():
        assert reason in told[module]


def test_without_a_broken_folder_the_check_says_nothing(folders: Folders) -> None:
    folders({"healthy/rules.py": HEALTHY})
    assert "healthy" in games()
    assert [message for message in run_checks() if message.id == "games.E001"] == []


def test_the_other_games_are_there_and_a_game_without_its_bots_and_lessons(usual: set[str], folders: Folders) -> None:
    folders(BROKEN)
    assert set(games()) == usual | {"healthy"}
    assert "digifeud" in bots()
    assert "healthy" not in bots()
    assert lessons("digifeud")
    assert lessons("healthy") == ()
    assert isinstance(fast_bot("healthy"), GreedyBot)


def test_every_fault_is_logged_once(folders: Folders, caplog: pytest.LogCaptureFixture) -> None:
    folders(BROKEN)
    with caplog.at_level(logging.ERROR, "games.catalogue"):
        for _ in range(3):
            run_checks()
            games(), bots(), lessons("healthy")
    assert Counter(re.findall(r"Left out (\S+), ", caplog.text)) == Counter([*REASONS])


@pytest.mark.parametrize("path", ["/", "/lobby/", "/games/digifeud/", "/ratings/", "/puzzles/"])
def test_pages_are_shown_all_the_same(db: None, folders: Folders, path: str) -> None:
    folders(BROKEN)
    page = Client().get(path, follow=True)
    assert page.status_code == 200
    assert "Digifeud" in page.content.decode()


def test_matches_of_a_game_that_breaks_are_shown_as_they_are_stored(
    anna: User, bob: User, signed_in: SignedIn, folders: Folders
) -> None:
    package = folders({"healthy/rules.py": HEALTHY})
    game, browser = games()["healthy"], signed_in(anna)
    ended, runs = (
        start_match(
            game_slug=game.slug,
            options=game.options_type(),
            first=anna,
            second=bob,
            time_control=TimeControl.correspondence(days=3),
        )
        for _ in range(2)
    )
    resign(ended.pk, bob)
    write(package, {"healthy/rules.py": "raise RuntimeError"})
    forget()
    for match in (ended, runs):
        assert browser.get(reverse("matches:match", args=[match.pk])).status_code == 200
    for path in ("/", "/lobby/", "/ratings/", reverse("matches:player", args=["anna"])):
        assert browser.get(path, follow=True).status_code == 200
    resign(runs.pk, anna)
    assert find_match(runs.pk).finished_at


def test_manage_py_check_fails_and_names_the_folder(folders: Folders) -> None:
    folders(BROKEN)
    with pytest.raises(SystemCheckError, match=r"made_up\.raising\.rules: RuntimeError: no luck"):
        call_command("check")


@pytest.mark.thorough
@pytest.mark.slow
def test_the_site_starts_and_says_so_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    home = tmp_path_factory.mktemp("broken")
    write(home / PACKAGE, BROKEN)
    env = {"GAME_PACKAGES": f"games,tests.example_games,{PACKAGE}", "PYTHONPATH": str(home)}
    with migrated_database(home) as database:
        site = Site(home, env=database | env)
        site.forked = False
        site.start()
        try:
            for path in ("/", "/lobby/", "/games/digifeud/"):
                assert "Digifeud" in httpx.get(f"{site.url}{path}").text
        finally:
            assert site.stop() == 0
    assert Counter(re.findall(r"Left out (\S+), ", site.log)) == Counter([*REASONS])
