"""The pages of events by Django's client: the list, an event, joining by one press, and the slots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
import time_machine
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from core import clock
from games.events.models import Entry, Event
from games.events.seasons import keep_leagues
from games.events.services import find_event
from tests.events.seasons import NOW, begun, current, ended, go_to, pairings, people, play_on, season

SignedIn = Callable[[User], Client]


@pytest.fixture
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


def path(event: Event, action: str = "") -> str:
    return f"/events/{event.pk}/{action}"


def test_a_league_is_joined_by_one_press(travel: time_machine.Traveller, anna: User, signed_in: SignedIn) -> None:
    event, browser = season(), signed_in(anna)
    assertContains(browser.get("/events/"), event.title)
    assertContains(browser.get(path(event)), path(event, "enter/"))
    assertRedirects(browser.post(path(event, "enter/")), path(event))
    assert event.entries.get().player == anna
    page = browser.get(path(event))
    assertContains(page, path(event, "withdraw/"))
    assertContains(page, "The rules of the league")
    browser.post(path(event, "withdraw/"))
    assert not event.entries.exists()


def test_visitors_see_events_and_sign_in_to_take_part(travel: time_machine.Traveller, client: Client) -> None:
    event = season()
    assertContains(client.get(path(event)), path(event, "enter/"))
    assert client.post(path(event, "enter/")).status_code == 302
    assert not event.entries.exists()
    assert client.get("/events/nosuchkey1/").status_code == 404


def test_a_running_season_has_tables_and_your_matches(travel: time_machine.Traveller, signed_in: SignedIn) -> None:
    players = people(6)
    event = begun(travel, season(*players))
    browser = signed_in(players[0])
    page = browser.get(path(event))
    assertContains(page, "Possible final place")
    assertContains(page, "1 to 6", count=6)
    assertContains(page, "5 matches open")
    assertContains(page, "Leave after this season")
    for one in pairings(event):
        assert one.match
        play_on(one.match, 2, Random(1))
    assertContains(browser.get("/lobby/"), "Your league")
    assertContains(browser.get("/lobby/"), "Place 1 of 6")
    assertNotContains(Client().get("/lobby/"), "Your league")
    browser.post(path(event, "stay/"))
    assert not event.entries.get(player=players[0]).stays
    browser.post(path(event, "stay/"), {"stays": "1"})
    assert event.entries.get(player=players[0]).stays
    event = ended(travel, event)
    page = browser.get(path(event))
    assertContains(page, "Next season")
    assertNotContains(page, "Possible final place")


def test_who_played_comes_along_and_may_decline(travel: time_machine.Traveller, signed_in: SignedIn) -> None:
    players = people(6)
    event = begun(travel, season(*players))
    go_to(travel, clock.now())
    assert event.series
    following = event.series.events.get(number=2)
    browser = signed_in(players[0])
    assertContains(browser.get(path(following)), "so you play this one too")
    browser.post(path(event, "stay/"))
    assertContains(browser.get(path(following)), path(following, "enter/"))


def test_a_page_is_the_same_until_the_event_changes(travel: time_machine.Traveller) -> None:
    players = people(6)
    event = begun(travel, season(*players))
    version = find_event(event.pk).version
    keep_leagues()
    assert current(event).version == version
    assert event.entries.filter(state=Entry.State.IN).count() == 6
