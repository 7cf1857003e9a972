"""Moderation actions in the admin: each is logged, and the player is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from accounts.services import delete_account
from games.matches.models import Match
from games.matches.play.services import find_match
from games.social import comments, moderation
from games.social.errors import Silenced
from games.social.models import ChatSettings, Comment, Message, ModerationAction, Report
from games.social.moderation import carry_out, report_context_of
from games.social.services import report, say
from tests.alike import one
from tests.conftest import PASSWORD
from tests.factors import give_factor
from tests.html import html_of
from tests.moves import first_move, given_up
from tests.social.conftest import SECRET, heard

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]
ADD = "/admin/social/moderationaction/add/"
LOG = "/admin/social/moderationaction/"
REPORTS = "/admin/social/report/"


@pytest.fixture
def dora(db: None) -> User:
    """Return a moderator."""
    return give_factor(User.objects.create_user("dora", password=PASSWORD, is_staff=True, is_superuser=True))


@pytest.fixture
def desk(dora: User, signed_in: SignedIn) -> Client:
    return signed_in(dora)


def until(moment: datetime) -> dict[str, str]:
    """Return the admin's two form fields for a date and time."""
    return {"until_0": f"{moment:%Y-%m-%d}", "until_1": f"{moment:%H:%M:%S}"}


def do(desk: Client, kind: str, **more: str | int) -> None:
    """Submit the form for a moderation action."""
    form = {"kind": kind, "why": f"Because of {kind}."} | more
    assertRedirects(desk.post(ADD, form), LOG)


def test_a_report_shows_what_was_said_around_it(match: Match, anna: User, bob: User, carl: User, desk: Client) -> None:
    say(match, anna, text="First things first")
    message = say(match, bob, text="<b>Grr</b>")
    say(match, carl, text=SECRET)
    made = report(anna, bob, reason="insult", story="He growls.", match=match, message=message)
    report(carl, bob, reason="name")
    assertContains(desk.get(REPORTS), "Insults or threats")
    page = desk.get(f"{REPORTS}{made.pk}/change/")
    for words in (
        "He growls.",
        "First things first",
        "&lt;b&gt;Grr&lt;/b&gt;",
        f"/matches/{match.pk}/",
        "An offensive name",
    ):
        assertContains(page, words)
    assertNotContains(page, SECRET)  # another room than the reported message's


def test_a_report_offers_what_can_be_done_about_it(match: Match, anna: User, bob: User, desk: Client) -> None:
    message, comment = say(match, bob, text="Grr"), one(Comment, author=bob, topic="puzzle.1", text="Bah")
    subjects = {
        "message": report(anna, bob, reason="insult", match=match, message=message),
        "match": report(anna, bob, reason="cheating", match=match),
        "player": report(anna, bob, reason="name"),
        "comment": report(anna, bob, reason="spam", subject=f"comment:{comment.pk}"),
    }
    usual = {"silence", "unsilence", "close", "dismiss"}
    more = {"message": {"void", "erase"}, "match": {"void"}, "player": set[str](), "comment": {"erase"}}
    for name, made in subjects.items():
        page = unescape(html_of(desk.get(f"{REPORTS}{made.pk}/change/")))
        assert {*re.findall(r"/add/\?kind=(\w+)&", page)} == usual | more[name], name
    User.objects.filter(pk=bob.pk).update(is_active=False)
    page = unescape(html_of(desk.get(f"{REPORTS}{made.pk}/change/")))
    assert {*re.findall(r"/add/\?kind=(\w+)&", page)} == usual - {"close"} | {"reopen", "erase"}
    User.objects.filter(pk=bob.pk).update(is_active=True)
    for name in ("player", "match"):
        answer = desk.post(ADD, {"kind": "erase", "report": subjects[name].pk, "why": "Because."})
        assertContains(answer, "You can erase only reported messages.")
    do(desk, "erase", report=subjects["comment"].pk)
    comment.refresh_from_db()
    message.refresh_from_db()
    assert (comment.text, bool(comment.erased_at), message.text) == ("", True, "Grr")
    for query, count in {"": "3 reports", "?state=closed": "1 report", "?state=all": "4 reports"}.items():
        assert re.findall(r"\d+ reports?\b", html_of(desk.get(f"{REPORTS}{query}"))) == [count]


