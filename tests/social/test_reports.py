"""Reports to the staff."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings
from pytest_django.asserts import assertContains, assertRedirects

from accounts.models import User
from games.computers.services import find_computer
from games.matches.models import Match
from games.social.errors import NotYou, TooManyReports
from games.social.models import ModerationAction, Report
from games.social.services import delete_old_reports, report, say
from tests.html import html_of
from tests.notifications.conftest import begin

SignedIn = Callable[[User], Client]
REPORT = "/social/report/"


def test_bob_reports_what_anna_said(match: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    message = say(match, anna, text="Grr")
    browser = signed_in(bob)
    page = reverse("matches:match", args=[match.pk])
    assertContains(browser.get(page), f'href="{REPORT}?message={message.pk}"')
    assertContains(browser.get(f"{REPORT}?message={message.pk}"), "Report a message of anna")
    answer = browser.post(f"{REPORT}?message={message.pk}", {"reason": "insult", "story": "He\u202e growls."})
    assertRedirects(answer, page)
    made = Report.objects.get()
    assert (made.by, made.about, made.match, made.message) == (bob, anna, match, message)
    assert (made.reason, made.story) == ("insult", "He growls.")


def test_a_match_and_a_player_can_be_reported(match: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    browser.post(f"{REPORT}?match={match.pk}", {"reason": "stalling"})
    browser.post(f"{REPORT}?player=bob", {"reason": "name"})
    assert [(made.about, made.match) for made in Report.objects.order_by("pk")] == [(bob, match), (bob, None)]


def test_who_blocks_beside_a_report_can_still_send_it(anna: User, bob: User, signed_in: SignedIn) -> None:
    page = f"{REPORT}?player=bob"
    blocking = html_of(signed_in(anna).get(page)).partition(reverse("accounts:block"))[2]
    back = re.findall(r'name="next"\s+value="([^"]*)"', blocking)[0]
    assert back == page


def test_who_watches_says_which_player_is_meant(
    match: Match, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    browser = signed_in(carl)
    address = f"{REPORT}?match={match.pk}"
    assert browser.post(address, {"reason": "cheating"}).status_code == 422
    assert browser.post(address, {"reason": "cheating", "about": carl.pk}).status_code == 422
    assert browser.post(address, {"reason": "cheating", "about": bob.pk}).status_code == 302
    assert Report.objects.get().about == bob
    assert browser.post(address, {"reason": "cheating", "about": anna.pk}).status_code == 302
    assert {made.about for made in Report.objects.all()} == {anna, bob}  # who play into each other's hands


def test_a_computer_in_a_report_has_the_name_that_pages_give_it(anna: User, bob: User, signed_in: SignedIn) -> None:
    match = begin(anna, find_computer(1))
    assertContains(signed_in(bob).get(f"{REPORT}?match={match.pk}"), ">Pip</span>")


@pytest.mark.parametrize("form", [{}, {"reason": "boredom"}, {"reason": "other", "story": "x" * 1001}])
def test_a_report_without_sense(match: Match, bob: User, anna: User, signed_in: SignedIn, form: dict[str, str]) -> None:
    assert signed_in(anna).post(f"{REPORT}?player=bob", form).status_code == 422
    assert not Report.objects.exists()


def test_an_open_report_is_made_once(match: Match, anna: User, bob: User) -> None:
    first = report(bob, anna, reason="insult", match=match)
    assert report(bob, anna, reason="spam", match=match) == first
    assert report(bob, anna, reason="spam") != first


def test_not_oneself_and_not_without_end(anna: User, bob: User, carl: User, settings: Settings) -> None:
    settings.RATE_LIMITS = {"reports": "1/h/user"}
    with pytest.raises(NotYou):
        report(anna, anna, reason="other")
    report(anna, bob, reason="other")
    with pytest.raises(TooManyReports):
        report(anna, carl, reason="other")


def test_a_visitor_signs_in_first(bob: User) -> None:
    assert Client().post(f"{REPORT}?player=bob", {"reason": "other"}).status_code == 302
    assert not Report.objects.exists()


def test_closed_reports_are_kept_for_a_year(anna: User, bob: User, carl: User) -> None:
    """Of one that led to an action the text goes; an open one stays."""
    closed, acted = (report(by, anna, reason="cheats", story="look") for by in (bob, carl))
    now = timezone.now()
    Report.objects.filter(pk__in=[closed.pk, acted.pk]).update(closed_at=now)
    waiting = report(bob, anna, reason="cheats", story="look")
    ModerationAction.objects.create(by=bob, kind="note", whom=anna, report=acted, why="seen")
    assert delete_old_reports(now + timedelta(days=364)) == 0
    assert delete_old_reports(now + timedelta(days=366)) == 2
    assert dict(Report.objects.values_list("pk", "story")) == {acted.pk: "", waiting.pk: "look"}
    assert delete_old_reports(now + timedelta(days=366)) == 0
