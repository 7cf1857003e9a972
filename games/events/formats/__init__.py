"""What each kind of event does: a module with a `Format` for each, which `games.events.receivers` registers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import datetime
from typing import ClassVar

from django.db import transaction

from core.hooks import Hook
from core.prepared import PreparedRows
from games.events.course import keep_to_members
from games.events.errors import NoSuchEvent
from games.events.models import Event
from games.events.services import locked


class Format(ABC):
    """How the events of one kind begin, go on and end. One object serves all of them."""

    kind: ClassVar[str]

    @abstractmethod
    def run(self, event: Event, now: datetime) -> datetime | None:
        """Do all that is due by now, and return when something is due next; None while only a match can cause it.

        It is called with the event's row locked and in a transaction, when a match has ended, and when the moment has
        come that it returned; perhaps more often, so it sees for itself what is due (idempotent). It returns `now` to
        have more done in a transaction of its own.
        """

    def prepare(self, event: Event) -> None:  # noqa: B027 - most formats have nothing that takes long
        """Work out what `run` may need and what takes long, with nothing locked. What it needs else, it works out."""


formats = Hook[Format]()


def format_of(event: Event) -> Format:
    """Return the format of this event's kind; raises KeyError without one."""
    return {one.kind: one for one in formats}[event.kind]


def run(key: str, now: datetime) -> datetime | None:
    """Do what is due in an event, as its format says; return when something is due next. Idempotent."""
    if event := _running.first(key):
        format_of(event).prepare(event)
    with transaction.atomic():
        try:
            event = locked(key)
        except NoSuchEvent:
            return None
        keep_to_members(event, now)
        return None if event.is_over else format_of(event).run(event, now)


_running = PreparedRows(lambda key: Event.objects.filter(pk=key, state=Event.State.RUNNING), str)
