"""The number of waiting turns: in the title, in the navigation, below a match; and the link to the most urgent."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from games.matches.models import Match
from games.matches.play.services import resign
from games.notifications.turns import waiting_turns
from tests.html import html_of
from tests.notifications.conftest import begin

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]


def hurry(match: Match, hours: int) -> str:
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now() + timedelta(hours=hours))
    return match.pk


@pytest.fixture
def three(anna: User, bob: User, carl: User) -> list[str]:
    """Return the ids of three matches in which anna is to move, most urgent first; two others are not hers to move."""
    begin(bob, anna)
    resign(begin(anna, bob).pk, bob)
    late, soon, later = (hurry(begin(anna, other), hours) for other, hours in ((bob, 20), (carl, 2), (bob, 50)))
    return [soon, late, later]


def test_turns_wait_by_the_time_that_is_left(three: list[str], anna: User, bob: User) -> None:
    assert [match.pk for match in waiting_turns(anna)] == three
    assert waiting_turns(bob).count() == 1


@pytest.mark.parametrize("path", ["/lobby/", "/accounts/settings/", "/notifications/", "/games/digifeud/", "/nowhere/"])
def test_every_page_says_how_many(three: list[str], anna: User, signed_in: SignedIn, path: str) -> None:
    page = html_of(signed_in(anna).get(path))
    assert page.split("<title>")[1].startswith("(3) ")
    assert re.search(r'data-others="3"\s*>.*Your turn</span> <b\s*>3</b>', page, re.DOTALL)


def test_none_is_not_said(carl: User, signed_in: SignedIn) -> None:
    page = html_of(signed_in(carl).get("/lobby/"))
    assert page.split("<title>")[1].startswith("Lobby")
    assert 'data-others="0" hidden' in page


def test_a_visitor_is_not_asked_for(client: Client, db: None) -> None:
    assertNotContains(client.get("/lobby/"), "my_turns")


def test_next_goes_to_the_most_urgent_and_round(three: list[str], anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    assert browser.get("/notifications/next/").headers["Location"] == f"/matches/{three[0]}/"
    for here, there in zip(three, [*three[1:], three[0]], strict=True):
        assert browser.get(f"/notifications/next/?after={here}").headers["Location"] == f"/matches/{there}/"


def test_after_a_move_next_leaves_out_the_match_that_waits_no_more(
    three: list[str], anna: User, signed_in: SignedIn
) -> None:
    Match.objects.filter(pk=three[0]).update(to_move=2)
    answer = signed_in(anna).get(f"/notifications/next/?after={three[0]}")
    assert answer.headers["Location"] == f"/matches/{three[1]}/"


def test_where_none_waits_next_says_so(carl: User, signed_in: SignedIn) -> None:
    answer = signed_in(carl).get("/notifications/next/?after=nonsense", follow=True)
    assertContains(answer, "No other match is waiting for you.")


def test_a_match_shows_the_others_that_wait(three: list[str], anna: User, bob: User, signed_in: SignedIn) -> None:
    page = html_of(signed_in(anna).get(f"/matches/{three[0]}/"))
    assert f'<a class="button" href="/notifications/next/?after={three[0]}">Next turn <b class="badge">2</b>' in page
    assert page.split("<title>")[1].startswith("(3) ")
    assert re.search(r'data-others="2"\s*>.*Your turn</span> <b\s*>2</b>', page, re.DOTALL)  # in the header too
    assert '<b class="badge">1</b>' in html_of(signed_in(bob).get(f"/matches/{three[1]}/"))


def test_the_last_one_that_waits_offers_no_next(match: Match, anna: User, carl: User, signed_in: SignedIn) -> None:
    page = html_of(signed_in(anna).get(f"/matches/{match.pk}/"))
    assert '<p id="next" hidden>' in page
    assert page.split("<title>")[1].startswith("(1) ")
    assert 'data-others="0" hidden' in page
    assertNotContains(signed_in(carl).get(f"/matches/{match.pk}/"), 'id="next"')


def test_a_stranger_signs_in_first(client: Client, db: None) -> None:
    assertRedirects(
        client.get("/notifications/next/"), "/accounts/login/?next=/notifications/next/", fetch_redirect_response=False
    )


def test_many_turns_cost_one_query(
    anna: User, bob: User, signed_in: SignedIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _match in range(12):
        begin(anna, bob)
    browser = signed_in(anna)
    browser.get("/games/digifeud/")
    with django_assert_num_queries(2):  # the user of the cached session, and the count
        browser.get("/games/digifeud/")
