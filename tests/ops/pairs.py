"""Matches on a served site that the test follows move by move, and their moves in the site's database."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import SeededRandom
from tests.serving import Site

OPTIONS = DigifeudOptions(directions="4")

MAKE = """
import json
from django.conf import settings
from django.test import Client
from accounts.models import User
from games.digifeud.model.options import DigifeudOptions
from games.matches.services import start_match
from games.matches.time.control import TimeControl

def player(name):
    user = User.objects.create(username=name)
    browser = Client()
    browser.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    return user, browser.cookies[settings.SESSION_COOKIE_NAME].value

def pair(number):
    (first, one), (second, two) = player(f"anna{number}"), player(f"bob{number}")
    options = DigifeudOptions.read(%(options)r)
    control = TimeControl.correspondence(days=3)
    match = start_match(game_slug="digifeud", options=options, first=first, second=second, time_control=control)
    return match.pk, bytes(match.seed).hex(), [one, two]

print(json.dumps([pair(number) for number in range(%(count)d)]))
"""

READ = """
import json
from games.matches.models import Match
rows = {match.pk: [match.ply, list(match.moves.order_by("ply").values_list("ply", "text"))]
        for match in Match.objects.all()}
print(json.dumps(rows))
"""


@dataclass
class Pair:
    """Two players, by their session cookies, and the acknowledged moves of their match."""

    match: str
    seed: bytes
    cookies: list[str]
    position: DigifeudPosition
    moves: list[str] = field(default_factory=list)

    @property
    def ply(self) -> int:
        """Return the number of acknowledged moves."""
        return len(self.moves)

    @property
    def mover(self) -> int:
        """Return the index of the player to move: 0 or 1."""
        return self.position.to_move.index

    def next_move(self) -> str:
        """Return a legal move, with tiles if possible; deterministic."""
        moves = sorted(map(game.encode, game.legal_moves(self.position)))
        return next((move for move in moves if move != "pass"), "pass")

    def keep(self, text: str) -> None:
        """Record that the server has acknowledged this move."""
        self.moves.append(text)
        self.position = game.apply(self.position, game.decode(text), SeededRandom(self.seed, self.ply))
        assert self.position.result is None, "the test plays longer than its matches last"


def make_pairs(site: Site, count: int) -> list[Pair]:
    """Create this many matches of Digifeud between new players with sessions."""
    made = _shell(site, MAKE % {"options": OPTIONS.data(), "count": count})
    return [
        Pair(match, bytes.fromhex(seed), cookies, game.setup(OPTIONS, SeededRandom(bytes.fromhex(seed))))
        for match, seed, cookies in made
    ]


def stored_moves(site: Site) -> dict[str, list[str]]:
    """Return the moves of every match in the site's database; assert that their plies are complete."""
    stored = {}
    for match, (ply, rows) in _shell(site, READ).items():
        assert [row[0] for row in rows] == list(range(1, ply + 1)), match
        stored[match] = [text for _ply, text in rows]
    return stored


def _shell(site: Site, code: str) -> Any:  # noqa: ANN401 - whatever the code prints
    """Run the code on the site's data, and return its last line of output, parsed as JSON."""
    return json.loads(site.manage("shell", "-c", code).splitlines()[-1])
