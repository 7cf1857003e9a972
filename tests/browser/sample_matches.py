"""A match of each of the four games between anna and bob, created by one start of Django."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Unpack

from playwright.sync_api import Page

from tests.browser.devices import Device
from tests.serving import Site

if TYPE_CHECKING:
    from tests.browser.conftest import Windows

GAMES = ("digifeud", "sudoku", "summy", "tenbyten")
START = """
import json
from unittest.mock import patch
from django.test import Client
from accounts.models import User
from games.catalogue import games
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.time.control import TimeControl

def session(player):
    client = Client()
    client.force_login(player)
    return client.cookies["sessionid"].value

players = [User.objects.create_user(name, theme={theme!r}) for name in {names!r}]
for slug in {games!r}:
    control = TimeControl.correspondence(days=3)
    agreed = {{"game_slug": slug, "options": games()[slug].options_type(), "time_control": control}}
    with patch.object(Match._meta.get_field("seed"), "_get_default", return_value=(5).to_bytes(32, "big")):
        match = start_match(first=players[0], second=players[1], **agreed)
    print(json.dumps([slug, match.pk, *map(session, players)]))
"""


@dataclass(frozen=True)
class SampleMatches:
    """The ids of the matches by game, and sessions of both players."""

    matches: dict[str, str]
    sessions: tuple[str, str]

    def sit_down(
        self, site: Site, window: Windows, slug: str, device: Device, *, javascript: bool = True, **more: Unpack[Device]
    ) -> Page:
        """Open the match of this game in a window of anna, who begins."""
        page = window(device=device, javascript=javascript, **more)
        page.context.add_cookies([{"name": "sessionid", "value": self.sessions[0], "url": site.url}])
        page.goto(f"/matches/{self.matches[slug]}/")
        return page


@lru_cache
def begin(site: Site, *names: str, theme: str = "auto") -> SampleMatches:
    """Create the four matches between two players with these names."""
    script = START.format(names=names, games=GAMES, theme=theme)
    lines = [json.loads(line) for line in site.manage("shell", "--verbosity", "0", "--command", script).splitlines()]
    return SampleMatches({slug: match for slug, match, *_sessions in lines}, (lines[0][2], lines[0][3]))
