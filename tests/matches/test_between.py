"""The parts of a match page beside the board: notices, hints, and the end of the previous game of a match."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.matches.models import Match
from games.matches.pages.page_updates import state_of, update_since
from games.matches.play import positions
from games.matches.play.services import play_move
from games.rules import Seat
from tests.html import html_of

SignedIn = Callable[[User], Client]
ENDED = "The first game ended 10 to 4."


def page_of(browser: Client, match: Match) -> str:
    return html_of(browser.get(reverse("matches:match", args=[match.pk])))


def test_who_is_to_move_gets_the_notice(generous: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    assert '<span class="notice">This is your last turn.</span>' in page_of(signed_in(anna), generous)
    assert "last turn" not in page_of(signed_in(bob), generous)


def test_who_is_to_move_gets_the_hints(generous: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    assert page_of(signed_in(anna), generous).count("<small class=hint>7</small>") == 9
    assert "class=hint" not in page_of(signed_in(bob), generous)
    assert "class=hint" not in page_of(Client(), generous)


def test_everybody_sees_how_the_last_game_ended(
    generous: Match, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    assert '<section id="interlude" aria-label="The last game" hidden></section>' in page_of(Client(), generous)
    match = play_move(generous.pk, anna, 1, "4b2")
    for browser in (signed_in(anna), signed_in(bob), signed_in(carl), Client()):
        page = page_of(browser, match)
        assert ENDED in page
        assert ENDED in page.partition('id="status"')[2].partition("</p>")[0]  # on a phone the rest is out of sight
        assert "<details open>" in page
        assert page.count("id=b2") == 1  # the small board has no ids, which would be duplicates
        assert '<td class="number last"><b>4</b></td>' in page


def test_it_comes_by_the_open_line_and_goes_when_it_is_no_news(generous: Match, anna: User, bob: User) -> None:
    before = state_of(generous, Seat.SECOND)
    match = play_move(generous.pk, anna, 1, "4b2")
    update = update_since(match, Seat.SECOND, 0, 0, before)
    assert ENDED in html_of(update.html)
    match = play_move(match.pk, bob, 2, "2a1")
    update = update_since(match, Seat.SECOND, 1, 1, update.state)
    gone = html_of(update.html)
    assert 'id="interlude"' in gone
    assert ENDED not in gone
    third = next(match.game.legal_moves(positions.replay(match).position))
    match = play_move(match.pk, anna, 3, match.game.encode(third))
    assert 'id="interlude"' not in html_of(update_since(match, Seat.SECOND, 2, 2, update.state).html)
