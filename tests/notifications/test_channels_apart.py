"""What happens to a player's mail changes nothing of their pushes, and nothing of another player's deliveries."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.models import User
from games.jobs.models import Job
from games.notifications.channels.mail import stop_mail
from games.notifications.channels.push import drop_device
from games.notifications.models import Delivery, Device
from games.notifications.services import delete_old
from tests.notifications.conftest import begin, notify_turns, send_due

HOUR = timedelta(hours=1)
Act = Callable[[User, pytest.MonkeyPatch], object]


def mail_is_sent(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert send_due(timezone.now() + HOUR) == 2


def mail_fails(anna: User, monkeypatch: pytest.MonkeyPatch, fault: Exception | None = None) -> None:
    def send(_message: EmailMessage, **_more: object) -> int:
        raise fault or SMTPServerDisconnected("away")

    monkeypatch.setattr(EmailMessage, "send", send)
    assert send_due(timezone.now() + HOUR) == 2


def mail_is_refused(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    mail_fails(anna, monkeypatch, SMTPRecipientsRefused({"anna@example.com": (550, b"no such user")}))


def another_device_goes(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    drop_device(anna, Device.objects.get(user=anna, name="old").pk)


ACTS: dict[str, Act] = {
    "she unsubscribes": lambda anna, _patch: stop_mail(anna),
    "it is sent": mail_is_sent,
    "it fails": mail_fails,
    "it is refused": mail_is_refused,
    "another browser goes": another_device_goes,
    "old ones go": lambda _anna, _patch: delete_old(),
}


@pytest.mark.parametrize("happens", ACTS)
def test_the_other_channel_and_the_other_player_are_left_alone(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch, happens: str
) -> None:
    for player in (anna, bob):
        EmailAddress.objects.create(user=player, email=f"{player}@example.com", verified=True, primary=True)
        Device.objects.create(user=player, endpoint=f"https://push.example.com/{player}", name="new")
    for _match in range(2):
        begin(anna, bob)
        begin(bob, anna)
    notify_turns()
    Device.objects.create(user=anna, endpoint="https://push.example.com/old", name="old")
    others = Delivery.objects.exclude(user=anna, channel="mail").order_by("pk")
    waiting = [str(key) for key in others.values_list("pk", flat=True)]
    assert len(waiting) == 6
    Job.objects.filter(key__in=waiting, kind__startswith="notifications.").update(due_at=timezone.now() + 9 * HOUR)
    before = list(others.values())
    ACTS[happens](anna, monkeypatch)
    assert list(others.values()) == before
