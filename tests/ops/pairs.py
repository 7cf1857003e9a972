"""Matches on a served site that the test follows move by move, and their moves in the site's database."""

from __future__ import annotations

import json
import math
import time
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.digifeud.model.board import DigifeudOptions
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import SeededRandom

OPENED = 100.0  # seconds in which the page of a live match is opened
OPTIONS = DigifeudOptions(directions="4")

MAKE = """
import json
import logging
from django.conf import settings
from django.test import Client
from accounts.models import User
from games.digifeud.model.board import DigifeudOptions
from games.matches.play.opening import start_match
from games.matches.time.control import TimeControl

logging.getLogger("security").setLevel(logging.WARNING)  # each session would be a line

def player(name):
    user = User.objects.create(username=name)
    browser = Client()
    browser.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    return user, browser.cookies[settings.SESSION_COOKIE_NAME].value

def pair(number):
    (first, one), (second, two) = player(f"anna{number}"), player(f"bob{number}")
    options = DigifeudOptions.read(%(options)r)
    control = TimeControl.%(control)s
    match = start_match(game_slug="digifeud", options=options, first=first, second=second, time_control=control)
    return match.pk, bytes(match.seed).hex(), [one, two]

print(json.dumps([pair(number) for number in range(%(first)d, %(first)d + %(count)d)]))
"""

READ = """
import json
from games.matches.models import Match
rows = {match.pk: [match.ply, list(match.moves.order_by("ply").values_list("ply", "text"))]
        for match in Match.objects.all()}
print(json.dumps(rows))
"""


class Managed(Protocol):
    """A site on whose data management commands are run."""

    def manage(self, *command: str) -> str:
        """Run a command; return what it printed."""


@dataclass
class Pair:
    """Two players, by their session cookies, and the acknowledged moves of their match."""

    match: str
    seed: bytes
    cookies: list[str]
    position: DigifeudPosition
    moves: list[str] = field(default_factory=list)
    open_until: float = math.inf  # by the monotonic clock: a live match that no page opens is cancelled
    is_gone: bool = False  # with the state of the site that a backup replaced
    last: float = math.inf  # the ply after which the player to move gives up
    loser: str = ""  # the player who has given up, once that is acknowledged
    names: tuple[str, ...] = ()
    found: tuple[int, str] = (-1, "")  # the next move at this ply

    @property
    def ply(self) -> int:
        """Return the number of acknowledged moves."""
        return len(self.moves)

    @property
    def mover(self) -> int:
        """Return the index of the player to move: 0 or 1."""
        return self.position.to_move.index

    @property
    def is_over(self) -> bool:
        """Return whether the next move would end the match, or the player to move gives up."""
        if self.ply >= self.last:
            return True
        move = game.decode(self.next_move())
        return game.apply(self.position, move, SeededRandom(self.seed, self.ply + 1)).result is not None

    def next_move(self) -> str:
        """Return a legal move, with tiles if possible; deterministic."""
        if self.found[0] != self.ply:
            moves = sorted(map(game.encode, game.legal_moves(self.position)))
            self.found = self.ply, next((move for move in moves if move != "pass"), "pass")
        return self.found[1]

    def keep(self, text: str) -> None:
        """Record that the server has acknowledged this move."""
        self.moves.append(text)
        self.position = game.apply(self.position, game.decode(text), SeededRandom(self.seed, self.ply))
        assert self.position.result is None, "the test plays longer than its matches last"

    def rewind(self, ply: int) -> None:
        """Go back to an earlier ply, as the site does that restores a backup."""
        moves, self.moves = self.moves[:ply], []
        self.position = game.setup(OPTIONS, SeededRandom(self.seed))
        self.found = -1, ""
        for text in moves:
            self.keep(text)


def make_pairs(site: Managed, count: int, *, control: str = "correspondence(days=3)", first: int = 0) -> list[Pair]:
    """Create this many matches of Digifeud between new players with sessions; their names are numbered from `first`."""
    made = shell(site, MAKE % {"options": OPTIONS.data(), "count": count, "control": control, "first": first})
    until = time.monotonic() + OPENED if control.startswith("live") else math.inf
    return [
        Pair(
            match,
            bytes.fromhex(seed),
            cookies,
            game.setup(OPTIONS, SeededRandom(bytes.fromhex(seed))),
            open_until=until,
        )
        for match, seed, cookies in made
    ]


def stored_moves(site: Managed) -> dict[str, list[str]]:
    """Return the moves of every match in the site's database; assert that their plies are complete."""
    stored = {}
    for match, (ply, rows) in shell(site, READ).items():
        assert [row[0] for row in rows] == list(range(1, ply + 1)), match
        stored[match] = [text for _ply, text in rows]
    return stored


def shell(site: Managed, code: str) -> Any:  # noqa: ANN401 - whatever the code prints
    """Run the code on the site's data, and return its last line of output, parsed as JSON."""
    return json.loads(site.manage("shell", "-c", code).splitlines()[-1])
