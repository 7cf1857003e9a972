"""Live pages: a page that is a list of live partials about one subject, with a socket and a poll of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from django.core.exceptions import ObjectDoesNotExist
from django.utils.html import format_html

from core.live import fanout
from core.live.live_partials import Bound, LivePartial, Subject, Viewer, bind


@dataclass(frozen=True, eq=False)
class LivePage(Generic[Subject, Viewer]):
    """Declares a kind of page: its partials, and how its subject is read.

    `read` returns the subject with a key as one viewer may see it, and raises ObjectDoesNotExist where there is none
    for this viewer. Whenever a subject has changed, call `announce` after the commit.
    """

    name: str
    read: Callable[[str, Viewer], Subject]
    partials: Sequence[LivePartial[Subject, Viewer]]

    missing = ObjectDoesNotExist

    def bind(self, key: str, viewer: Viewer) -> Bound:
        """Return the partials of this subject for one viewer; raises ObjectDoesNotExist."""
        return bind(self.partials, self.read(key, viewer), viewer)

    def context(self, key: str, viewer: Viewer) -> dict[str, object]:
        """Return the context of the page's template: the `partials` by name, and the attributes `live` of its root."""
        address = f"{self.name}/{key}/"
        live = format_html('data-live="/ws/live/{0}" data-poll="/accounts/live/{0}"', address)
        return {"partials": self.bind(key, viewer), "live": live}

    def topic(self, key: str) -> str:
        """Return the topic of the open pages of one subject."""
        return f"live.{self.name}.{key}"

    def announce(self, key: str) -> None:
        """Have the open pages of this subject brought up to date; a page that misses it heals by its heartbeat."""
        fanout.publish([self.topic(key)], {"type": "page.changed"})
