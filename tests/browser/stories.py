"""Matches with a known seed, so that the test can choose moves and check the pages."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import httpx
from playwright.sync_api import Page, expect

from games.catalogue import display_of
from games.rules import AnyGame, Position, SeededRandom, Square
from tests.browser.devices import DESKTOP, PHONE
from tests.browser.input_methods import agree, write
from tests.serving import Site

if TYPE_CHECKING:
    from tests.browser.conftest import Windows  # needs the site's models, which scripts do not load

Touch = Callable[[Page, str], None]

SEED = 5
CONSIDERED = 60
START = """
import json
from unittest.mock import patch
from django.test import Client
from accounts.models import User
from games.catalogue import games
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import play_move
from games.matches.play import requests
from games.matches.time.control import TimeControl

names = ["anna {slug}", "bob {slug}"]
players = [User.objects.filter(username=name).first() or User.objects.create_user(name) for name in names]
with patch.object(Match._meta.get_field("seed"), "_get_default", return_value=({seed}).to_bytes(32, "big")):
    match = start_match(
        game_slug="{slug}",
        options=games()["{slug}"].options_type(handicap="{handicap}"),
        first=players[0],
        second=players[1],
        time_control=TimeControl.live(minutes=60, increment=0) if {live} else TimeControl.correspondence(days=3),
        rated={rated},
    )
for player in players:
    requests.arrive(match, match.seat_of(player))
for ply, text in enumerate({moves!r}, 1):
    match = play_move(match.pk, match.player(match.to_move), ply, text)
clients = [Client(), Client()]
for client, player in zip(clients, players):
    client.force_login(player)
print(json.dumps([match.pk, *(client.cookies["sessionid"].value for client in clients)]))
"""


def start(
    site: Site,
    slug: str,
    moves: list[str],
    *,
    live: bool = False,
    rated: bool = False,
    handicap: str = "0",
    seed: int = SEED,
) -> tuple[str, list[str]]:
    """Create a match after these moves; return its id and a session of each player."""
    script = START.format(slug=slug, seed=seed, moves=moves, live=live, rated=rated, handicap=handicap)
    match, *sessions = json.loads(site.manage("shell", "--verbosity", "0", "--command", script))
    return match, sessions


def sit_down(site: Site, window: Windows, slug: str, moves: list[str], *, live: bool = False) -> tuple[Page, Page]:
    """Open a match after these moves for the player to move (desktop) and the other one (phone)."""
    match, sessions = start(site, slug, moves, live=live)
    pages = (window(device=DESKTOP), window(device=PHONE))
    for page, session in zip(pages, sessions if len(moves) % 2 == 0 else sessions[::-1], strict=True):
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page.goto(f"/matches/{match}/")
    return pages


def sit_alone(site: Site, window: Windows, slug: str, moves: list[str], *, live: bool = False) -> Page:
    """Open a match after these moves for the player to move (desktop), where the other one does nothing."""
    match, sessions = start(site, slug, moves, live=live)
    page = window(device=DESKTOP)
    page.context.add_cookies([{"name": "sessionid", "value": sessions[len(moves) % 2], "url": site.url}])
    page.goto(f"/matches/{match}/")
    return page


def post(bob: httpx.Client, match: str, ply: int, text: str) -> None:
    """Send bob's move by a form, as a browser without JavaScript does."""
    if "csrftoken" not in bob.cookies:
        bob.get(f"/matches/{match}/")
    form = {"csrfmiddlewaretoken": bob.cookies["csrftoken"], "ply": str(ply), "text": text, "confirmed": "yes"}
    answer = bob.post(f"/matches/{match}/move/", data=form, headers={"Referer": f"{bob.base_url}"})
    assert answer.status_code == 302, answer.status_code


@dataclass
class Story:
    """A match with a known seed, so that the test can choose moves; they are made through the pages only."""

    game: AnyGame
    position: Position
    moves: list[str]
    seed: bytes = SEED.to_bytes(32, "big")

    @classmethod
    def begin(cls, game: AnyGame, late: int) -> Story:
        """Return the match after this many moves."""
        story = cls.dealt(game, cls.seed)
        while len(story.moves) < late and not story.position.result:
            story.play(story.choice())
        return story

    @classmethod
    def dealt(cls, game: AnyGame, seed: bytes) -> Story:
        """Return a match that begins with this deal."""
        return cls(game, game.setup(game.options_type(), SeededRandom(seed)), [], seed)

    def choice(self) -> Any:  # noqa: ANN401 - moves are of any kind
        """Return the best of the first legal moves."""
        return max(islice(self.game.legal_moves(self.position), CONSIDERED), key=self._points)

    def _points(self, move: object) -> int:
        return self.game.judge(self.position, move).points

    def play(self, move: object) -> None:
        """Follow a move made on the pages."""
        self.moves.append(self.game.encode(move))
        self.position = self.game.apply(self.position, move, SeededRandom(self.seed, len(self.moves)))

    def laid(self, move: Any) -> list[tuple[Square, str]]:  # noqa: ANN401 - moves are of any kind
        """Return the squares and faces that the move lays from the rack."""
        view = self.game.view(self.position, self.position.to_move)
        start, _space, text = self.game.encode(move).partition(" ")
        if hasattr(move, "chip"):
            return [(move.square, str(move.chip))]
        if hasattr(move, "number"):
            return [(move.square, move.number)]
        if not text:  # the one tile that was drawn
            return [
                (Square.parse(start), tile.face)
                for tile in display_of(self.game).rack(view, self.position.to_move) or ()
            ]
        faces = {cell.square: cell.face for cell in display_of(self.game).board(view).cells}
        first, down, right = Square.parse(start[:-1]), start[-1] == "d", start[-1] == "r"
        squares = [first.step(down * place, right * place) for place in range(len(text))]
        return [(square, face) for square, face in zip(squares, text, strict=True) if not faces[square]]


def click(page: Page, selector: str) -> None:
    page.locator(selector).first.click()


def tap(page: Page, selector: str) -> None:
    page.locator(selector).first.tap()


def make(page: Page, touch: Touch, story: Story, move: object) -> None:
    """Make the move through the page; a small square needs a second tap."""
    text = story.game.encode(move)
    if text.startswith("swap"):
        write(page, text)
    else:
        for square, face in story.laid(move):
            touch(page, f"#rack .tile:not(.used)[data-face='{face}']")
            touch(page, f"#{square}")
            if not page.locator(f"#{square} .staged").count():
                touch(page, f"#{square}")
            expect(page.locator(f"#{square} .staged")).to_be_visible()
        expect(page.locator("#preview.legal")).to_be_visible()
        if (chosen := page.locator(f"#variants input[value='{text}']")).count():
            chosen.check()
    expect(page.locator("#text")).to_have_value(text)
    touch(page, "#submit")
    if text.startswith("swap"):
        agree(page, "Exchange")
    elif page.locator("#question").is_visible():
        agree(page, "Play it anyway")
