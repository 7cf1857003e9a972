"""When a deal begins and closes, when a week is over, and in which language news are."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.daily import weekly
from games.daily.errors import NoDeal
from games.daily.models import GRACE, DailyDeal, News, Try
from games.daily.services import begin
from games.daily.weekly import MORNING, WEEK, Weekly, write_weekly
from games.matches.models import LATEST_END, Match
from games.notifications.models import Notification
from tests.alike import one, someone
from tests.daily.conftest import FRIDAY
from tests.html import html_of

pytestmark = pytest.mark.django_db
MIDNIGHT = FRIDAY.replace(hour=0)
MONDAY = datetime(2026, 11, 30, tzinfo=UTC)
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)


def test_a_deal_and_its_day(deal: DailyDeal) -> None:
    closes = MIDNIGHT + DAY + GRACE
    assert (deal.closes_at, deal.sealed.sealed_until) == (closes, closes + LATEST_END)
    rows = {
        MIDNIGHT - SECOND: (True, False, False),
        MIDNIGHT: (False, True, False),
        MIDNIGHT + DAY - SECOND: (False, True, False),
        MIDNIGHT + DAY: (False, False, False),
        closes: (False, False, False),
        closes + LATEST_END - SECOND: (False, False, False),
        closes + LATEST_END: (False, False, True),
    }
    for moment, facts in rows.items():
        with time_machine.travel(moment, tick=False):
            assert (deal.is_ahead, deal.is_open, deal.is_over) == facts, moment


def test_ways_to_a_deal(deal: DailyDeal, anna: User, signed_in: Callable[[User], Client]) -> None:
    path = "/today/digifeud/"
    with time_machine.travel(FRIDAY, tick=False):
        for day, status in (("2026-11-27", 200), ("2026-11-28", 404), ("2026-11-26", 404), ("yesterday", 404)):
            assert Client().get(f"{path}{day}/").status_code == status, day
        begin(anna, "digifeud")
    with time_machine.travel(FRIDAY + DAY, tick=False):
        own = begin(anna, "digifeud")
        assert begin(anna, "digifeud") == own
        assert Try.objects.filter(player=anna).count() == 2
        page = html_of(signed_in(anna).get(path))
        assert ("The day before" in page, "/2026-11-27/" in page) == (True, True)
        assert "The day before" not in html_of(Client().get(f"{path}2026-11-27/"))
    with time_machine.travel(FRIDAY + 2 * DAY, tick=False):
        with pytest.raises(NoDeal):
            begin(anna, "digifeud")
        answer = signed_in(anna).post(f"{path}play/", follow=True)
        assert "There is no deal to play right now." in html_of(answer)
        assert '2026-11-27"' not in html_of(Client().get(f"{path}2026-11-28/")).split("The day before")[0][-9:]


def test_the_mail_of_a_week(monkeypatch: pytest.MonkeyPatch) -> None:
    news = ["one", "two"]
    monkeypatch.setattr(weekly, "news_of", lambda _user, _now: news)
    told = one(Notification, event=Weekly.key, made_at=MONDAY)
    assert Weekly().words(told, MONDAY) == ("Your week on Numgames", "one\ntwo")
    for moment, has_news, is_current in (
        (MONDAY + WEEK - SECOND, True, True),
        (MONDAY + WEEK, True, False),
        (MONDAY, False, False),
    ):
        monkeypatch.setattr(weekly, "news_of", lambda _user, _now, has=has_news: news if has else [])
        with time_machine.travel(moment, tick=False):
            assert Weekly().is_current(told) is is_current


def test_everyone_gets_the_mail_from_the_morning_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weekly, "AT_ONCE", 2)
    monkeypatch.setattr(weekly, "news_of", lambda user, _now: ["news"] if user.username != "quiet" else [])
    people = [someone(seen_at=FRIDAY, date_joined=FRIDAY - WEEK) for _number in range(4)]
    User.objects.filter(pk=people[1].pk).update(username="quiet")
    for person in people:
        one(EmailAddress, user=person, verified=True)
    for moment, many in ((MONDAY + MORNING - SECOND, 0), (MONDAY + MORNING, 3), (MONDAY + 6 * DAY, 3)):
        with time_machine.travel(moment, tick=False):
            write_weekly()
        assert Notification.objects.filter(event=Weekly.key).count() == many
    assert {*Notification.objects.values_list("key", flat=True)} == {"2026-11-30"}
    User.objects.filter(pk__in=[person.pk for person in people]).update(seen_at=MONDAY + WEEK)
    with time_machine.travel(MONDAY + WEEK + MORNING, tick=False):
        write_weekly()
    assert Notification.objects.filter(key="2026-12-07").count() == 3


def test_news_in_a_language() -> None:
    whole = {"title": "A", "text": "B", "title_nl": "C", "text_nl": "D", "title_de": "E"}
    news = News(**whole)
    for language, words in (("en", ("A", "B")), ("nl", ("C", "D")), ("de", ("A", "B")), ("pl", ("A", "B"))):
        with translation.override(language):
            assert news.localized == words
    with translation.override(None):
        assert news.localized == ("A", "B")


def test_a_match_of_no_deal_leads_to_no_table(anna: User, signed_in: Callable[[User], Client]) -> None:
    over = one(Match, game_slug="digifeud", first=anna, finished_at=FRIDAY)
    assert "Table of the day" not in html_of(signed_in(anna).get(f"/matches/{over.pk}/"))
