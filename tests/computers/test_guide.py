"""A player's first match: started with one button, guided at each step, left at any time."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.catalogue import bots, displays, games
from games.computers import partials
from games.computers.models import Guide
from games.computers.partials import guide
from games.computers.services import begin_guided, hide_guide, leave_guided
from games.matches.errors import NotPlaying, Refused
from games.matches.models import Match
from games.matches.pages.match_view import MatchView
from games.matches.pages.page_updates import update_since
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, play_move, resign
from games.matches.time.control import TimeControl
from games.rules import Seat
from tests.computers.conftest import a_moment_later
from tests.example_games.reach.rules import game as reach
from tests.html import html_of

SignedIn = Callable[[User], Client]


@pytest.fixture
def match(anna: User) -> Match:
    """Return anna's first match of Digifeud, with a guide; she begins."""
    return begin_guided(anna, "digifeud")


def guide_on(page: str) -> str:
    """Return the text of the guide on a page; empty without a guide."""
    found = re.search(r'<section id="guide".*?</section>', page, re.DOTALL)
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", found[0]))).strip() if found else ""


def look(browser: Client, match: Match) -> str:
    """Return what the guide tells this viewer now."""
    return guide_on(html_of(browser.get(reverse("matches:match", args=[match.pk]))))


def test_the_rules_lead_into_a_first_match(client: Client, db: None) -> None:
    for slug in games():
        rules = html_of(client.get(reverse("rules", args=[slug])))
        assert (reverse("computers:guided", args=[slug]) in rules) == (slug in bots())


def test_one_button_makes_a_guest_and_a_match_that_the_guest_begins(client: Client, db: None) -> None:
    page = client.post(reverse("computers:guided", args=["digifeud"]), follow=True)
    match = Match.objects.get()
    assert (match.first.is_guest, match.second.username, match.rated) == (True, "Computer-1", False)
    assert displays()["digifeud"].guidance[0].template in guide_on(html_of(page))


def test_a_double_click_begins_one_match(anna: User, match: Match) -> None:
    assert begin_guided(anna, "digifeud") == match


@pytest.mark.parametrize("slug", bots())
def test_the_proposed_move_is_legal_and_can_be_made_by_its_button(anna: User, signed_in: SignedIn, slug: str) -> None:
    match, browser = begin_guided(anna, slug), signed_in(anna)
    page = html_of(browser.get(reverse("matches:match", args=[match.pk])))
    board_view = MatchView(match, Seat.FIRST)
    example = partials.propose(board_view)
    assert example.turn.squares  # the first turn can always place something
    assert str(example.turn.text) in html.unescape(page)
    move = reverse("matches:move", args=[match.pk])
    assert browser.post(move, {"ply": 1, "text": example.text}).status_code == 302
    assert find_match(match.pk).ply == 1


def test_the_guide_follows_what_happens(match: Match, anna: User, signed_in: SignedIn) -> None:
    browser, lessons = signed_in(anna), displays()["digifeud"].guidance
    example = partials.propose(MatchView(match, Seat.FIRST))
    page = look(browser, match)
    assert lessons[0].template in page
    assert f"Try {example.turn.text}" in page
    assert "Tap each tile" in page
    match = play_move(match.pk, anna, 1, example.text)
    assert f"You scored {example.turn.points} points" in look(browser, match)
    assert "Now it is Pip’s turn" in look(browser, match)
    match = a_moment_later(match)
    page = look(browser, match)
    assert "Pip has answered on the marked squares." in page
    assert lessons[1].template in page
    assert "Try " in page
    resign(match.pk, anna)
    assert "That was your first match." in look(browser, match)


