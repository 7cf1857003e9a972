"""The mail of the week, and news by staff."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from games.daily import weekly
from games.daily.models import DailyDeal, News
from games.daily.services import make_deals
from games.daily.weekly import LAPSED, write_weekly
from games.events.lists import Standing
from games.jobs.mail import QUEUE
from games.notifications.models import Notification, Preferences
from games.puzzles.models import SolvedDay
from games.social.following import follow
from tests.daily.conftest import FRIDAY, given_up
from tests.html import html_of
from tests.jobs.running import run_due

MONDAY = datetime(2026, 11, 30, 8, tzinfo=UTC)


def reachable(user: User) -> None:
    EmailAddress.objects.create(user=user, email=f"{user}@example.org", verified=True, primary=True)
    User.objects.filter(pk=user.pk).update(date_joined=FRIDAY - timedelta(days=30), seen_at=FRIDAY)


def sent(now: datetime) -> list[str]:
    with time_machine.travel(now, tick=False):
        write_weekly()
        run_due(QUEUE)
    return [str(message.body) for message in mail.outbox]


@pytest.fixture
def week(deal: DailyDeal, anna: User, bob: User) -> None:
    """Anna follows bob and can be reached; bob has played the deal of the day."""
    reachable(anna)
    follow(anna, bob)
    with time_machine.travel(FRIDAY, tick=False):
        given_up(bob)
    SolvedDay.objects.create(player=anna, day=MONDAY.date())


def test_anna_gets_one_mail_a_week(week: None, anna: User) -> None:
    assert sent(MONDAY - timedelta(hours=2)) == []
    (body,) = sent(MONDAY)
    assert "Friends who played the deal of the day: bob" in body
    assert "Your streak: 1\N{NO-BREAK SPACE}day" in body
    assert "/today/" in body
    assert len(sent(MONDAY + timedelta(hours=1))) == 1
    assert len(sent(MONDAY + timedelta(days=3))) == 1
    SolvedDay.objects.create(player=anna, day=MONDAY.date() + timedelta(days=9))
    assert len(sent(MONDAY + timedelta(days=9))) == 2  # after a downtime on Monday


def test_it_is_for_those_who_want_it_and_have_news(week: None, anna: User, bob: User) -> None:
    Preferences.objects.create(user=anna, off=["weekly-mail", "weekly-push", "weekly-page"])
    reachable(bob)
    assert sent(MONDAY) != []  # bob, who played
    assert all("Friends" not in body for body in sent(MONDAY))
    carl = User.objects.create_user("carl")
    reachable(carl)
    lapsed = User.objects.create_user("emil")  # with news, but he was not here for two months
    reachable(lapsed)
    User.objects.filter(pk=lapsed.pk).update(seen_at=MONDAY - LAPSED)
    follow(lapsed, bob)
    newcomer = User.objects.create_user("dora")  # with news, but her first week is not over
    reachable(newcomer)
    User.objects.filter(pk=newcomer.pk).update(date_joined=MONDAY)
    follow(newcomer, bob)
    sent(MONDAY + timedelta(hours=1))
    assert not Notification.objects.filter(user__in=[carl, lapsed, newcomer], event="weekly").exists()


def test_news_stand_on_the_front_page_in_the_lobby_on_their_page_and_in_the_feed(
    anna: User, signed_in: Callable[[User], Client]
) -> None:
    with time_machine.travel(FRIDAY, tick=False):
        News.objects.create(title="A new game", text="It is <fun>.", title_nl="Een nieuw spel", text_nl="Leuk.")
        News.objects.create(title="Later", text="Soon.", published_at=FRIDAY + timedelta(days=1))
        browser = Client()
        assert "A new game" in html_of(browser.get("/"))
        make_deals()
        for path in ("/lobby/", "/today/"):  # whom the front page leads to the lobby
            assert "A new game" in html_of(signed_in(anna).get(path))
        assert "Een nieuw spel" in html_of(browser.get("/today/news/", headers={"Accept-Language": "nl"}))
        feed = browser.get("/feeds/news.atom").content.decode()
        assert "A new game" in feed
        assert "It is &amp;lt;fun&amp;gt;." in feed
        assert "Later" not in feed
    with time_machine.travel(FRIDAY + timedelta(days=40), tick=False):
        assert "A new game" not in html_of(Client().get("/"))


def test_each_league_in_which_a_player_has_a_place_is_a_line(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    league: Any = SimpleNamespace(title="Digifeud League")
    open_matches: Any = [None, None]
    leagues = [(league, Standing(None, 2, 7 + number, open_matches[:number])) for number in range(3)]
    leagues.insert(1, (league, Standing(None, None, 5, open_matches)))
    monkeypatch.setattr(weekly, "my_leagues", lambda _user: leagues)
    line = "Digifeud League: place 2 of"
    assert weekly.news_of(anna, MONDAY) == [f"{line} 7", f"{line} 8, 1 match open", f"{line} 9, 2 matches open"]
