"""The streams of a player's events, which share what they read."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

import pytest

from accounts.hooks import EventSource, Thing, event_sources
from accounts.models import User
from accounts.online.events import LOOK, EventsAudience, EventStream
from tests.hooks import emptied

in_threads = pytest.mark.django_db(transaction=True)  # which look at their connections
pytestmark = pytest.mark.any_stack
READ: list[tuple[str, frozenset[str] | None]] = []  # from which source, with which keys


def source(name: str) -> EventSource:
    """Return a source without things, which notes what it was asked for."""

    def find(_player: User, keys: Collection[str] | None, _since: datetime | None) -> list[Thing]:
        READ.append((name, keys if keys is None else frozenset(keys)))
        return []

    return EventSource(f"{name}s", name, f"{name}_id", {}, find)


@pytest.fixture
def audience() -> Iterator[EventsAudience]:
    """Return the audience of one stream, for events about ships and planes."""
    READ.clear()
    found = EventsAudience("7")
    stream = EventStream.__new__(EventStream)
    stream.viewer = User(pk=7)
    found.pages.add(stream)
    with emptied(event_sources, source("ship"), source("plane")):
        yield found


@in_threads
async def test_what_the_events_name_is_read_together(audience: EventsAudience) -> None:
    events: list[dict[str, object]] = [{"type": "news", "ship_id": number} for number in (1, 2, 1)]
    await audience.update([*events, {"type": "news", "balloon_id": 3}])
    assert {*READ} == {("ship", frozenset({"1", "2"}))}


@in_threads
async def test_a_look_reads_all_whatever_else_has_come(audience: EventsAudience) -> None:
    await audience.update([{"type": "news", "ship_id": 1}, {"type": LOOK}])
    assert {*READ} == {("ship", None), ("plane", None)}


async def test_events_that_name_nothing_are_not_handled(audience: EventsAudience) -> None:
    """As most of a player's news are."""
    audience.on_event({"type": "news", "balloon_id": 3})
    assert audience.updating is None


def test_an_older_version_of_a_thing_replaces_no_newer_one(audience: EventsAudience) -> None:
    audience.pages.clear()
    for version in (3, 2, 3):
        audience.tell({("ships", "1"): Thing("1", version, (), {}, over=False)})
        assert audience.things["ships", "1"].version == 3
