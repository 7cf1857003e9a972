"""The e-mail backend of the site: every message passes here, whatever made it, and gets the headers of the site."""

from __future__ import annotations

from collections.abc import Sequence
from email.utils import make_msgid
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.encoding import punycode

from core.web.addresses import site_address


class SiteEmailBackend(BaseEmailBackend):
    """A backend that completes messages and sends them with the backend `MAIL_TRANSPORT`."""

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
            _complete(message)
        return self.transport.send_messages(email_messages)


def _complete(message: EmailMessage) -> None:
    """Mark a message as one of a program (RFC 3834, 5), and identify it by the site's domain (RFC 5322, 3.6.4).

    Programs that answer for people on holiday leave marked messages alone. A name of the machine tells readers nothing,
    and filters of spam distrust one that is not a domain.
    """
    headers = {name.lower() for name in message.extra_headers}
    if "auto-submitted" not in headers:
        message.extra_headers["Auto-Submitted"] = "auto-generated"
    if "message-id" not in headers:
        message.extra_headers["Message-ID"] = make_msgid(domain=_domain())


def _domain() -> str:
    host = urlsplit(site_address()).hostname or "localhost"
    return f"[IPv6:{host}]" if ":" in host else punycode(host)
