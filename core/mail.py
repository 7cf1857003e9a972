"""E-mail: as text and HTML (multipart/alternative), with the headers of the site, that of accounts in threads."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from concurrent.futures import Future, wait
from dataclasses import asdict, dataclass
from email.utils import make_msgid
from queue import Full, Queue
from smtplib import SMTPException
from threading import Lock, Thread
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.utils.encoding import punycode

from core.addresses import site_address

BETWEEN = re.compile(r"\n\s*\n")
THREADS = 2
MOST_WAITING = 100  # mails; further ones are refused
MOMENT = 2.0  # seconds that a request waits for its mail if no other one is on its way: most faults show by then
logger = logging.getLogger(__name__)
_Waiting = tuple["Future[int]", BaseEmailBackend, Sequence[EmailMessage]]


@dataclass(frozen=True)
class Extras:
    """What an e-mail shows besides its text: a button, a picture that leads to the same address, and small links."""

    button: str = ""
    url: str = ""
    picture: str = ""
    alt: str = ""
    links: Sequence[tuple[str, str]] = ()


def add_html(message: EmailMultiAlternatives, extras: Extras, text: str = "") -> None:
    """Add this text, by default the whole body, as HTML. A line with nothing but the button's address is left out."""
    lines = [line for line in (text or str(message.body)).splitlines() if not extras.url or line.strip() != extras.url]
    paragraphs = [part.strip() for part in BETWEEN.split("\n".join(lines)) if part.strip()]
    context = {**asdict(extras), "subject": message.subject, "paragraphs": paragraphs}
    message.attach_alternative(render_to_string("email/message.html", context), "text/html")


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
        host = urlsplit(site_address()).hostname or "localhost"
        domain = f"[IPv6:{host}]" if ":" in host else punycode(host)
        message.extra_headers["Message-ID"] = make_msgid(domain=domain)


class BackgroundBackend(BaseEmailBackend):
    """A backend that has the site's backend send each mail in another thread.

    A fault that shows within `MOMENT` is raised to the caller, a later one is logged. What waits when the process ends
    is lost, and asked for again by its reader.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Have the mails sent; raises what the backend raises within `MOMENT`, and SMTPException if too many wait."""
        is_first = _mails.is_idle
        outcome = _mails.send(get_connection(), email_messages)
        if is_first and wait([outcome], MOMENT).done:
            return outcome.result()
        outcome.add_done_callback(_log)
        return len(email_messages)


class _Mails:
    """The mails that wait, and the threads that send them, which are started by the first one."""

    def __init__(self) -> None:
        self._waiting: Queue[_Waiting] = Queue(MOST_WAITING)
        self._under_way = 0
        self._threads: list[Thread] = []
        self._lock = Lock()

    @property
    def is_idle(self) -> bool:
        """Whether all mails have been sent."""
        return not self._under_way

    def send(self, backend: BaseEmailBackend, messages: Sequence[EmailMessage]) -> Future[int]:
        """Return the future of mails that wait for their turn; raises SMTPException if too many wait already."""
        outcome: Future[int] = Future()
        with self._lock:
            try:
                self._waiting.put_nowait((outcome, backend, messages))
            except Full:
                raise SMTPException("Too many mails wait for the mail server") from None
            self._under_way += 1
            if len(self._threads) < THREADS:
                self._threads.append(Thread(target=self._run, name="mail", daemon=True))
                self._threads[-1].start()
        return outcome

    def _run(self) -> None:
        while True:
            outcome, backend, messages = self._waiting.get()
            try:
                result = backend.send_messages(messages) or 0
            except Exception as fault:
                self._end()
                outcome.set_exception(fault)
            else:
                self._end()
                outcome.set_result(result)

    def _end(self) -> None:
        with self._lock:
            self._under_way -= 1


def _log(outcome: Future[int]) -> None:
    if fault := outcome.exception():
        logger.error("An e-mail could not be sent: %s: %s", type(fault).__name__, fault)


_mails = _Mails()
