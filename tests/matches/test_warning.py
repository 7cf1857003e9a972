"""A legal move that is likely a mistake has to be confirmed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.matches.errors import Unsure
from games.matches.models import Match
from games.matches.play.services import find_match, play_move
from tests.html import html_of

SignedIn = Callable[[User], Client]
HTMX = {"HX-Request": "true"}
QUESTION = "A 1 brings little. Play it anyway?"


def test_the_preview_warns(generous: Match, anna: User, signed_in: SignedIn) -> None:
    browser, url = signed_in(anna), reverse("matches:preview", args=[generous.pk])
    shown = html_of(browser.post(url, {"ply": "1", "placements": "b2:1"}, headers=HTMX))
    assert f'data-text="1b2 column" data-warning="{QUESTION}"' in shown
    assert f'<span class="warning">{QUESTION}</span>' in shown
    assert 'data-text="4b2 column" data-warning=""' in html_of(browser.post(url, {"placements": "b2:4"}, headers=HTMX))


def test_without_javascript_a_page_asks(generous: Match, anna: User, signed_in: SignedIn) -> None:
    browser, url = signed_in(anna), reverse("matches:move", args=[generous.pk])
    asked = html_of(browser.post(url, {"ply": 1, "text": "1b2 row"}))
    assert QUESTION in asked
    assert 'name="confirmed" value="yes"' in asked
    assert 'name="text" value="1b2 row"' in asked
    assert find_match(generous.pk).ply == 0
    browser.post(url, {"ply": 1, "text": "1b2 row", "confirmed": "yes"})
    assert find_match(generous.pk).ply == 1


def test_htmx_gets_the_table_with_the_question_in_its_preview(generous: Match, anna: User, signed_in: SignedIn) -> None:
    url = reverse("matches:move", args=[generous.pk])
    answer = signed_in(anna).post(url, {"ply": 1, "text": "1b2 row"}, headers=HTMX)
    assert answer.status_code == 422
    assert f'data-text="1b2 row" data-warning="{QUESTION}"' in html_of(answer)
    assert html_of(answer).lstrip().startswith('<div id="match_view"')
    assert find_match(generous.pk).ply == 0


def test_a_good_move_is_not_asked_about(generous: Match, anna: User, signed_in: SignedIn) -> None:
    signed_in(anna).post(reverse("matches:move", args=[generous.pk]), {"ply": 1, "text": "4b2 row"})
    assert find_match(generous.pk).ply == 1


def test_an_illegal_move_is_refused_and_not_asked_about(generous: Match, anna: User, signed_in: SignedIn) -> None:
    answer = signed_in(anna).post(reverse("matches:move", args=[generous.pk]), {"ply": 1, "text": "5b2"})
    assert "You have no 5." in html_of(answer)


def test_a_repeated_request_is_not_asked_again(generous: Match, anna: User) -> None:
    with pytest.raises(Unsure):
        play_move(generous.pk, anna, 1, "1b2", sure=False)
    play_move(generous.pk, anna, 1, "1b2", sure=True)
    assert play_move(generous.pk, anna, 1, "1b2", sure=False).ply == 1
