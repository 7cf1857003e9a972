"""The demo shows an arena about to begin, a finished cup and running leagues."""

from __future__ import annotations

from games.computers.services import make_computers
from games.events.models import Event
from numgames.management.commands.demo import begin_events
from tests.events.cups import people


def test_the_demo_has_events_in_all_states(db: None) -> None:
    make_computers()
    begin_events(people(4))
    states = {(event.kind, event.state) for event in Event.objects.filter(game_slug="digifeud")}
    assert {("arena", "open"), ("knockout", "over"), ("league", "running")} <= states
