"""A kind of notification is one class: settings, deliveries, pages and mails know the interface alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains

from accounts.models import User
from accounts.services import block
from core import clock
from games.matches.models import Match
from games.notifications.channels import usually_off
from games.notifications.hooks import Kind, kinds, words_of
from games.notifications.models import Delivery, Notification
from games.notifications.services import notify, save_preferences
from tests.hooks import plugged
from tests.moves import given_up
from tests.notifications.conftest import PushService, send_due

pytestmark = [pytest.mark.sql, pytest.mark.django_db]


class Birthday(Kind):
    """A player whom one follows has a birthday; one is told by mail only on request."""

    key = "anniversary-of-birth"
    label = "A birthday"
    off_by_default = ("mail",)
    delays = {"push": timedelta(hours=1)}
    is_from_player = True

    def words(self, notification: Notification, now: datetime) -> tuple[str, str]:
        return f"It is {notification.other}'s birthday", "Send a present."

    def path(self, notification: Notification) -> str:
        return f"/presents/{notification.key}/"

    def is_current(self, notification: Notification) -> bool:
        return notification.key != "yesterday"


@pytest.fixture(autouse=True)
def _birthdays() -> Iterator[None]:
    """Have the site as it is with one more kind."""
    with plugged(kinds, Birthday()):
        yield


def after(**time: float) -> datetime:
    return timezone.now() + timedelta(**time)


def test_it_is_in_the_settings_with_its_default(anna: User, signed_in: Callable[[User], Client]) -> None:
    assertContains(signed_in(anna).get("/accounts/settings/"), "A birthday: Push")
    assert f"{Birthday.key}-mail" in usually_off()
    assert f"{Birthday.key}-push" not in usually_off()


def test_it_is_sent_in_its_words_after_its_delay(
    anna: User, bob: User, push_service: PushService, annas_address: str, signed_in: Callable[[User], Client]
) -> None:
    push_service.device(anna)
    notify(anna, Birthday.key, "today", other=bob)
    assert send_due(after(minutes=59)) == 0
    send_due(after(minutes=61))
    [told] = push_service.heard
    assert (told["title"], told["body"], told["path"]) == (
        "It is bob's birthday",
        "Send a present.",
        "/presents/today/",
    )
    assert mail.outbox == []
    assertContains(signed_in(anna).get("/notifications/"), "/presents/today/")


def test_by_mail_it_comes_to_who_asks_for_it(anna: User, bob: User, annas_address: str) -> None:
    save_preferences(anna, [], None, None)
    notify(anna, Birthday.key, "today", other=bob)
    send_due()
    [letter] = mail.outbox
    assert letter.subject == "[Numgames] It is bob's birthday"


def test_it_is_not_sent_once_it_applies_no_more_or_anna_has_blocked_bob(
    anna: User, bob: User, carl: User, push_service: PushService
) -> None:
    push_service.device(anna)
    notify(anna, Birthday.key, "yesterday", other=carl)
    notify(anna, Birthday.key, "today", other=bob)
    block(by=anna, of=bob)
    send_due(after(minutes=61))
    assert push_service.heard == []
    assert set(Delivery.objects.values_list("status", flat=True)) == {"stale"}


def test_a_kind_that_went_leaves_its_notifications_readable(
    anna: User, bob: User, signed_in: Callable[[User], Client]
) -> None:
    notify(anna, "of-a-removed-app", "1", other=bob)
    assertContains(signed_in(anna).get("/notifications/"), "of-a-removed-app")


def test_no_notification_says_a_name_twice(match: Match, anna: User, bob: User) -> None:
    given_up(match, bob)
    for kind in kinds:
        notice = Notification(user=bob, other=anna, match=match, game_slug="digifeud", event=kind.key, key="1", ply=1)
        words = words_of(notice, clock.now())
        assert f"{words.title} {words.body}".count("anna") <= 1, kind.key
