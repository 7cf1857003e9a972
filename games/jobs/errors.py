"""Exceptions by which a job handler tells the runner what to do next."""

from __future__ import annotations

from datetime import timedelta


class Postponed(Exception):
    """The work cannot be done yet: run the job again later, without counting this run as a try."""

    def __init__(self, delay: timedelta = timedelta(0)) -> None:
        """Postpone the job by this delay; without one it stays due and keeps its place in the queue."""
        super().__init__(delay)
        self.delay = delay


class RetryLater(Exception):
    """An external service failed, such as a mail server: try again after the usual pause.

    It counts as a try, but is not logged.
    """


class LeaseLost(Exception):
    """The lease expired and another runner has claimed the job, so this one must roll its transaction back."""
