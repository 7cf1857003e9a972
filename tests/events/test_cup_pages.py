"""Pages of cups: who makes one, what they show, and how often a table is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.template import Template
from django.test import Client
from django.test.signals import template_rendered
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from games.catalogue import games
from games.events.cups.recurring import keep_cups
from games.events.models import Entry, Event, Series
from games.events.notices import tell_soon
from games.events.partials import EVENT
from games.events.services import remove
from games.jobs.models import Job
from games.matches.play.services import resign
from tests.events.cups import NOW, arrive, cup, go_on, open_pairings, people, play, see
from tests.sizes import cases

SignedIn = Callable[[User], Client]


@pytest.fixture
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


def filled_in(**more: str) -> dict[str, str]:
    return {
        "game": "tenbyten", "kind": "arena", "time": "5+8", "starts_at": "2026-11-21T18:00", "length": "60",
        "visible": "listed", "rated": "rated", **more,
    }  # fmt: skip


def choices() -> dict[str, str]:
    return {f"option-{one.name}": str(one.default) for one in games()["tenbyten"].options_type.choices()}


def test_anna_makes_an_arena(travel: time_machine.Traveller, anna: User, signed_in: SignedIn) -> None:
    client = signed_in(anna)
    assertContains(client.get(reverse("events:new")), "Create event")
    client.post(reverse("events:new"), filled_in(**choices()))
    event = Event.objects.get(creator=anna)
    assert (event.kind, event.lasts, event.is_live) == ("arena", timedelta(minutes=60), True)
    assert event.starts_at == NOW.replace(hour=18)
    assert Job.objects.get(kind="events.run", key=event.pk).due_at == event.starts_at - timedelta(minutes=5)


def test_the_time_has_to_suit_the_kind(travel: time_machine.Traveller, anna: User, signed_in: SignedIn) -> None:
    answer = signed_in(anna).post(reverse("events:new"), filled_in(time="3", **choices()))
    assertContains(answer, "An arena is live.", status_code=422)
    assert not Event.objects.exists()


def test_mirror_matches_take_days(travel: time_machine.Traveller, anna: User, signed_in: SignedIn) -> None:
    client, sentence = signed_in(anna), "Mirror matches are for correspondence"
    assertContains(client.post(reverse("events:new"), filled_in(mirror="on", **choices())), sentence, status_code=422)
    assert not Event.objects.exists()
    client.post(reverse("events:new"), filled_in(kind="knockout", time="3", mirror="on", **choices()))
    event = Event.objects.get()
    assert event.is_mirror
    assert client.get(f"/api/v1/events/{event.pk}").json()["mirror"]
    assertContains(client.get(event.get_absolute_url()), "Mirror match: two boards, open hands")


def test_a_player_has_five_events_at_most(travel: time_machine.Traveller, anna: User, signed_in: SignedIn) -> None:
    for _number in range(6):
        signed_in(anna).post(reverse("events:new"), filled_in(**choices()))
    assert Event.objects.count() == 5


def test_a_cup_that_recurs(travel: time_machine.Traveller, anna: User, signed_in: SignedIn) -> None:
    signed_in(anna).post(reverse("events:new"), filled_in(repeat="weekly", **choices()))
    series = Series.objects.get(creator=anna)
    for _time in range(2):
        keep_cups()
    travel.shift(timedelta(days=2))
    keep_cups()
    starts = list(series.events.order_by("number").values_list("starts_at", flat=True))
    assert starts == [NOW.replace(hour=18), NOW.replace(hour=18) + timedelta(days=7)]


def test_an_evening_stays_one_when_summer_time_begins(
    travel: time_machine.Traveller, anna: User, signed_in: SignedIn
) -> None:
    travel.move_to(datetime(2027, 3, 20, 12, tzinfo=UTC))
    anna.time_zone = "Europe/Amsterdam"
    anna.save()
    first = filled_in(repeat="weekly", starts_at="2027-03-27T20:00")
    signed_in(anna).post(reverse("events:new"), {**first, **choices()})
    travel.shift(timedelta(days=9))
    keep_cups()
    starts = Event.objects.filter(creator=anna).order_by("number").values_list("starts_at", flat=True)
    assert list(starts) == [datetime(2027, 3, 27, 19, tzinfo=UTC), datetime(2027, 4, 3, 18, tzinfo=UTC)]


def test_only_its_maker_has_it_not_recur_any_more(
    travel: time_machine.Traveller, anna: User, bob: User, signed_in: SignedIn
) -> None:
    signed_in(anna).post(reverse("events:new"), filled_in(repeat="weekly", **choices()))
    event = Event.objects.get(creator=anna)
    stop = reverse("events:end_series", args=[event.pk])
    for viewer, offered in ((bob, 0), (anna, 1)):
        page = signed_in(viewer).get(event.get_absolute_url())
        assertContains(page, "Every week")
        assertContains(page, stop, count=offered)
    assert signed_in(bob).post(stop).status_code == 404
    signed_in(anna).post(stop)
    page = signed_in(anna).get(event.get_absolute_url())
    assertNotContains(page, "Every week")
    assertNotContains(page, stop)
    assert event.series
    travel.shift(timedelta(days=8))
    keep_cups()
    assert event.series.events.count() == 1


def test_the_sites_own_cups(travel: time_machine.Traveller) -> None:
    for _day in range(14):
        keep_cups()
        travel.shift(timedelta(days=1))
    own = Event.objects.filter(creator=None, game_slug="summy")
    arenas = own.filter(kind="arena").order_by("number")
    assert [event.starts_at.strftime("%a %H") for event in arenas] == ["Sun 19"] * arenas.count()
    assert arenas.count() == 3
    assert own.get(kind="swiss").starts_at.day == 1


def test_a_cup_without_players_is_not_listed(travel: time_machine.Traveller, client: Client) -> None:
    event = cup("swiss", *people(1), least=4)
    assertContains(client.get(reverse("events:events")), event.pk)
    go_on(travel, event)
    assertNotContains(client.get(reverse("events:events")), event.pk)


@cases("kind", ["knockout", "robin", "swiss", "arena"], default=["swiss"])
def test_the_page_of_a_running_and_a_finished_cup(
    travel: time_machine.Traveller, signed_in: SignedIn, kind: str
) -> None:
    players = people(5)
    live = kind == "arena"
    event = cup(kind, *players, live=live, lasts=timedelta(minutes=2) if live else None)
    travel.move_to(event.starts_at)
    see(*players)
    event = go_on(travel, event)
    page = signed_in(players[1]).get(event.get_absolute_url())
    assertContains(page, "Your next match")
    assertContains(page, "data-follow", count=int(live))  # the page itself goes to a live match
    assertContains(page, 'id="cup-')
    while not event.is_over:
        play(event)
        if live:
            see(*players)
        event = go_on(travel, event, most=timedelta(seconds=20) if live else None)
    page = signed_in(players[1]).get(event.get_absolute_url())
    assertContains(page, "p01")
    assertContains(page, "Replay")
    assertNotContains(page, "None at the moment")
    remove(Entry.objects.get(event=event, player=players[0]))
    assertContains(signed_in(players[1]).get(event.get_absolute_url()), "removed")


def test_one_pause_and_return(travel: time_machine.Traveller, signed_in: SignedIn) -> None:
    players = people(3)
    event = cup("arena", *players, live=True, lasts=timedelta(minutes=45))
    travel.move_to(event.starts_at)
    see(*players)
    event = go_on(travel, event)
    client = signed_in(players[0])
    client.post(reverse("events:pause", args=[event.pk]))
    assert event.entries.get(player=players[0]).state == Entry.State.AWAY
    assertContains(client.get(event.get_absolute_url()), "Return")
    client.post(reverse("events:enter", args=[event.pk]))
    assert event.entries.get(player=players[0]).state == Entry.State.IN


def test_a_match_says_that_who_does_not_come_or_move_loses_it(
    travel: time_machine.Traveller, signed_in: SignedIn
) -> None:
    players = people(2)
    event = cup("arena", *players, live=True, lasts=timedelta(minutes=45))
    travel.move_to(event.starts_at)
    see(*players)
    (pairing,) = open_pairings(go_on(travel, event))
    assert pairing.match
    first, path = signed_in(pairing.first.player), reverse("matches:match", args=[pairing.match.pk])
    assertContains(first.get(path), "loses the match")
    arrive(pairing.match)
    assertContains(first.get(path), "Without a first move you lose on time in")
    assertNotContains(first.get(path), "the match is cancelled in")


def test_stale_pages_of_an_event_do_no_harm(
    travel: time_machine.Traveller, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    """The page was opened before: the event is full, has begun, or is over meanwhile."""
    event, browser = cup("knockout", anna, bob, most=2), signed_in(anna)
    path, enter = event.get_absolute_url(), reverse("events:enter", args=[event.pk])
    withdraw = reverse("events:withdraw", args=[event.pk])
    full = signed_in(carl).get(path)
    assertContains(full, "All places in this event are taken.")
    assertNotContains(full, enter)
    assertContains(signed_in(carl).post(enter, follow=True), "All places in this event are taken.")
    assertContains(browser.get(path), 'name="open"')
    event = go_on(travel, event)
    assertContains(browser.post(withdraw, {"open": "1"}, follow=True), "It is too late to change this")
    assert event.entries.get(player=anna).state == Entry.State.IN
    while not event.is_over:
        play(event)
        event = go_on(travel, event)
    assertContains(browser.post(withdraw, follow=True), "This event is over.")
    assertContains(browser.post(enter, follow=True), "You can no longer enter this event.")


def test_one_enters_an_arena_that_runs(travel: time_machine.Traveller, anna: User, signed_in: SignedIn) -> None:
    players = people(2)
    event = cup("arena", *players, live=True, lasts=timedelta(minutes=45))
    travel.move_to(event.starts_at)
    see(*players)
    event = go_on(travel, event)
    client = signed_in(anna)
    enter = reverse("events:enter", args=[event.pk])
    assertContains(client.get(event.get_absolute_url()), enter)
    client.post(enter)
    assertNotContains(client.get(event.get_absolute_url()), enter)
    client.post(reverse("events:withdraw", args=[event.pk]))
    assertContains(client.get(event.get_absolute_url()), enter)
    travel.move_to(event.starts_at + timedelta(minutes=45))
    assertNotContains(client.get(event.get_absolute_url()), enter)


def test_who_has_no_scripts_is_paired_too(
    travel: time_machine.Traveller, anna: User, bob: User, signed_in: SignedIn
) -> None:
    event = cup("arena", anna, bob, live=True, lasts=timedelta(minutes=45))
    travel.move_to(event.starts_at)
    see(anna)
    assertContains(signed_in(bob).get(event.get_absolute_url()), 'http-equiv="refresh"')
    assert len(list(open_pairings(go_on(travel, event)))) == 1


def test_an_open_page_has_a_place_for_each_part(travel: time_machine.Traveller, client: Client) -> None:
    page = client.get(cup("arena", *people(2), live=True, lasts=timedelta(minutes=45)).get_absolute_url())
    for partial in EVENT.partials:
        assertContains(page, f'id="{partial.name}"', count=1)


def test_a_match_leads_back_to_its_event(travel: time_machine.Traveller, signed_in: SignedIn) -> None:
    players = people(2)
    event = cup("knockout", *players)
    event = go_on(travel, event)
    match = next(open_pairings(event)).match
    assert match
    page = reverse("matches:match", args=[match.pk])
    client = signed_in(players[0])
    assertContains(client.get(page), f'href="{event.get_absolute_url()}"', count=1)
    resign(match.pk, players[1])
    assertContains(client.get(page), f'href="{event.get_absolute_url()}"', count=2)
    assertNotContains(Client().get(page), event.get_absolute_url())


def test_today_says_the_hour_at_which_an_arena_begins(travel: time_machine.Traveller, client: Client) -> None:
    cup("arena", live=True, lasts=timedelta(minutes=45))
    client.cookies["zone"] = "UTC"
    page = client.get(reverse("daily:today"))
    assertContains(page, "today: 13:00\N{NO-BREAK SPACE}UTC")


def test_a_notice_of_an_event_that_has_begun_does_not_say_that_it_begins(
    travel: time_machine.Traveller, anna: User, signed_in: SignedIn
) -> None:
    event = cup("arena", anna, live=True, lasts=timedelta(minutes=45))
    tell_soon(event)
    client, page = signed_in(anna), reverse("notifications:notifications")
    travel.move_to(event.starts_at - timedelta(minutes=3))
    assertContains(client.get(page), "Your event begins")
    travel.move_to(event.starts_at + timedelta(hours=9))
    answer = client.get(page)
    assertContains(answer, "Your event has begun")
    assertNotContains(answer, "Your event begins")


def test_who_has_confirmed_bots_returns_in_one_tap(
    travel: time_machine.Traveller, anna: User, signed_in: SignedIn
) -> None:
    event = cup("arena", live=True, lasts=timedelta(minutes=45), with_bots=True)
    client = signed_in(anna)
    client.post(reverse("events:enter", args=[event.pk]), {"bots": "on"})
    client.post(reverse("events:pause", args=[event.pk]))
    client.post(reverse("events:enter", args=[event.pk]))
    entry = event.entries.get(player=anna)
    assert (entry.state, entry.confirmed_bots) == (Entry.State.IN, True)


@pytest.mark.thorough
def test_a_table_is_drawn_once_for_all_who_see_it(travel: time_machine.Traveller, noted_templates: None) -> None:
    players = people(6)
    event = cup("arena", *players, live=True, lasts=timedelta(minutes=45))
    travel.move_to(event.starts_at)
    see(*players)
    go_on(travel, event)
    drawings: list[str] = []

    def note(template: Template, **_more: object) -> None:
        drawings.append(str(template.name))

    template_rendered.connect(note)
    try:
        for viewer in players * 50:
            bound = EVENT.bind(event.pk, viewer)
            assert all(partial is None or partial.html for partial in bound.values())
    finally:
        template_rendered.disconnect(note)
    assert drawings.count("events/_arena.html") == 1
    assert drawings.count("events/_next.html") == 300


def test_who_has_no_zone_yet_reads_how_far_away_an_event_is(travel: time_machine.Traveller, anna: User) -> None:
    event = cup("arena", anna)
    first_page, at_home, in_utc = Client(), Client(), Client()
    at_home.cookies["zone"], in_utc.cookies["zone"] = "Asia/Tokyo", "UTC"
    for path in (event.get_absolute_url(), reverse("events:events")):
        for reader, words in (
            (first_page, "in 60\N{NO-BREAK SPACE}minutes"),
            (at_home, "22:00"),
            (in_utc, "13:00\N{NO-BREAK SPACE}UTC"),
        ):
            assertContains(reader.get(path), words)
        assertNotContains(first_page.get(path), "UTC")
    travel.move_to(event.starts_at - timedelta(minutes=59))
    assertContains(first_page.get(event.get_absolute_url()), "Begins: in 59\N{NO-BREAK SPACE}minutes.")
    travel.move_to(event.starts_at - timedelta(seconds=59))
    assertContains(first_page.get(event.get_absolute_url()), "Begins: now.")
