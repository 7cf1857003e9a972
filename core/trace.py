"""The trace of the request or socket that is being served. Imports no models: logging is set up before they load."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass

NO_VIEW = "none"  # of requests that no view answered, such as those for unknown addresses


@dataclass
class Trace:
    """The id of a request or socket, its match and its view, for the log and the metrics."""

    id: str
    match: str = ""
    view: str = NO_VIEW


current: ContextVar[Trace | None] = ContextVar("trace", default=None)  # None in the scheduler and in commands
