"""Matches of Digifeud with known tiles between anna and bob."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from itertools import count

from playwright.sync_api import Page

from tests.browser.conftest import Windows
from tests.browser.devices import DESKTOP, PHONE, Device
from tests.serving import Site
from tests.sizes import examples

ANNAS = "3 1 8 3 5 6 ? 1 x - + ="
BOBS = "2 1 6 4 2 5 5 4 + x + ="
SEED = 397  # deals these two racks; anna begins
MANY = examples(4, 16)  # made at a time: as many as the stories of most modules need

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

def player(name):
    return User.objects.filter(username=name).first() or User.objects.create_user(name, confirm={confirm!r})

players = [player(name) for name in {names!r}]
control = TimeControl.correspondence(days=3)
agreed = {{"game_slug": "digifeud", "options": games()["digifeud"].options_type(), "time_control": control}}
with patch.object(Match._meta.get_field("seed"), "_get_default", return_value=({seed}).to_bytes(32, "big")):
    for _ in range({many}):
        match = start_match(first=players[0], second=players[1], **agreed)
        print(json.dumps([match.pk, *map(session, players)]))
"""


def sit_down(
    site: Site, window: Windows, *, anna: Device = DESKTOP, bob: Device = PHONE, confirm: str = "never"
) -> tuple[Page, Page]:
    """Open a new match in a window of each player, and return the pages; `confirm` is their setting."""
    pages = _seated(site, {window(device=anna): 1, window(device=bob): 2}, confirm)
    assert [rack(page) for page in pages] == [ANNAS, ""]  # bob's tiles are face down
    return pages[0], pages[1]


def sit_alone(site: Site, window: Windows, *, anna: Device = DESKTOP, confirm: str = "never") -> Page:
    """Open a new match for anna, where bob does nothing, and return her page."""
    (page,) = _seated(site, {window(device=anna): 1}, confirm)
    assert rack(page) == ANNAS
    return page


def _seated(site: Site, seats: dict[Page, int], confirm: str) -> list[Page]:
    told = next(_matches(site, confirm))
    for page, seat in seats.items():
        page.context.add_cookies([{"name": "sessionid", "value": told[seat], "url": site.url}])
        page.goto(f"/matches/{told[0]}/")
    return [*seats]


def rack(page: Page) -> str:
    """Return the faces on the rack from the left, including laid ones."""
    faces: list[str] = page.locator("#rack .tile").evaluate_all("tiles => tiles.map(tile => tile.dataset.face)")
    return " ".join(faces)


def staged(page: Page) -> str:
    """Return the tiles that are laid but not played, such as `e7:5 i7:13`, row by row."""
    script = "cells => cells.map(cell => [cell.id, ...[...cell.querySelectorAll('.staged')].map(e => e.textContent)])"
    cells: list[list[str]] = page.locator("#board td:has(.staged)").evaluate_all(script)
    return " ".join(f"{square}:{''.join(faces)}" for square, *faces in cells)


@lru_cache
def _matches(site: Site, confirm: str) -> Iterator[list[str]]:
    """Yield new matches on this site: the id of the match, and a session of each player."""
    names = ["anna", "bob"] if confirm == "never" else ["anna2", "bob2"]
    script = START.format(confirm=confirm, names=names, seed=SEED, many=MANY if confirm == "never" else 1)
    for _time in count():
        yield from map(json.loads, site.manage("shell", "--verbosity", "0", "--command", script).splitlines())
