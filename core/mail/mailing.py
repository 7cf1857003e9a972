"""Mail of accounts, sent by threads of its own, so that no request waits for a mail server that hangs."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from concurrent.futures import Future, wait
from queue import Full, Queue
from smtplib import SMTPException
from threading import Lock, Thread

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

THREADS = 2
MOST_WAITING = 100  # mails; further ones are refused
MOMENT = 2.0  # seconds that a request waits for its mail if no other one is on its way: most faults show by then

logger = logging.getLogger(__name__)

_Waiting = tuple["Future[int]", BaseEmailBackend, Sequence[EmailMessage]]


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
