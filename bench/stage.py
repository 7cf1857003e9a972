"""The set-up of a measurement: a real site, and Django on the same data in this process."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import django
import websockets

from tests.serving import Site, running

if TYPE_CHECKING:
    from accounts.models import User
    from games.matches.models import Match
    from games.matches.play.positions import Replay

FOLDER = Path(os.environ["BENCH_FOLDER"])
TOKEN = "t" * 32  # of CSRF
CROWDED = {"SOCKETS_PER_ADDRESS": "100000", "CONNECTIONS_PER_ADDRESS": "100000"}
ATTEMPTS = 10  # to open a socket, one second apart


@contextmanager
def stage(env: Mapping[str, str] | None = None) -> Iterator[Site]:
    """Start a site, with further environment variables; afterwards models can be imported and read its data."""
    with running(FOLDER, env={"WORKERS_NICE": "19", **(env or {})}) as site:
        os.environ.update({name: site.env[name] for name in site.env if name.isupper()})
        django.setup()
        logging.getLogger("security").setLevel(logging.WARNING)  # each session that is made would be a line
        logging.getLogger("websockets").setLevel(logging.CRITICAL)  # and so would each socket that is lost
        yield site


@dataclass
class Pair:
    """A match with both players' session cookies, and this process's replay of it."""

    match: Match
    cookies: tuple[str, str]
    replay: Replay

    def next_move(self) -> tuple[int, int, str]:
        """Return the index of the player to move, the ply, and a legal move, one that lays tiles if there is any."""
        game, position = self.match.game, self.replay.position
        moves = sorted(game.encode(move) for move in game.legal_moves(position))
        text = next((move for move in moves if move != "pass"), "pass")
        return position.to_move.index, self.replay.ply + 1, text

    def play(self, text: str) -> bool:
        """Add the move to the replay; return whether the match goes on."""
        self.replay = self.replay.play(self.match.game, text, bytes(self.match.seed))
        return self.replay.position.result is None

    def make_move(self) -> bool:
        """Make the next move on the site; return whether the match goes on."""
        from games.matches.play.services import play_move

        index, ply, text = self.next_move()
        play_move(self.match.pk, (self.match.first, self.match.second)[index], ply, text)
        return self.play(text)


def make_pairs(count: int, prefix: str, *, rated: bool = False) -> list[Pair]:
    """Create this many correspondence matches of Digifeud between new players."""
    from accounts.models import User
    from games.catalogue import games
    from games.matches.play import positions
    from games.matches.play.opening import start_match
    from games.matches.time.control import TimeControl

    pairs = []
    control = TimeControl.correspondence(days=3)
    for number in range(count):
        players = [User(username=f"{prefix}{number}{side}") for side in "ab"]
        for player in players:
            player.set_unusable_password()
            player.save()
        options = games()["digifeud"].options_type()
        one, two = players
        match = start_match(
            game_slug="digifeud", options=options, first=one, second=two, time_control=control, rated=rated
        )
        cookies = (session_of(one), session_of(two))
        pairs.append(Pair(match, cookies, positions.replay(match)))
    return pairs


def session_of(user: User) -> str:
    """Return the cookie of a new session of this user."""
    from django.conf import settings
    from django.test import Client

    browser = Client()
    browser.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


async def open_socket(address: str, path: str, cookie: str) -> websockets.ClientConnection:
    """Open the socket of a page, with retries while the server is busy, as a page does."""
    url = address.replace("http", "ws") + path
    headers, origin = {"Cookie": f"sessionid={cookie}"}, websockets.Origin(address)
    for patience in range(ATTEMPTS, 0, -1):
        try:
            return await websockets.connect(url, origin=origin, additional_headers=headers)
        except (websockets.InvalidHandshake, OSError, TimeoutError):
            if patience == 1:
                raise
            await asyncio.sleep(1)
    raise AssertionError("the last attempt raises")
