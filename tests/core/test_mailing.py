"""Mail goes out by jobs: no request waits for a mail server, nothing is lost, and what waits is encrypted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.jobs.mail import QUEUE
from games.jobs.models import Job, Mail
from tests.factors import give_factor
from tests.jobs.running import run_due

DAY = timedelta(days=1)


class MailServer(EmailBackend):
    """A mail server that is down, or refuses for good, as long as the test says so."""

    fault: Exception | None = None

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        if self.fault:
            raise self.fault
        return super().send_messages(email_messages)


@pytest.fixture(autouse=True)
def _queued(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMAIL_BACKEND = "games.jobs.mail.QueuedBackend"
    settings.MAIL_TRANSPORT = f"{__name__}.MailServer"
    monkeypatch.setattr(MailServer, "fault", None)


def reset(anna: User) -> None:
    """Have anna ask for a new password."""
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)
    assert Client().post("/accounts/password/reset/", {"email": "anna@example.org"}).status_code == 302


def send(now: datetime | None = None) -> int:
    """Run the jobs of mail that are due."""
    return run_due(QUEUE, now=now)


def test_a_mail_server_that_is_down_is_felt_by_no_request(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MailServer, "fault", SMTPServerDisconnected("gone fishing"))
    reset(anna)
    assert send() == 1
    assert send() == 0  # not before the pause is over
    assert mail.outbox == []

    monkeypatch.setattr(MailServer, "fault", None)
    assert send(timezone.now() + DAY) == 1
    [letter] = mail.outbox
    assert letter.to == ["anna@example.org"]
    assert "/accounts/password/reset/key/" in letter.body
    assert isinstance(letter, EmailMultiAlternatives)
    assert "Choose a new password" in str(letter.alternatives[0][0])
    assert not Mail.objects.exists()
    assert not Job.objects.exists()


def test_all_tries_send_the_same_message(db: None) -> None:
    EmailMessage("Hello", "There", to=["anna@example.org"], headers={"X-Kind": "greeting"}).send()
    content = Mail.objects.get().content
    send()
    Mail.objects.create(pk=int(1e6), content=content)
    Job.objects.create(kind="jobs.mail", key="1000000", due_at=timezone.now(), created_at=timezone.now())
    send()
    first, second = (letter.message() for letter in mail.outbox)
    assert (first["Message-ID"], first["X-Kind"]) == (second["Message-ID"], "greeting")


def test_a_mail_of_a_transaction_that_is_rolled_back_is_never_sent(db: None) -> None:
    with transaction.atomic():
        EmailMessage("Hello", "There", to=["anna@example.org"]).send()
        transaction.set_rollback(True)
    assert send() == 0


def test_what_the_mail_server_refuses_for_good_is_not_tried_again(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MailServer, "fault", SMTPRecipientsRefused({"dora@example.org": (550, b"no such user")}))
    EmailMessage("Hello", "There", to=["dora@example.org"]).send()
    assert send() == 1
    assert not Mail.objects.exists()
    assert not Job.objects.exists()


def test_what_waits_is_encrypted_and_a_dead_letter_has_nothing_of_it(
    anna: User, carl: User, signed_in: Callable[[User], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MailServer, "fault", TimeoutError("no answer"))
    reset(anna)
    content = Mail.objects.get().content
    assert "anna" not in content
    assert "reset" not in content

    for day in range(1, 31):
        send(timezone.now() + day * DAY)
    assert Job.objects.get().state == Job.State.DEAD
    assert not Mail.objects.exists()
    User.objects.filter(pk=carl.pk).update(is_staff=True, is_superuser=True)
    give_factor(carl)
    page = signed_in(carl).get(reverse("admin:jobs_job_change", args=[Job.objects.get().pk])).content.decode()
    assert "TimeoutError" in page
    assert "anna@" not in page
    assert "/reset/" not in page
