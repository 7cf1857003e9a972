"""Errors: computations without a result."""

from __future__ import annotations


class NotDone(Exception):
    """The function gave neither a result nor an exception."""


class TooSlow(NotDone):
    """The computation exceeded its CPU time."""


class WorkerDied(NotDone):
    """The worker process died; a new one replaces it."""


class PoolClosed(NotDone):
    """The pool was closed, most likely because this process is about to exit."""
