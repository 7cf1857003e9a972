"""What an event offers to programs: a feed of results, a calendar, a picture for links."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from core import clock
from games.discovery.calendars import calendar_of
from games.discovery.pictures import of_event
from games.events.models import Event
from games.matches.play.services import resign
from tests.discovery.test_feeds import entries
from tests.discovery.test_pictures import image, size
from tests.events.cups import HOUR, NOW, cup, current, open_pairings
from tests.events.seasons import go_to
from tests.html import html_of

pytestmark = pytest.mark.any_stack


@pytest.fixture
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


@pytest.fixture
def event(travel: time_machine.Traveller, anna: User, bob: User) -> Event:
    """Return a knock-out of anna and bob that has begun."""
    event = cup(Event.Kind.KNOCKOUT, anna, bob, name="Cup, of two")
    go_to(travel, NOW + HOUR)
    return current(event)


def test_a_feed_has_the_results(travel: time_machine.Traveller, client: Client, event: Event, bob: User) -> None:
    address = f"/feeds/events/{event.pk}.atom"
    assert f'href="{address}"' in html_of(client.get(event.get_absolute_url()))
    assert entries(client, address) == []
    (pairing,) = open_pairings(event)
    assert pairing.match_id
    resign(pairing.match_id, bob)
    go_to(travel, clock.now())
    title = f"Round 1: {pairing.first.player} – {pairing.second and pairing.second.player}"
    assert entries(client, address) == [(title, f"http://testserver/matches/{pairing.match_id}/")]
    assert client.get("/feeds/events/nosuchkey1.atom").status_code == 404


def test_a_calendar_has_its_time(client: Client, event: Event, anna: User, carl: User) -> None:
    address = f"/calendar/events/{event.pk}.ics"
    assert address in html_of(client.get(event.get_absolute_url()))
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    lines = answer.content.decode().split("\r\n")
    assert {"DTSTART:20261121T130000Z", r"SUMMARY:Cup\, of two", "STATUS:CONFIRMED"} <= set(lines)
    Event.objects.filter(pk=event.pk).update(name="One; two, \\n three")
    assert r"SUMMARY:One\; two\, \\n three" in client.get(address).content.decode()
    assert f"UID:event-{event.pk}@numgames" in calendar_of(anna, NOW)
    assert "VEVENT" not in calendar_of(carl, NOW)
    assert client.get("/calendar/events/nosuchkey1.ics").status_code == 404


def test_a_link_has_a_picture_which_names_the_winner_at_the_end(
    travel: time_machine.Traveller, client: Client, event: Event, bob: User
) -> None:
    path = image(client, event.get_absolute_url())
    assert path == f"/pictures/en/events/{event.pk}/{event.version}.png"
    assert size(client.get(path).content) == (1200, 630)
    assert client.get(f"/pictures/en/events/{event.pk}/{event.version + 1}.png").status_code == 404
    assert [line.text for line in of_event(event).lines] == ["Knock-out", "Players"]
    (pairing,) = open_pairings(event)
    assert pairing.match_id
    resign(pairing.match_id, bob)
    go_to(travel, clock.now())
    assert [line.text for line in of_event(current(event)).lines] == ["1. anna", "2. bob"]


def test_only_events_in_the_list_are_found_by_search_engines(client: Client, event: Event) -> None:
    assert '<meta name="robots" content="noindex">' not in html_of(client.get(event.get_absolute_url()))
    Event.objects.filter(pk=event.pk).update(is_listed=False)
    page = html_of(client.get(event.get_absolute_url()))
    assert '<meta name="robots" content="noindex">' in page
    assert 'property="og:image"' in page