def test_the_guide_falls_silent_when_its_lessons_are_done(
    match: Match, anna: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partials, "EXAMPLES", 1)
    monkeypatch.setattr(type(displays()["digifeud"]), "guidance", ())
    assert games()["digifeud"].aim.template in look(signed_in(anna), match)  # a game without guidance has its aim
    match = play_move(match.pk, anna, 1, partials.propose(MatchView(match, Seat.FIRST)).text)
    match = a_moment_later(match)
    assert "The rest is in the rules." in look(signed_in(anna), match)
    match = play_move(match.pk, anna, 3, partials.propose(MatchView(match, Seat.FIRST)).text)
    assert look(signed_in(anna), match) == ""  # the board has the room now


def test_the_guide_is_pushed_with_the_pieces_and_only_to_its_player(match: Match, anna: User) -> None:
    match = play_move(match.pk, anna, 1, partials.propose(MatchView(match, Seat.FIRST)).text)
    match = a_moment_later(match)
    assert 'id="guide"' in html_of(update_since(match, Seat.FIRST, 1, 1).html)
    assert '<div id="beside"></div>' in html_of(update_since(match, Seat.SECOND, 1, 1).html)
    assert '<div id="beside"></div>' in html_of(update_since(match, None, 1, 1).html)


def test_a_watcher_sees_no_guide(match: Match, carl: User, signed_in: SignedIn) -> None:
    page = html_of(signed_in(carl).get(reverse("matches:match", args=[match.pk])))
    assert "guide" not in page


def test_the_guide_can_be_hidden_with_and_without_a_script(match: Match, anna: User, signed_in: SignedIn) -> None:
    browser, hide = signed_in(anna), reverse("computers:hide", args=[match.pk])
    assert browser.post(hide)["Location"] == reverse("matches:match", args=[match.pk])
    assert look(browser, match) == ""
    assert '<div id="beside"></div>' in html_of(browser.post(hide, headers={"HX-Request": "true"}))
    assert find_match(match.pk).finished_at is None


def test_no_one_else_hides_it_or_leaves(match: Match, carl: User, client: Client, signed_in: SignedIn) -> None:
    hide_guide(match.pk, carl)
    with pytest.raises(NotPlaying):
        leave_guided(match.pk, carl)
    for name in ("hide", "leave"):
        assert client.post(reverse(f"computers:{name}", args=[match.pk])).status_code == 404
        assert signed_in(carl).post(reverse(f"computers:{name}", args=["nosuchone"])).status_code in (302, 404)
    assert Guide.objects.get().shown
    assert find_match(match.pk).finished_at is None


def test_leaving_ends_it_and_leads_to_the_lobby_once_and_again(match: Match, anna: User, signed_in: SignedIn) -> None:
    browser, leave = signed_in(anna), reverse("computers:leave", args=[match.pk])
    for _ in range(2):
        assert browser.post(leave)["Location"] == reverse("lobby:lobby")
    assert find_match(match.pk).ending == Match.Ending.ABORTED  # no move was made
    answer = browser.post(leave, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (204, reverse("lobby:lobby"))


def test_who_has_hidden_the_guide_elsewhere_leaves_as_well(match: Match, anna: User, signed_in: SignedIn) -> None:
    for name, page in (("hide", "matches:match"), ("leave", "lobby:lobby")):
        answer = signed_in(anna).post(reverse(f"computers:{name}", args=[match.pk]))
        assert answer["Location"].startswith(reverse(page, args=[match.pk] if name == "hide" else []))
    assert find_match(match.pk).ending == Match.Ending.ABORTED


def test_only_a_guided_match_is_left_so_easily(anna: User, match: Match) -> None:
    Guide.objects.all().delete()
    with pytest.raises(Refused):
        leave_guided(match.pk, anna)
    assert find_match(match.pk).finished_at is None


def test_matches_between_people_pay_nothing_for_it(
    anna: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    options = reach.options_type()
    match = start_match(
        game_slug="reach", options=options, first=anna, second=bob, time_control=TimeControl.correspondence(days=1)
    )
    board_view = MatchView(match, Seat.FIRST)
    with django_assert_max_num_queries(0):
        assert guide({"board_view": board_view, "match": match}) is None
