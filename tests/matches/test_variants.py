"""Variants of the same tiles: listed, chosen, and played with or without a script."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.matches import positions
from games.matches.models import Match
from games.matches.services import find_match
from tests.html import html_of

SignedIn = Callable[[User], Client]
HTMX = {"HX-Request": "true"}
RADIO = re.compile(r'<input type="radio" name="choice" value="([^"]*)" data-squares="([^"]*)"[^>]*?( checked)?>')


def preview(browser: Client, match: Match, headers: dict[str, str] | None = None, **data: str) -> str:
    return html_of(browser.post(reverse("matches:preview", args=[match.pk]), data, headers=headers))


def test_every_way_to_play_is_offered_the_first_one_chosen(generous: Match, anna: User, signed_in: SignedIn) -> None:
    shown = preview(signed_in(anna), generous, HTMX, ply="1", placements="b2:4")
    assert RADIO.findall(shown) == [
        ("4b2", "b2", " checked"),
        ("4b2 row", "a2 b2 c2", ""),
        ("4b2 column", "b1 b2 b3", ""),
    ]
    assert 'data-text="4b2"' in shown
    assert "brings 4 points" in shown
    assert "brings 7 points" in shown
    assert "It takes a whole line." in shown
    assert "3 ways to play this." in shown


def test_a_typed_variant_is_the_one_that_is_chosen(generous: Match, anna: User, signed_in: SignedIn) -> None:
    shown = preview(signed_in(anna), generous, HTMX, ply="1", text="4b2 row")
    assert [text for text, _squares, checked in RADIO.findall(shown) if checked] == ["4b2 row"]
    assert 'data-text="4b2 row"' in shown


def test_a_single_way_is_no_choice(match: Match, anna: User, signed_in: SignedIn) -> None:
    shown = preview(signed_in(anna), match, HTMX, ply="1", text="pass")
    assert '<fieldset id="variants" hidden></fieldset>' in shown
    assert 'data-text="pass"' in shown


def test_without_javascript_every_way_has_its_button(generous: Match, anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    page = preview(browser, generous, ply="1", text="4b2")
    assert re.findall(r'name="variant" value="([^"]*)"', page) == ["4b2", "4b2 row", "4b2 column"]
    browser.post(reverse("matches:move", args=[generous.pk]), {"ply": "1", "text": "4b2", "variant": "4b2 column"})
    assert [move.text for move in find_match(generous.pk).moves.all()] == ["4b2 column"]
    assert find_match(generous.pk).first_points == 7


def test_the_detail_of_a_turn_is_told_after_it(generous: Match, anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    page = browser.post(reverse("matches:move", args=[generous.pk]), {"ply": 1, "text": "4b2 row"}, headers=HTMX)
    assert html_of(page).count("It takes a whole line.") == 2  # the status line, and the list of turns


def test_a_preview_changes_nothing(generous: Match, anna: User, signed_in: SignedIn) -> None:
    before = positions.replay(generous).position
    preview(signed_in(anna), generous, HTMX, ply="1", placements="b2:4")
    assert positions.replay(find_match(generous.pk)).position == before


@pytest.mark.parametrize("variant", ["x" * 101, "4b2 diagonal", "<b>"])
def test_a_variant_that_is_none_gets_a_sentence(generous: Match, anna: User, signed_in: SignedIn, variant: str) -> None:
    answer = signed_in(anna).post(
        reverse("matches:move", args=[generous.pk]), {"ply": 1, "text": "4b2", "variant": variant}
    )
    assert answer.status_code == 422
    assert find_match(generous.pk).ply == 0
