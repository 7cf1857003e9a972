"""Clubs at their edges: by link as a member or a visitor, looks that change nothing, a club that is gone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from core import clock
from games.clubs import chat
from games.clubs.errors import NoSuchClub
from games.clubs.models import Club, Line, Member
from games.clubs.notices import Chatted
from games.clubs.services import close, join, role_of
from games.notifications.models import Notification
from games.social.following import mute
from games.social.models import Report
from tests.alike import one
from tests.clubs.test_clubs import club, roles

SignedIn = Callable[[User], Client]


@pytest.fixture
def theirs(anna: User, bob: User) -> Club:
    """Return a club of anna, of which bob is a member."""
    made = club(anna, entry=Club.Entry.OPEN)
    join(made, bob)
    return made


def test_a_link_leads_members_to_the_club_and_a_visitor_joins_nothing(
    theirs: Club, bob: User, client: Client, signed_in: SignedIn
) -> None:
    link = reverse("clubs:link", args=[theirs.link_key])
    for answer in (signed_in(bob).get(link), signed_in(bob).post(link)):
        assert (answer.status_code, answer.headers["Location"]) == (302, theirs.get_absolute_url())
    assert client.post(link).status_code == 200
    assert roles(theirs) == {"anna": "founder", "bob": "member"}


def test_a_look_at_an_action_does_nothing(theirs: Club, anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    for player, action in ((carl, "join"), (bob, "leave"), (anna, "founder"), (anna, "close")):
        answer = signed_in(player).get(f"/clubs/{theirs.pk}/{action}/")
        assert (answer.status_code, answer.headers["Location"]) == (302, theirs.get_absolute_url())
    assert signed_in(anna).post(f"/clubs/{theirs.pk}/nothing/").status_code == 404
    assert roles(theirs) == {"anna": "founder", "bob": "member"}
    assert Club.objects.get().closed_at is None


def test_members_alone_report_a_line(theirs: Club, bob: User, carl: User, anna: User, signed_in: SignedIn) -> None:
    line = chat.say(theirs, bob, text="Who plays tonight?")
    form = f"/clubs/{theirs.pk}/report/?line={line.pk}"
    assert signed_in(carl).get(form).status_code == 404
    assert signed_in(carl).post(form, {"reason": "insult"}).status_code == 404
    assert not Report.objects.exists()
    assert signed_in(anna).get(form).status_code == 200


def test_no_one_joins_or_asks_a_club_that_was_closed_meanwhile(theirs: Club, anna: User, carl: User) -> None:
    before = Club.objects.get()
    close(theirs, anna)
    with pytest.raises(NoSuchClub):
        join(before, carl)
    assert not role_of(before, carl)
    assert not Member.objects.exists()


def test_staff_see_no_lines_of_a_club_that_is_gone(theirs: Club, bob: User) -> None:
    line = chat.say(theirs, bob, text="Who plays tonight?")
    reports = [one(Report, subject=f"{kind}:{key}") for kind, key in (("club", theirs.pk), ("club-line", line.pk))]
    for report in reports:
        shown = chat.reported(report)
        assert shown
        assert shown["club"] == theirs
    assert chat.reported(one(Report, subject="club:nosuchclub")) is None
    assert chat.reported(one(Report, subject="club-line:0")) is None
    assert chat.reported(one(Report, subject="match:x")) is None


def test_a_line_of_a_muted_author_is_no_news(theirs: Club, anna: User, bob: User) -> None:
    line = chat.say(theirs, anna, text="Who plays tonight?")
    notice = Notification.objects.get(event=Chatted.key, user=bob)
    assert Chatted().is_current(notice)
    by_no_one = Notification(user=bob, event=Chatted.key, key=f"{theirs.pk}.{line.pk}")
    assert Chatted().is_current(by_no_one)
    mute(bob, anna)
    assert not Chatted().is_current(notice)
    Line.objects.update(erased_at=clock.now())
    assert not Chatted().is_current(by_no_one)


def test_a_club_without_a_name_is_a_closed_one() -> None:
    assert [str(Club(name="Tile Turners")), str(Club(name=""))] == ["Tile Turners", "closed club"]
