"""The demo shows an arena about to begin, a finished cup, running leagues and a club."""

from __future__ import annotations

from accounts.models import User
from games.clubs.models import Club
from games.computers.services import make_computers
from games.events.models import Event
from numgames.management.commands.demo import begin_events, found_club
from tests.events.cups import people


def test_the_demo_has_events_in_all_states(db: None) -> None:
    make_computers()
    begin_events(people(4))
    states = {(event.kind, event.state) for event in Event.objects.filter(game_slug="digifeud")}
    assert {("arena", "open"), ("knockout", "over"), ("league", "running")} <= states
    assert not User.objects.exclude(seen_at=None).exists()  # no analysis waits for those of players who are not here


def test_the_demo_has_a_club_with_members_and_a_request(db: None) -> None:
    founder, *members, asking = people(4)
    found_club(founder, members, asking)
    club = Club.objects.get()
    assert sorted(club.members.values_list("role", flat=True)) == ["asked", "founder", "member", "member"]
    assert club.offers.count() == 1
