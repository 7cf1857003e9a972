"""The chat of a club: who reads and writes, what is removed, reported, exported and deleted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from accounts.hooks import page_reports
from accounts.models import User
from core import clock
from games.clubs import chat
from games.clubs.errors import MembersOnly
from games.clubs.exports import lines_of
from games.clubs.models import Club, Line
from games.clubs.notices import Chatted
from games.clubs.services import ban, close, join
from games.notifications.channels import preferences_of
from games.notifications.hooks import words_of
from games.notifications.models import Notification
from games.social.models import ModerationAction, Report
from games.social.moderation import carry_out
from games.social.services import report, switch
from tests.clubs.test_clubs import club
from tests.conftest import PASSWORD
from tests.factors import give_factor

SignedIn = Callable[[User], Client]


@pytest.fixture
def theirs(anna: User, bob: User) -> Club:
    """Return a club of anna, of which bob is a member."""
    one = club(anna, entry=Club.Entry.OPEN)
    join(one, bob)
    return one


@pytest.fixture
def dora(db: None) -> User:
    """Return a moderator."""
    return give_factor(User.objects.create_user("dora", password=PASSWORD, is_staff=True, is_superuser=True))


def test_members_talk_and_strangers_neither_read_nor_write(
    theirs: Club, anna: User, bob: User, carl: User, client: Client, signed_in: SignedIn
) -> None:
    hers, his, carls, say = signed_in(anna), signed_in(bob), signed_in(carl), f"/clubs/{theirs.pk}/say/"
    words = {"text": "Who plays\u202e tonight?", "token": "1"}
    assert hers.post(say, words).status_code == 302
    hers.post(say, words)
    assert Line.objects.get().text == "Who plays tonight?"
    assertContains(his.get(theirs.get_absolute_url()), "Who plays tonight?")
    answer = his.post(say, {"phrase": "luck", "token": "2"}, headers={"accept": "application/json"})
    assert "Good luck!" in answer.json()["partials"]
    refused = carls.post(say, {"text": "And me?"})
    assertContains(refused, "Only members of the club chat here.", status_code=403)
    for stranger in (carls, client):
        assertNotContains(stranger.get(theirs.get_absolute_url()), "tonight")
    assertContains(hers.post(say, {"text": "x" * 201}), "x" * 201, status_code=422)
    switch(bob, talks=False)
    assertNotContains(his.get(theirs.get_absolute_url()), "tonight")
    ban(theirs, anna, bob)
    with pytest.raises(MembersOnly):
        chat.say(theirs, bob, text="Let me in")


def test_a_captain_removes_a_line_which_staff_still_read_in_its_report(
    theirs: Club, anna: User, bob: User, carl: User, dora: User, signed_in: SignedIn
) -> None:
    join(theirs, carl)
    line = chat.say(theirs, bob, text="You cheat")
    away = f"/clubs/{theirs.pk}/remove/{line.pk}/"
    signed_in(carl).post(away)
    assertContains(signed_in(carl).get(theirs.get_absolute_url()), "You cheat")
    form = f"/clubs/{theirs.pk}/report/?line={line.pk}"
    assertContains(signed_in(carl).get(form), "You cheat")
    signed_in(carl).post(form, {"reason": "insult"})
    assertContains(signed_in(anna).get(theirs.get_absolute_url()), away)
    signed_in(anna).post(away)
    assertNotContains(signed_in(carl).get(theirs.get_absolute_url()), "You cheat")
    told = Report.objects.get(about=bob)
    assertContains(signed_in(dora).get(f"/admin/social/report/{told.pk}/change/"), "You cheat")
    carry_out(ModerationAction(by=dora, kind=ModerationAction.Kind.DISMISS, report=told, why="A joke."))
    chat.forget_lines()
    assert Line.objects.get().text == ""


def test_a_club_is_reported_and_its_text_erased(
    theirs: Club, carl: User, anna: User, dora: User, signed_in: SignedIn
) -> None:
    Club.objects.filter(pk=theirs.pk).update(text="Buy here")
    form = f"/clubs/{theirs.pk}/report/"
    assertContains(signed_in(carl).get(form), "Report the club Tile Turners")
    signed_in(carl).post(form, {"reason": "spam", "story": "Advertising."})
    assertContains(signed_in(anna).post(form, {"reason": "spam"}), "to yourself", status_code=422)
    told = Report.objects.get()
    assert (told.about, told.subject) == (anna, f"club:{theirs.pk}")
    waiting = signed_in(dora).get("/admin/social/report/")
    assertContains(waiting, "Name or text of a club")
    assertContains(waiting, "Advertising.")
    assertContains(signed_in(dora).get(f"/admin/social/report/{told.pk}/change/"), "Buy here")
    form = f"/admin/social/moderationaction/add/?kind=erase&whom={anna.pk}&report={told.pk}"
    signed_in(dora).post(form, {"kind": "erase", "whom": anna.pk, "report": told.pk, "why": "Advertising."})
    theirs.refresh_from_db()
    told.refresh_from_db()
    assert (theirs.text, told.closed_at is None) == ("", False)


def test_lines_are_exported_and_go_with_account_age_and_club(theirs: Club, anna: User, bob: User, carl: User) -> None:
    chat.say(theirs, bob, text="Mine")
    chat.say(theirs, anna, text="Hers")
    assert [one["text"] for one in lines_of(bob)] == ["Mine"]
    chat.forget_author(bob)
    assert [one.text for one in theirs.lines.order_by("pk")] == ["", "Hers"]
    chat.forget_lines(clock.now() + timedelta(days=89))
    assert theirs.lines.count() == 2
    report(carl, anna, reason="insult", subject=f"club-line:{theirs.lines.get(text='Hers').pk}")
    close(theirs, anna)
    chat.forget_lines()
    assert [one.text for one in Line.objects.all()] == ["Hers"]


def test_members_are_told_of_a_line_once_until_they_see_the_chat(
    theirs: Club, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    join(theirs, carl)
    switch(carl, talks=False)
    told = Notification.objects.filter(event="club-chat")
    chat.say(theirs, anna, text="Who plays tonight?")
    chat.say(theirs, anna, text="At eight?")
    assert [(one.user, words_of(one, clock.now()).title) for one in told] == [(bob, "anna writes in Tile Turners")]
    assert words_of(told.get(), clock.now()).path == theirs.get_absolute_url()
    assertContains(signed_in(bob).get(theirs.get_absolute_url()), f'data-sees="club-chat:{theirs.pk}"')
    for report_of in page_reports:
        report_of(bob, {"sees": f"club-chat:{theirs.pk}"})
    line = chat.say(theirs, anna, text="At nine?")
    assert [one.seen_at is None for one in told.order_by("pk")] == [False, True]
    chat.remove(theirs, anna, line.pk)
    assert not Chatted().is_current(told.latest("pk"))
    assert preferences_of(bob).off.count("club-chat-mail") == 1
    chat.say(theirs, bob, text="Yes!")
    assert not told.filter(user=bob, seen_at=None).exists()
    assert told.filter(user=anna).count() == 1
