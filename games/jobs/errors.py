"""Exceptions that a job handler may raise to tell the runner what to do next."""

from __future__ import annotations

from datetime import timedelta


class Postponed(Exception):
    """The work cannot be done now, through no fault of its own: run the job again later. It does not count as a try."""

    def __init__(self, delay: timedelta = timedelta(0)) -> None:
        """Postpone by this much time; without one, the job keeps its place in its queue."""
        super().__init__(delay)
        self.delay = delay


class RetryLater(Exception):
    """The other side failed, such as a mail server: try again after the usual pause. It counts as a try, unlogged."""


class LeaseLost(Exception):
    """The lease expired and another runner has taken the job over: undo what was begun, the other one does it."""
