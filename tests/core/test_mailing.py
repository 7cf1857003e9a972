"""Mail of accounts: a mail server that hangs keeps no request waiting, and what it accepts in the end is sent."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from core import mail as mailing
from tests.accounts import held_mail

RESET = "/accounts/password/reset/"
FAILED = "The e-mail could not be sent."
PATIENCE = 60  # seconds


@pytest.fixture
def hanging(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have a mail server that accepts connections and says nothing, with room for three mails."""
    settings.EMAIL_BACKEND = "tests.accounts.held_mail.HeldBackend"
    settings.RATE_LIMITS, settings.ACCOUNT_RATE_LIMITS = {}, False
    monkeypatch.setattr(mailing, "MOMENT", 0.01)
    monkeypatch.setattr(mailing, "MOST_WAITING", 1)
    monkeypatch.setattr(mailing, "THREADS", 1)
    monkeypatch.setattr(mailing, "_mails", mailing._Mails())
    held_mail.may_go_on.clear()
    held_mail.is_broken.clear()
    held_mail.sent.clear()
    yield
    held_mail.may_go_on.set()
    _until(lambda: mailing._mails.is_idle)


def _until(is_so: Callable[[], bool]) -> None:
    """Wait for the thread that sends mail."""
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until


def reset(client: Client, email: str) -> str:
    """Ask for a new password; return the page."""
    answer = client.post(RESET, {"email": email}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_requests_do_not_wait_for_a_mail_server_that_hangs(client: Client, anna: User, hanging: None) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)
    assert FAILED not in reset(client, "anna@example.org")  # its mail is being sent
    _until(mailing._mails._waiting.empty)
    assert FAILED not in reset(client, "bob@example.org")  # its mail waits
    assert FAILED in reset(client, "carl@example.org")  # no more may wait
    assert held_mail.sent == []

    held_mail.may_go_on.set()
    _until(lambda: mailing._mails.is_idle)
    assert [mail.to for mail in held_mail.sent] == [["anna@example.org"], ["bob@example.org"]]
    assert "/accounts/password/reset/key/" in str(held_mail.sent[0].body)


def test_what_fails_later_is_logged(client: Client, db: None, hanging: None, caplog: pytest.LogCaptureFixture) -> None:
    assert FAILED not in reset(client, "bob@example.org")
    held_mail.is_broken.set()
    with caplog.at_level(logging.ERROR, logger="core.mail"):
        held_mail.may_go_on.set()
        _until(lambda: bool(caplog.records))
    assert "no room" in caplog.text
