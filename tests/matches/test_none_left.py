"""That no tile is left is said only where none is: not of a player who draws one with each turn."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.catalogue import games
from games.matches.pages.match_view import MatchView
from games.matches.pages.questions import answer_question
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, resign
from games.matches.time.control import TimeControl
from tests.html import html_of

SignedIn = Callable[[User], Client]


def test_a_cancelled_match_has_tiles_to_draw(anna: User, bob: User, signed_in: SignedIn) -> None:
    options, control = games()["sudoku"].options_type(), TimeControl.correspondence(days=3)
    match = start_match(game_slug="sudoku", options=options, first=anna, second=bob, time_control=control)
    waits = match.seat_of(bob)
    assert waits
    assert MatchView(match, waits).has_more
    assert answer_question(match, waits, "my tiles") == "Your tiles: none at the moment."

    resign(match.pk, anna)
    assert find_match(match.pk).finished_at
    page = html_of(signed_in(anna).get(reverse("matches:match", args=[match.pk])))
    assert "Tiles to draw" in page
    assert "no tiles left" not in page
