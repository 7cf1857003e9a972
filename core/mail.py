"""E-mail: as text and HTML (multipart/alternative), with the headers of the site, that of accounts in threads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from email.utils import make_msgid
from smtplib import SMTPDataError, SMTPRecipientsRefused
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.utils.encoding import punycode

from core.web import site_address

BETWEEN = re.compile(r"\n\s*\n")
ITEM = re.compile(r"- (?P<text>.+)\n[ ]+(?P<url>https?://\S+)")
PERMANENT = 500  # SMTP replies from here on are permanent; lower ones may pass, such as greylisting (RFC 5321, 4.2.1)


@dataclass(frozen=True)
class Extras:
    """What an e-mail shows besides its text: a button, a picture that leads to the same address, and small links."""

    button: str = ""
    url: str = ""
    picture: str = ""
    alt: str = ""
    links: Sequence[tuple[str, str]] = ()


def add_html(message: EmailMultiAlternatives, extras: Extras, text: str = "") -> None:
    """Add this text, by default the whole body, as HTML.

    The button takes the place of a line with nothing but its address. An item of a list that is followed by its address
    is a link.
    """
    body, address = text or str(message.body), re.escape(extras.url)
    before, *after = re.split(rf"^{address}$", body, maxsplit=1, flags=re.MULTILINE) if address else [body]
    context = {**asdict(extras), "subject": message.subject, "before": _paragraphs(before)}
    context["after"] = _paragraphs("".join(after))
    message.attach_alternative(render_to_string("email/message.html", context), "text/html")


def _paragraphs(text: str) -> list[tuple[str, str]]:
    """Return the paragraphs of a text, each with the address that all of it links to, if any."""
    parts = [part.strip() for part in BETWEEN.split(text) if part.strip()]
    items = [ITEM.fullmatch(part) for part in parts]
    return [(item["text"], item["url"]) if item else (part, "") for part, item in zip(parts, items, strict=True)]


class SiteEmailBackend(BaseEmailBackend):
    """A backend that completes messages and sends them at once with the backend `MAIL_TRANSPORT`: for jobs only."""

    def __init__(self, fail_silently: bool = False, **options: object) -> None:
        super().__init__(fail_silently)
        self.transport = get_connection(settings.MAIL_TRANSPORT, fail_silently=fail_silently, **options)

    def open(self) -> bool | None:
        """Open a connection of the transport; return whether it was not open before."""
        return self.transport.open()

    def close(self) -> None:
        """Close the connection of the transport."""
        self.transport.close()

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Complete these messages and send them; return how many were sent."""
        for message in email_messages:
            complete(message)
        return self.transport.send_messages(email_messages)


def complete(message: EmailMessage) -> None:
    """Mark a message as one of a program (RFC 3834, 5), and identify it by the site's domain (RFC 5322, 3.6.4).

    Programs that answer for people on holiday leave marked messages alone. A name of the machine tells readers nothing,
    and filters of spam distrust one that is not a domain.
    """
    headers = {name.lower() for name in message.extra_headers}
    if "auto-submitted" not in headers:
        message.extra_headers["Auto-Submitted"] = "auto-generated"
    if "message-id" not in headers:
        host = urlsplit(site_address()).hostname or "localhost"
        domain = f"[IPv6:{host}]" if ":" in host else punycode(host)
        message.extra_headers["Message-ID"] = make_msgid(domain=domain)


def is_permanent(refusal: Exception) -> bool:
    """Return whether the mail server will never take this message."""
    if isinstance(refusal, SMTPRecipientsRefused):
        return any(code >= PERMANENT for code, _text in refusal.recipients.values())
    return isinstance(refusal, SMTPDataError) and refusal.smtp_code >= PERMANENT  # the answer to the message itself
