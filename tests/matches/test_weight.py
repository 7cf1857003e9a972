"""The size of a move's response, and of the page of the largest board."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from itertools import islice

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.catalogue import games
from games.matches.models import Match
from games.matches.pages.page_updates import state_of, update_since
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, play_move
from games.matches.time.control import TimeControl
from games.rules import Seat, SeededRandom

pytestmark = pytest.mark.any_stack  # it measures pages, drawn from rows that other tests read on both stacks

HEAVIEST_PUSH = 4_000  # bytes, as sent
HEAVIEST_BOARD = 6 * 1024  # bytes, compressed
MOVES = 6
TRIED = 60  # legal moves from which each turn chooses
EVERY_GAME = sorted(games())


@pytest.fixture
def matches(anna: User, bob: User) -> Callable[[str], Match]:
    """Return a function that begins a match of a game, anna against bob."""

    def start(slug: str) -> Match:
        options = games()[slug].options_type()
        return start_match(
            game_slug=slug, options=options, first=anna, second=bob, time_control=TimeControl.correspondence(days=3)
        )

    return start


def play_any(match: Match, rng: SeededRandom) -> Match:
    """Return the match after one of its legal moves."""
    tried = list(islice(match.game.legal_moves(positions.replay(match).position), TRIED))
    text = match.game.encode(tried[rng.below(len(tried))])
    return play_move(match.pk, match.player(Seat(match.to_move)), match.ply + 1, text)


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_a_pushed_move_is_light(matches: Callable[[str], Match], slug: str) -> None:
    match = matches(slug)
    for ply in range(1, MOVES + 1):
        match = find_match(match.pk)
        states = {viewer: state_of(match, viewer) for viewer in (*Seat, None)}
        version = match.version
        match = play_any(match, SeededRandom(slug.encode(), ply))
        if match.finished_at:
            return
        for viewer in (*Seat, None):
            message = json.dumps(update_since(match, viewer, version, ply - 1, states[viewer]).message())
            assert len(message.encode()) < HEAVIEST_PUSH, (ply, viewer, message)


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_the_board_is_light_in_the_page(
    matches: Callable[[str], Match], slug: str, anna: User, signed_in: Callable[[User], Client]
) -> None:
    match = matches(slug)
    for ply in range(1, MOVES + 1):
        if not match.finished_at:
            match = play_any(match, SeededRandom(slug.encode(), ply))
    page = signed_in(anna).get(reverse("matches:match", args=[match.pk])).content.decode()
    board = re.search(r'<table\s+id="board".*?</table>', page, re.DOTALL)
    assert board
    assert len(gzip.compress(board[0].encode())) <= HEAVIEST_BOARD
