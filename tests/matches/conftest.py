"""Matches between anna and bob, and legal moves in them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import count

import pytest
import time_machine

from accounts.models import User
from core import clock
from core.clock import SiteTime
from games.catalogue import bots, displays, games
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.heartbeat import BEAT, Heart, heart
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, play_move
from games.matches.time.control import TimeControl
from games.rules import AnyGame, Position, SeededRandom
from tests.conftest import Published
from tests.matches.generous import Generous, GenerousDisplay
from tests.matches.stories import NOW, Story, usual


class World:
    """The clocks that processes look at: the monotonic one of the machine, and that of the database."""

    def __init__(self) -> None:
        self.ticks = 1000.0
        self.database = datetime(2026, 11, 22, 12, tzinfo=UTC)

    def process(self) -> Heart:
        """Return the heartbeat of a process that starts now."""
        return Heart(SiteTime(lambda: self.ticks), lambda: self.database)

    def passes(self, time: timedelta) -> None:
        """Let time pass on both clocks."""
        self.ticks += time.total_seconds()
        self.database += time

    def beats(self, process: Heart, time: timedelta) -> None:
        """Let time pass in which this process serves the site."""
        for _beat in range(int(time.total_seconds() / BEAT)):
            self.passes(timedelta(seconds=BEAT))
            process.beat()


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    """Return clocks that stand still unless the test moves them; this process goes by them too."""
    world = World()
    anchor = clock.Anchor(world.database, world.ticks, world.database)
    monkeypatch.setattr(clock, "shared", SiteTime(lambda: world.ticks))
    monkeypatch.setattr(clock.shared, "anchor", anchor)
    monkeypatch.setattr(heart, "time", clock.shared)
    monkeypatch.setattr(heart, "database_now", lambda: world.database)
    return world


@pytest.fixture
def match(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> Match:
    """Return a match of Digifeud that anna begins against bob, dealt so that the first turns need no pass."""
    seeds = map(_bytes, count(1))
    monkeypatch.setattr(Match._meta.get_field("seed"), "_get_default", lambda: next(seeds))
    options = games()["digifeud"].options_type()
    return start_match(
        game_slug="digifeud", options=options, first=anna, second=bob, time_control=TimeControl.correspondence(days=3)
    )


@pytest.fixture
def story(
    request: pytest.FixtureRequest, anna: User, bob: User, carl: User, published: list[Published]
) -> Iterator[Story]:
    """Return a story of anna and bob, who sleeps at night; carl watches."""
    User.objects.filter(pk=bob.pk).update(night_begins=23, night_ends=7)
    with time_machine.travel(NOW, tick=False) as time:
        people = {"anna": anna, "bob": User.objects.get(pk=bob.pk), "carl": carl}
        is_usual = "a_match_by_correspondence" in request.node.name
        yield Story(people, time, published, {} if is_usual else usual())


@pytest.fixture
def generous(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> Match:
    """Return a match of Generous: anna begins and holds 1 and 4, bob holds 2 and 3."""
    game = Generous()
    bots()  # kept from the first call on: a game without a folder has none
    monkeypatch.setitem(games(), game.slug, game)
    monkeypatch.setitem(displays(), game.slug, GenerousDisplay())
    seed = next(seed for seed in map(_bytes, range(10_000)) if _hands(game, seed) == ["14", "23"])
    monkeypatch.setattr(Match._meta.get_field("seed"), "_get_default", lambda: seed)
    options = game.options_type()
    return start_match(
        game_slug=game.slug, options=options, first=anna, second=bob, time_control=TimeControl.correspondence(days=3)
    )


def _bytes(number: int) -> bytes:
    return number.to_bytes(32, "big")


def _hands(game: Generous, seed: bytes) -> list[str]:
    return ["".join(sorted(hand)) for hand in game.setup(game.options_type(), SeededRandom(seed, 0)).hands]


def legal_move(match: Match) -> str:
    """Return a legal move in notation."""
    return _last_in_order(match.game, positions.replay(match).position)


@lru_cache(maxsize=1 << 10)
def _last_in_order(game: AnyGame, position: Position) -> str:
    """Return the last legal move in alphabetical order; most matches of the tests begin alike."""
    texts = (game.encode(move) for move in game.legal_moves(position))
    return max((text for text in texts if text != "pass"), default="pass")


def play_on(match: Match, moves: int) -> Match:
    """Return the match after this many more legal moves."""
    for _move in range(moves):
        match = find_match(match.pk)
        mover = match.first if match.to_move == 1 else match.second
        match = play_move(match.pk, mover, match.ply + 1, legal_move(match))
    return match
