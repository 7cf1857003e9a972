"""The public page of a player."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.online import presence
from accounts.services import block
from games.matches.models import Match
from games.matches.play import positions, services
from tests.html import html_of
from tests.jobs.running import run_jobs
from tests.moves import given_up

SignedIn = Callable[[User], Client]


def page_of(browser: Client, name: str) -> str:
    return html_of(browser.get(reverse("matches:player", args=[name])))


def test_a_visitor_sees_name_and_matches(match: Match, anna: User) -> None:
    page = page_of(Client(), "anna")
    assert "Playing since" in page
    assert reverse("matches:match", args=[match.pk]) in page
    assert "running" in page
    assert "Challenge" not in page


def test_a_finished_match_is_won_for_one_and_lost_for_the_other(match: Match, anna: User) -> None:
    given_up(match, anna)
    run_jobs()
    assert "lost" in page_of(Client(), "anna")
    assert "won" in page_of(Client(), "bob")


def test_bob_may_challenge_or_block_anna(match: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    page = page_of(signed_in(bob), "anna")
    assert "Challenge" in page
    assert 'action="/accounts/block/"' in page
    block(by=bob, of=anna)
    page = page_of(signed_in(bob), "anna")
    assert "Challenge" not in page
    assert 'action="/accounts/unblock/"' in page


def test_one_does_not_challenge_oneself(anna: User, signed_in: SignedIn) -> None:
    assert "Challenge" not in page_of(signed_in(anna), "anna")


def test_who_is_here_is_marked(anna: User) -> None:
    assert "online</span>" not in page_of(Client(), "anna")
    presence.touch(anna)
    assert "online</span>" in page_of(Client(), "anna")


def test_another_spelling_leads_to_the_name(anna: User, client: Client) -> None:
    answer = client.get(reverse("matches:player", args=["ANNA"]))
    assert answer.headers["Location"] == reverse("matches:player", args=["anna"])


def test_no_one_has_this_name(db: None, client: Client) -> None:
    assert client.get(reverse("matches:player", args=["nobody"])).status_code == 404


def test_the_page_shows_what_is_being_played(match: Match, anna: User, signed_in: SignedIn) -> None:
    assert 'id="played-now"' not in page_of(Client(), "anna")
    move = match.game.encode(next(match.game.legal_moves(positions.replay(match).position)))
    services.play_move(match.pk, anna, 1, move)
    assert 'id="played-now"' in page_of(Client(), "anna")
    assert 'id="played-now"' not in page_of(signed_in(anna), "anna")
