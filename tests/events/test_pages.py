"""The pages of events by Django's client: the list, an event, joining by one press, and the slots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from core import clock
from games.daily.weekly import news_of
from games.events.honours import honours_of
from games.events.models import Entry, Event
from games.events.seasons import keep_leagues
from games.events.services import find_event
from games.matches.play.services import resign
from tests.alike import one as made
from tests.events.seasons import NOW, begun, current, ended, go_to, pairings, people, play_on, run_all, season

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


def test_a_visitor_signs_up_and_takes_part_where_the_way_began(travel: time_machine.Traveller, client: Client) -> None:
    """What one commits to stands on the page before the press, and again after signing up."""
    event = season()
    page = client.get(path(event))
    way = f"/accounts/signup/?next={path(event, 'enter/')}"
    for words in (way, "5 to 11 matches at once", "28\N{NO-BREAK SPACE}days in all", "with an account"):
        assertContains(page, words)
    assertContains(client.get("/events/"), way)
    assertContains(client.get("/events/"), "5 to 11 matches at once")
    dora = {"username": "Dora", "password1": "numbers are fun", "next": path(event, "enter/")}
    page = client.post("/accounts/signup/", dora, follow=True)
    assertContains(page, "5 to 11 matches at once")
    assert not event.entries.exists()
    assertRedirects(client.post(path(event, "enter/")), path(event))
    assert event.entries.get().player.username == "Dora"
    assertRedirects(client.get(path(event, "enter/")), path(event))
    assert client.get("/events/nosuchkey1/enter/").status_code == 404


def test_a_press_without_an_account_leads_to_the_same_page(
    travel: time_machine.Traveller, client: Client, anna: User
) -> None:
    event = season()
    answer = client.post(path(event, "enter/"))
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith(path(event, "enter/"))
    assert not event.entries.exists()
    assert client.get("/events/nosuchkey1/").status_code == 404


def test_guests_are_told_beforehand_that_they_need_an_account(travel: time_machine.Traveller, client: Client) -> None:
    event = season()
    client.post("/accounts/guest/")
    way = f"/accounts/signup/?next={path(event, 'enter/')}"
    for page in (path(event), "/events/"):
        assertContains(client.get(page), way)
        assertContains(client.get(page), "with an account")
    dora = {"username": "Dora", "password1": "numbers are fun", "next": path(event, "enter/")}
    assertContains(client.post("/accounts/signup/", dora, follow=True), "5 to 11 matches at once")


def test_the_front_page_and_the_main_navigation_lead_to_leagues(
    travel: time_machine.Traveller, client: Client, anna: User, signed_in: SignedIn
) -> None:
    season()
    front = client.get("/")
    assertContains(front, 'id="home-events"')
    assertContains(front, "Digifeud league")
    for browser in (client, signed_in(anna)):
        page = browser.get("/puzzles/").content.decode()
        assert page.index('id="header"') < page.index('href="/events/"') < page.index("<main")


def test_a_running_season_has_tables_and_your_matches(travel: time_machine.Traveller, signed_in: SignedIn) -> None:
    players = people(6)
    event = begun(travel, season(*players))
    browser = signed_in(players[0])
    page = browser.get(path(event))
    assertContains(page, "Possible final place")
    assertContains(page, "1 to 6", count=6)
    assertContains(page, "5 matches open")
    assertContains(page, "Leave after this season")
    assertNotContains(page, "The next season begins")
    keep_leagues()
    assertContains(Client().get(path(event)), "The next season begins")
    for one in pairings(event):
        assert one.match
        play_on(one.match, 2, Random(1))
    assert f"{event.title}: place 1 of 6, 5 matches open" in news_of(players[0], clock.now())  # of the weekly mail
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


def test_the_page_of_a_player_has_seasons_titles_and_promotions(travel: time_machine.Traveller, client: Client) -> None:
    """Two divisions: their first ones have a title, and a promotion."""
    players = people(13)
    assert honours_of(players[0]) is None
    event = begun(travel, season(*players))
    for one in pairings(event):
        assert one.match
        assert one.second
        loser = max(one.first, one.second, key=lambda entry: entry.player.username)
        resign(one.match.pk, loser.player)
    run_all()
    assert current(event).state == Event.State.OVER
    winners = {entry.division.number: entry for entry in event.entries.filter(place=1) if entry.division}
    champion, promoted = (honours_of(winners[number].player) for number in (1, 2))
    assert champion
    assert promoted
    assert (champion.seasons, champion.cups, champion.titles, champion.promotions) == (1, 0, 1, 0)
    assert (promoted.seasons, promoted.titles, promoted.promotions) == (1, 0, 1)
    page = client.get(f"/matches/by/{winners[1].player.username}/")
    for words in ("1 title", "1 season played", "Division 1", event.title):
        assertContains(page, words)
    Event.objects.filter(pk=event.pk).update(is_listed=False)
    assert honours_of(winners[1].player) is None
    assertNotContains(client.get(f"/matches/by/{winners[1].player.username}/"), event.title)


def test_the_page_of_a_player_has_the_five_events_that_ended_last(anna: User, bob: User) -> None:
    """They were entered in another order; of two that ended at once the one entered later is first."""
    for name, days in (("a", 1), ("b", 7), ("c", 3), ("d", 6), ("e", 2), ("f", 7), ("g", 5)):
        moment = NOW + timedelta(days=days)
        event = made(Event, pk=name, kind="swiss", state=Event.State.OVER, ended_at=moment, is_listed=True)
        for place, player in enumerate((anna, bob), start=1):
            made(Entry, event=event, player=player, place=place)
    honours = honours_of(anna)
    assert honours
    assert [(entry.event_id, entry.player, entry.place) for entry in honours.latest] == [
        (name, anna, 1) for name in "fbdgc"
    ]
    assert (honours.cups, honours.titles) == (7, 7)


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
    version = find_event(event.pk, None).version
    keep_leagues()
    assert current(event).version == version
    assert event.entries.filter(state=Entry.State.IN).count() == 6
