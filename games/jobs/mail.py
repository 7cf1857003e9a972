"""E-mail goes out by jobs: no request waits for a mail server, and a restart loses nothing.

A message waits in the table `Mail`, encrypted, as it may hold a link that opens an account; its row goes with the job.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta

from allauth.mfa.adapter import get_adapter
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from core.mail import SiteEmailBackend, complete, is_permanent
from games.jobs.hooks import Handler, Queue, RetryLater
from games.jobs.models import Job, Mail
from games.jobs.services import enqueue_all

KIND = "jobs.mail"
# Of all mail, that of notifications too. The lease is far longer than the time-out of a mail server.
QUEUE = Queue("mail", batch=5, lease=timedelta(minutes=5), threads=2)
FIELDS = ("subject", "body", "from_email", "to", "cc", "bcc", "reply_to")


class QueuedBackend(BaseEmailBackend):
    """A backend that enqueues a job for each message, in the transaction that causes it."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Enqueue these messages; return how many."""
        with transaction.atomic():
            mails = [Mail.objects.create(content=packed(message)) for message in email_messages]
            enqueue_all([(KIND, str(mail.pk)) for mail in mails])
        return len(mails)


def packed(message: EmailMessage) -> str:
    """Return the message, which has no attachments, as encrypted text; all tries send it with one Message-ID."""
    complete(message)
    content = {name: getattr(message, name) for name in FIELDS}
    text = json.dumps([content, message.extra_headers, getattr(message, "alternatives", ())], default=str)
    return str(get_adapter().encrypt(text))


def unpacked(content: str) -> EmailMessage:
    """Return the message again. Raises InvalidToken if it was packed under an unknown SECRET_KEY."""
    fields, headers, alternatives = json.loads(get_adapter().decrypt(content))
    message = EmailMultiAlternatives(**fields, headers=headers)
    for text, kind in alternatives:
        message.attach_alternative(text, kind)
    return message


def send(job: Job) -> None:
    """Send the message of the job; raises RetryLater. What the mail server refuses for good is not tried again."""
    for mail in Mail.objects.filter(pk=int(job.key)):
        try:
            SiteEmailBackend().send_messages([unpacked(mail.content)])
        except OSError as fault:  # SMTPException among them
            if not is_permanent(fault):
                raise RetryLater from fault
        mail.delete()


def give_up(job: Job) -> None:
    """Delete the message, whose links are of no use by now."""
    Mail.objects.filter(pk=int(job.key)).delete()


HANDLER = Handler(KIND, send, QUEUE, most_tries=30, first_pause=timedelta(seconds=15), gave_up=give_up)  # over a day
