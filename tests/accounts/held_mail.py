"""A mail server that hangs until the test lets it go on."""

from __future__ import annotations

from collections.abc import Sequence
from smtplib import SMTPException
from threading import Event

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

may_go_on = Event()
is_broken = Event()
sent: list[EmailMessage] = []


class HeldBackend(BaseEmailBackend):
    """A backend that keeps its mails until it may go on."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        assert may_go_on.wait(60)
        if is_broken.is_set():
            raise SMTPException("no room")
        sent.extend(email_messages)
        return len(email_messages)
