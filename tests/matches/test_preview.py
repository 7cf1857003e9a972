"""Previews, which are judged by the same code as moves."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.services import find_match, play_move
from tests.html import html_of
from tests.matches.conftest import legal_move, play_on

SignedIn = Callable[[User], Client]
HTMX = {"HX-Request": "true"}


def preview(browser: Client, match: Match, **data: str) -> str:
    answer = browser.post(reverse("matches:preview", args=[match.pk]), data, headers=HTMX)
    assert answer.status_code == 200
    return html_of(answer)


def laid_for(text: str) -> str:
    """Return the tiles of the first calculation of a match by square, as the page sends them."""
    start, calculation = text.split()
    column, row, down, right = ord(start[0]), int(start[1:-1]), start[-1] == "d", start[-1] == "r"
    squares = re.split(r"([-+x=])", calculation)
    return " ".join(
        f"{chr(column + step * right)}{row + step * down}:{token}"
        for step, tokens in enumerate(squares)
        for token in re.findall(r"\?\d|[-+x=\d]", tokens)
    )


def test_laid_tiles_become_the_notation_and_its_points(match: Match, anna: User, signed_in: SignedIn) -> None:
    text = legal_move(match)
    shown = preview(signed_in(anna), match, ply="1", placements=laid_for(text))
    assert f'data-text="{text}"' in shown
    assert 'class="legal"' in shown
    played = play_move(match.pk, anna, 1, text)
    assert f"scores {played.first_points} point" in shown
    assert not re.search(r"not your turn", shown)


def test_a_typed_move_is_judged_the_same_way(match: Match, anna: User, signed_in: SignedIn) -> None:
    assert 'class="legal"' in preview(signed_in(anna), match, ply="1", text=legal_move(match))
    assert 'class="illegal"' in preview(signed_in(anna), match, ply="1", text="g7r 1+1=3")


def test_nothing_laid_says_nothing(match: Match, anna: User, signed_in: SignedIn) -> None:
    shown = preview(signed_in(anna), match, ply="1", placements="")
    assert 'class=""' in shown
    assert 'data-text=""' in shown


def test_bob_may_plan_ahead(match: Match, bob: User, signed_in: SignedIn) -> None:
    match = play_on(match, 1)
    match = play_on(match, 1)  # bob's first move; now anna is to move, and bob previews
    position = positions.replay(match).position
    shown = preview(signed_in(bob), match, ply="4", text="pass")
    assert "It is not your turn yet." in shown
    assert positions.replay(find_match(match.pk)).position == position


def test_carl_gets_no_preview(match: Match, carl: User, signed_in: SignedIn) -> None:
    assert "Only the two players" in preview(signed_in(carl), match, ply="1", placements="g7:5")


@pytest.mark.parametrize("laid", ["g7", "g7:", ":5", "z99:5", "g7:5 g7:5 g7:5", "a" * 500, "g7:🎲", "g7:<b>"])
def test_garbage_gets_a_sentence(match: Match, anna: User, signed_in: SignedIn, laid: str) -> None:
    shown = preview(signed_in(anna), match, ply="1", placements=laid)
    assert 'class="illegal"' in shown
    assert "<b>" not in shown


def test_without_javascript_the_whole_page_says_it(match: Match, anna: User, signed_in: SignedIn) -> None:
    url = reverse("matches:preview", args=[match.pk])
    text = legal_move(match)
    page = html_of(signed_in(anna).post(url, {"ply": "1", "text": text}))
    assert "<html" in page
    assert 'class="legal"' in page
    assert f'value="{text}"' in page
    assert find_match(match.pk).ply == 0
