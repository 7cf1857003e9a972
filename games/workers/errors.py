"""Why a piece of thinking was not done."""

from __future__ import annotations


class NotDone(Exception):
    """The function gave neither a result nor an exception."""


class TooSlow(NotDone):
    """It took longer than it may."""


class WorkerDied(NotDone):
    """Its process ended before it did; another one takes its place."""


class Closed(NotDone):
    """All workers were ended, most likely because this process is about to end."""
