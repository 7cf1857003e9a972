"""The errors of computations without a result."""

from __future__ import annotations


class NotDone(Exception):
    """The computation ended with neither a result nor an exception of its function."""


class TooSlow(NotDone):
    """The computation exceeded its limit of CPU time."""


class WorkerDied(NotDone):
    """The worker process died; a new one replaces it."""


class PoolClosed(NotDone):
    """The pool was closed, normally because this process is about to exit."""
