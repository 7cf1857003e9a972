"""Exchanges: which tiles were picked is known only to their player."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.matches.models import Match
from games.matches.pages.page_updates import update_since
from games.matches.play.services import find_match, play_move, resign
from games.rules import Seat
from tests.exports import export_of
from tests.html import html_of
from tests.matches.test_leaks import everything_sent

SignedIn = Callable[[User], Client]
HTMX = {"HX-Request": "true"}


def test_the_panel_shows_every_tile_of_the_rack(generous: Match, anna: User, signed_in: SignedIn) -> None:
    page = html_of(signed_in(anna).get(reverse("matches:match", args=[generous.pk])))
    assert page.count('type="checkbox" name="pick"') == 2
    assert 'data-fewest="1" data-most="2"' in page
    assert 'data-question="Really exchange them?"' in page


def test_what_was_picked_is_exchanged(generous: Match, anna: User, signed_in: SignedIn) -> None:
    url = reverse("matches:move", args=[generous.pk])
    move = {"ply": 1, "text": "swap", "pick": ["4", "1"]}
    answers = [signed_in(anna).post(url, move, headers=HTMX) for _try in range(2)]  # the second is a retry
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [move.text for move in find_match(generous.pk).moves.all()] == ["swap 41"]


def test_without_javascript_a_page_asks_first(generous: Match, anna: User, signed_in: SignedIn) -> None:
    browser, url = signed_in(anna), reverse("matches:confirm", args=[generous.pk])
    asked = html_of(browser.post(url, {"ply": 1, "text": "swap", "pick": ["4"]}))
    assert "Really exchange them?" in asked
    assert 'name="text" value="swap 4"' in asked
    assert find_match(generous.pk).ply == 0


@pytest.mark.parametrize("picks", [[], ["1", "4", "1"]])
def test_too_few_or_too_many_get_a_sentence(generous: Match, anna: User, signed_in: SignedIn, picks: list[str]) -> None:
    url = reverse("matches:confirm", args=[generous.pk])
    answer = signed_in(anna).post(url, {"ply": 1, "text": "swap", "pick": picks})
    assert answer.status_code == 422
    assert "Pick 1 to 2." in html_of(answer)


@pytest.mark.parametrize("pick", ["5", "<script>", "", "x" * 50])
def test_a_tile_that_is_not_there_is_refused(generous: Match, anna: User, signed_in: SignedIn, pick: str) -> None:
    answer = signed_in(anna).post(reverse("matches:move", args=[generous.pk]), {"ply": 1, "text": "swap", "pick": pick})
    assert answer.status_code == 422
    assert find_match(generous.pk).ply == 0


def all_that_reaches(browser: Client, user: User, match: Match) -> Iterator[str]:
    yield from everything_sent(browser, match)
    yield json.dumps(export_of(user), default=str)
    for ply in (-1, 0):
        yield html_of(update_since(match, match.seat_of(user), ply, ply).html)


def test_only_anna_learns_what_she_exchanged_until_it_is_over(
    generous: Match, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    match = play_move(generous.pk, anna, 1, "swap 41")
    for other in (bob, carl):
        sent = "".join(all_that_reaches(signed_in(other), other, match))
        assert "swap 41" not in sent
        assert "1. swap 2" in sent
    own = "".join(all_that_reaches(signed_in(anna), anna, match))
    assert "1. swap 41" in own
    assert '"moves": ["swap 41"]' in own
    match = resign(match.pk, bob)
    for other in (bob, carl):
        assert "1. swap 41" in "".join(all_that_reaches(signed_in(other), other, match))


def test_a_watcher_and_the_waiting_player_get_no_panel(
    generous: Match, bob: User, carl: User, signed_in: SignedIn
) -> None:
    for other in (bob, carl):
        page = html_of(signed_in(other).get(reverse("matches:match", args=[generous.pk])))
        assert 'name="pick"' not in page
    assert find_match(generous.pk).to_move == Seat.FIRST
