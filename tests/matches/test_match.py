"""The page of a match, for players and spectators."""

from __future__ import annotations

import re
from collections.abc import Callable
from unittest.mock import ANY

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import resign
from games.matches.time.control import TimeControl
from games.rules import Seat
from tests.html import html_of
from tests.matches.conftest import play_on

SignedIn = Callable[[User], Client]
RACK_TILE = re.compile(r'data-face="([^"]*)"')


def page_of(browser: Client, match: Match) -> str:
    return html_of(browser.get(reverse("matches:match", args=[match.pk])))


def test_anna_sees_the_board_and_her_own_tiles(match: Match, anna: User, signed_in: SignedIn) -> None:
    page = page_of(signed_in(anna), match)
    view = match.game.view(positions.current(match), Seat.FIRST)
    own = match.display.rack(view, Seat.FIRST)
    assert own
    assert RACK_TILE.findall(page) == [tile.face for tile in own]
    assert page.count("<td id=") == 169
    assert "You begin." in page
    seal = reverse("matches:fairness", args=[match.pk])
    assert f'<a href="{seal}">' in page
    assert match.commitment in html_of(signed_in(anna).get(seal))


def test_bob_sees_his_tiles_and_waits(match: Match, bob: User, signed_in: SignedIn) -> None:
    match = play_on(match, 2)
    page = page_of(signed_in(bob), match)
    own = match.display.rack(match.game.view(positions.current(match), Seat.SECOND), Seat.SECOND)
    assert own
    assert RACK_TILE.findall(page) == [tile.face for tile in own]
    assert "Waiting for anna." in page
    assert 'form="move" disabled' in page


def test_carl_watches_board_and_turns_but_no_rack(match: Match, carl: User, signed_in: SignedIn) -> None:
    play_on(match, 2)
    for browser in (signed_in(carl), Client()):
        page = page_of(browser, match)
        assert RACK_TILE.findall(page) == []
        assert "You are watching." in page
        assert page.count('<li id="turn-') == 2
        assert 'id="move"' not in page


def test_when_it_is_over_everybody_sees_both_racks(match: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    resign(play_on(match, 1).pk, anna)
    for browser in (signed_in(anna), signed_in(bob), Client()):
        page = page_of(browser, match)
        assert page.count('class="final-rack"') == 2
        assert page.count('class="tile small') == 22
    assert "You win!" in page_of(signed_in(bob), match)
    assert "bob wins." in page_of(signed_in(anna), match)
    assert "Rematch" in page_of(signed_in(anna), match)
    assert "Rematch" not in page_of(Client(), match)


def test_the_squares_of_the_last_move_are_marked(match: Match, bob: User, signed_in: SignedIn) -> None:
    play_on(match, 1)
    page = page_of(signed_in(bob), match)
    assert len(re.findall(r'<td id=\w+ class="[^"]*\blast\b', page)) == 5


def test_no_such_match(client: Client, db: None) -> None:
    for name in ("match", "notation", "fairness", "updates"):
        assert client.get(reverse(f"matches:{name}", args=["nosuchmatch"])).status_code == 404


def test_a_page_without_a_socket_asks_for_its_pieces(match: Match, bob: User, signed_in: SignedIn) -> None:
    url = reverse("matches:updates", args=[match.pk])
    browser = signed_in(bob)
    assert browser.get(url, {"version": 0, "ply": 0}).json() == {"version": 0, "now": ANY}
    play_on(match, 1)
    news = browser.get(url, {"version": 0, "ply": 0}).json()
    assert (news["version"], news["data"]["ply"], news["data"]["turn"]) == (1, 1, "mine")
    assert browser.get(url, {"version": "x"}).status_code == 400


def test_after_a_move_over_days_the_next_match_opens_for_who_wants_it(
    match: Match, anna: User, bob: User, signed_in: SignedIn
) -> None:
    options, control = match.options, TimeControl.live(minutes=5, increment=8)
    live = start_match(game_slug="digifeud", options=options, first=anna, second=bob, time_control=control)
    assert "data-advance" not in page_of(signed_in(anna), match)
    User.objects.filter(pk=anna.pk).update(auto_advance=True)
    assert "data-advance" in page_of(signed_in(anna), match)
    assert "data-advance" not in page_of(signed_in(anna), live)
