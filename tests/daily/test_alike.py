"""Which tries each action of a day means: those beside, which differ in a column that counts, stay."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from core import clock
from games.daily import services, weekly
from games.daily.models import Try
from games.matches.models import Match
from games.notifications.models import Notification
from games.social.models import Favourite
from tests.alike import LONG, finds, one, someone, touches

pytestmark = pytest.mark.django_db


def test_tries() -> None:
    own = one(Try, match=one(Match))
    touches(own, lambda row: services.forget(row.player), "player")
    ended = one(Match, finished_at=clock.now(), voided_at=clock.now())
    own = one(Try, match=ended)
    touches(own, lambda row: services.note_end(ended), "match")


def test_news_of_a_week() -> None:
    now = clock.now()
    tried = one(Try, match=one(Match), has_result=True, ended_at=now)
    finds(tried, lambda row: weekly.news_of(row.player, now), "ended_at has_result player")
    follows = one(Favourite, of=tried.player)
    finds(follows, lambda row: weekly.news_of(row.by, now), "by of")
    finds(tried, lambda row: weekly.news_of(follows.by, now), "ended_at has_result player")


def test_three_friends_are_named() -> None:
    now, player = clock.now(), someone()
    for name in ("dora", "emma", "finn", "gina"):
        friend = User.objects.create_user(name)
        one(Try, match=one(Match), player=friend, has_result=True, ended_at=now)
        one(Favourite, by=player, of=friend)
    [line] = weekly.news_of(player, now)
    assert ("finn" in line, "gina" in line) == (True, False)


def test_who_gets_the_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    now = clock.now()
    monkeypatch.setattr(weekly, "MORNING", timedelta(0))
    monkeypatch.setattr(weekly, "news_of", lambda _user, _now: ["news"])
    player = someone(seen_at=now, date_joined=now - LONG / 100)
    address = one(EmailAddress, user=player, verified=True)

    def gets_it(row: object) -> bool:
        weekly.write_weekly()
        return Notification.objects.filter(user=player, event=weekly.Weekly.key).exists()

    finds(address, gets_it, "user verified")
    columns = "date_joined is_active is_bot is_computer is_guest seen_at"
    for column in columns.split():
        before = getattr(player, column)
        others = [not before] if isinstance(before, bool) else [now + LONG if column == "date_joined" else now - LONG]
        for value in others:
            User.objects.filter(pk=player.pk).update(**{column: value})
            assert not gets_it(player), column
            User.objects.filter(pk=player.pk).update(**{column: before})
    assert gets_it(player)