def test_a_report_shows_the_words_next_to_it_and_what_came_before(
    match: Match, anna: User, bob: User, carl: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name, number in ((moderation, "AROUND", 1), (comments, "AROUND", 1), (moderation, "LATEST", 2)):
        monkeypatch.setattr(module, name, number)
    said = [say(match, author, text=f"{number}") for number, author in enumerate((anna, bob, anna, bob, anna, bob))]
    say(match, carl, text="watched")
    written = [
        one(Comment, author=bob, topic=f"puzzle.{number // 5}", text=f"{number}", phrase="") for number in range(6)
    ]
    reports = [
        report(anna, bob, reason="insult", match=match, message=said[3]),
        report(anna, bob, reason="cheating", match=match),
        report(anna, bob, reason="spam", subject=f"comment:{written[2].pk}"),
        report(anna, bob, reason="name"),
    ]
    report(bob, anna, reason="other")
    acts = [
        carry_out(ModerationAction(by=anna, kind="unsilence", whom=whom, why="A slip")) for whom in (bob, carl, bob)
    ]
    lines: list[list[tuple[str, bool]]] = [
        [("2", False), ("3", True), ("4", False)],
        [("5", False), ("watched", False)],
        [("1", False), ("2", True), ("3", False)],
        [],
    ]
    contexts: list[dict[str, Any]] = [report_context_of(made) for made in reports]
    assert [[(line.text, line.mine) for line in context["lines"]] for context in contexts] == lines
    assert [*contexts[2]["reports"]] == [reports[3], reports[1]]
    assert [*contexts[3]["reports"]] == [reports[2], reports[1]]
    assert [*contexts[0]["actions"]] == [acts[2], acts[0]]


def test_the_way_from_a_report_to_an_act_is_filled_in(match: Match, anna: User, bob: User, desk: Client) -> None:
    made = report(anna, bob, reason="cheating", match=match)
    page = desk.get(f"{REPORTS}{made.pk}/change/").content.decode()
    links = [unescape(part.split('"')[0]) for part in page.split('href="')]
    way = next(link for link in links if link.startswith(f"{ADD}?kind=void"))
    filled = dict(parse_qsl(urlsplit(way).query))
    assert filled == {"kind": "void", "whom": str(bob.pk), "match": match.pk, "report": str(made.pk)}
    assertContains(desk.get(way), f'value="{match.pk}"')
    do(desk, **filled)
    made.refresh_from_db()
    assert made.closed_at
    assertContains(desk.get(REPORTS), "0 reports")
    assertContains(desk.get(f"{REPORTS}?state=closed"), "bob")


def test_a_silenced_player_is_told_and_talks_again_later(
    match: Match, anna: User, dora: User, desk: Client, signed_in: SignedIn
) -> None:
    do(desk, "silence", whom=anna.pk, **until(timezone.now() + timedelta(days=2)))
    with pytest.raises(Silenced, match="Because of silence"):
        say(match, anna, phrase="hello")
    act = ModerationAction.objects.get()
    assert (act.by, act.whom, act.kind) == (dora, anna, "silence")
    assert ChatSettings.objects.get(user=anna).silent_why == "Because of silence."
    do(desk, "unsilence", whom=anna.pk, **until(timezone.now() + timedelta(days=2)))
    assert "You can write again. Reason: Because of unsilence." in notes(anna, signed_in)
    say(match, anna, phrase="hello")
    assertContains(desk.get(LOG), "Because of unsilence.")


def test_who_is_silenced_reads_so_beside_the_board(match: Match, anna: User, desk: Client, signed_in: SignedIn) -> None:
    do(desk, "silence", whom=anna.pk, **until(timezone.now() + timedelta(days=2)))
    page = signed_in(anna).get(reverse("matches:match", args=[match.pk]))
    assertContains(page, "You are muted until")
    assertContains(page, "Reason: Because of silence.")


def test_a_closed_account_is_out_at_once_and_reads_why(match: Match, anna: User, bob: User, desk: Client) -> None:
    browser = Client()
    browser.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    assert browser.get("/accounts/settings/").status_code == 200
    first_move(match)
    do(desk, "close", whom=anna.pk)
    assert browser.get("/accounts/settings/").status_code == 302
    match = find_match(match.pk)
    assert (match.ending, match.winner) == ("resigned", match.seat_of(bob))
    answer = browser.post("/accounts/login/", {"login": "anna", "password": PASSWORD}, follow=True)
    assertContains(answer, "This account is closed", status_code=403)
    assertContains(answer, "Reason: Because of close.", status_code=403)
    assertNotContains(browser.post("/accounts/login/", {"login": "anna", "password": "a guess"}), "Because of close.")
    do(desk, "reopen", whom=anna.pk)
    browser.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    assert browser.get("/accounts/settings/").status_code == 200


def test_a_void_match_says_why_to_its_players(
    match: Match, anna: User, carl: User, desk: Client, signed_in: SignedIn
) -> None:
    given_up(match, anna)
    do(desk, "void", match=match.pk)
    assert find_match(match.pk).voided_at
    page = reverse("matches:match", args=[match.pk])
    assertContains(signed_in(anna).get(page), "Reason: Because of void.")
    assertContains(signed_in(carl).get(page), "This match is void.")
    assertNotContains(signed_in(carl).get(page), "Because of void.")


def test_a_reported_message_is_erased(match: Match, anna: User, bob: User, desk: Client) -> None:
    message = say(match, bob, text=SECRET)
    made = report(anna, bob, reason="insult", match=match, message=message)
    do(desk, "erase", report=made.pk)
    assert heard(match, anna) == [""]
    assert not Message.objects.exclude(text="").exists()


def test_a_report_may_be_left_at_that(anna: User, bob: User, desk: Client) -> None:
    made = report(anna, bob, reason="other")
    do(desk, "dismiss", report=made.pk)
    assert Report.objects.get().closed_at
    assert report(anna, bob, reason="other") != made


def notes(player: User, signed_in: SignedIn) -> str:
    """Return the page of what a player was told."""
    return " ".join(html_of(signed_in(player).get(reverse("notifications:notifications"))).split())


def test_both_sides_are_told_what_became_of_a_report(
    match: Match, anna: User, bob: User, carl: User, desk: Client, signed_in: SignedIn
) -> None:
    message = say(match, bob, text=SECRET)
    made = report(anna, bob, reason="insult", match=match, message=message)
    do(desk, "silence", whom=bob.pk, report=made.pk, **until(timezone.now() + timedelta(days=2)))
    do(desk, "erase", report=made.pk)
    assert notes(anna, signed_in).count("Message in a match: They have acted on it.") == 1
    assert "Because of" not in notes(anna, signed_in)
    assert "You are muted until" in notes(bob, signed_in)
    assert "A text of yours was removed. Reason: Because of erase." in notes(bob, signed_in)
    assert "read your report" not in notes(bob, signed_in)
    do(desk, "dismiss", report=report(carl, bob, reason="other").pk)
    assert "They did nothing. Reason: Because of dismiss." in notes(carl, signed_in)
    assert "dismiss" not in notes(bob, signed_in)


@pytest.mark.parametrize(
    ("form", "fault"),
    [
        ({"kind": "silence"}, "Say who."),
        ({"kind": "silence", "whom": "anna"}, "Pick a date in the future."),
        ({"kind": "silence", "whom": "anna", "until_0": "2020-01-01", "until_1": "12:00"}, "a date in the future"),
        ({"kind": "close", "whom": "dora"}, "You cannot block site staff."),
        ({"kind": "silence", "whom": "dora", "until_0": "2100-01-01", "until_1": "12:00"}, "cannot block site staff."),
        ({"kind": "void"}, "Choose a match."),
        ({"kind": "void", "match": "nothing"}, "Take another choice"),
        ({"kind": "dismiss"}, "Choose a report."),
        ({"kind": "erase"}, "You can erase only reported messages."),
        ({"kind": "close", "whom": "anna", "why": ""}, "This field is required."),
        ({"kind": "hang", "whom": "anna"}, "Take another choice"),
    ],
)
def test_what_is_missing_is_said_and_nothing_done(
    anna: User, dora: User, desk: Client, form: dict[str, str], fault: str
) -> None:
    people = {"anna": str(anna.pk), "dora": str(dora.pk)}
    filled = {"why": "Because."} | {name: people.get(value, value) for name, value in form.items()}
    assertContains(desk.post(ADD, filled), fault)
    assert not ModerationAction.objects.exists()


def test_who_has_left_for_good_is_not_let_in_again(anna: User, desk: Client) -> None:
    delete_account(anna)
    answer = desk.post(ADD, {"kind": "reopen", "whom": anna.pk, "why": "Because."})
    assertContains(answer, "This player has deleted their account.")


def test_the_log_is_only_added_to(anna: User, desk: Client) -> None:
    do(desk, "close", whom=anna.pk)
    act = ModerationAction.objects.get()
    for change in (
        act.save,
        act.delete,
        ModerationAction.objects.all().delete,
        lambda: ModerationAction.objects.update(why=""),
    ):
        with pytest.raises(TypeError):
            change()
    page = f"{LOG}{act.pk}/"
    assert desk.post(f"{page}delete/", {"post": "yes"}).status_code == 403
    assert desk.post(f"{page}change/", {"why": "No reason"}).status_code == 403
    assert ModerationAction.objects.get().why == "Because of close."


def test_reports_are_not_rewritten_and_players_have_no_business_here(
    anna: User, bob: User, desk: Client, signed_in: SignedIn
) -> None:
    made = report(anna, bob, reason="other", story="As it was")
    desk.post(f"{REPORTS}{made.pk}/change/", {"story": "Otherwise"})
    made.refresh_from_db()
    assert made.story == "As it was"
    assert desk.get(f"{REPORTS}add/").status_code == 403
    for page in (REPORTS, LOG, ADD):
        assert signed_in(bob).get(page, follow=True).status_code == 403
