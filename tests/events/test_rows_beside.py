"""Events beside those of strangers: who is meant by a press, a wave, a season and its computers, and what is sure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from core import clock
from games.catalogue import bots
from games.computers.services import find_computer, make_computers
from games.events import services
from games.events.divisions import division_tables
from games.events.errors import EventIsOver, HasEnded
from games.events.field import Field
from games.events.formats import arena, league, run
from games.events.models import Division, Entry, Event, Pairing, Round
from games.ratings.models import Rating, RatingPool
from tests.alike import one, someone
from tests.events.cups import DAY, HOUR, NOW, cup
from tests.events.seasons import people, season
from tests.events.test_page_texts import begun, entered, meet, planned
from tests.html import html_of

SignedIn = Callable[[User], Client]
Kind, State = Event.Kind, Event.State
IN, AWAY = Entry.State.IN, Entry.State.AWAY


@pytest.fixture(autouse=True)
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


def test_half_points_of_each_result() -> None:
    points = {result.value: Pairing(result=result).points for result in Pairing.Result}
    assert points == {
        "": (0, 0),
        "first": (2, 0),
        "second": (0, 2),
        "draw": (1, 1),
        "neither": (0, 0),
        "bye": (2, 0),
        "off": (0, 0),
    }


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.LEAGUE])
def test_who_takes_part_in_what_is_over_stays_in_it(kind: str, anna: User) -> None:
    event = begun(planned(kind), state=State.OVER)
    entered(event, [anna])
    with pytest.raises(HasEnded):
        services.withdraw(event.pk, anna)
    with pytest.raises(EventIsOver):
        services.enter(event.pk, anna)
    assert Entry.objects.get().state == IN


def test_the_page_to_enter_is_for_all_who_are_not_in(anna: User, bob: User, signed_in: SignedIn) -> None:
    event = begun(planned(Kind.ARENA, live=True, lasts=2 * HOUR))
    entered(event, [bob])
    browser, path = signed_in(anna), "/events/arena/enter/"
    assert browser.get(path).status_code == 200
    entry = one(Entry, event=event, player=anna, state=AWAY)
    assert browser.get(path).status_code == 200
    Entry.objects.filter(pk=entry.pk).update(state=IN)
    assert browser.get(path).status_code == 302


@pytest.mark.parametrize("live", [False, True])
def test_to_open_the_page_of_a_live_event_is_to_be_there(live: bool, anna: User, signed_in: SignedIn) -> None:
    cup(Kind.ARENA if live else Kind.SWISS, pk="cup", live=live, lasts=HOUR if live else None)
    signed_in(anna).get("/events/cup/")
    anna.refresh_from_db()
    assert bool(anna.seen_at) is live


def test_a_press_says_whether_one_plays_the_next_season(anna: User, bob: User, signed_in: SignedIn) -> None:
    event = begun(planned(Kind.LEAGUE))
    entered(event, [anna, bob])
    for fields, words in (
        ({}, "You leave the league after this season."),
        ({"stays": "1"}, "You play the next season"),
    ):
        assert words in html_of(signed_in(anna).post("/events/league/stay/", fields, follow=True))
        stays = dict(Entry.objects.values_list("player__username", "stays"))
        assert stays == {"anna": bool(fields), "bob": True}


@pytest.mark.parametrize("confirmed", [False, True])
def test_who_plays_for_a_team_says_that_bots_may(confirmed: bool, anna: User, bob: User, signed_in: SignedIn) -> None:
    event = planned(Kind.TEAM, teams=("The Ants", "The Bees"), creator=anna, with_bots=True)
    ants, _bees = event.teams.all()
    signed_in(bob).post(f"/events/team/{ants.link_key}/", {"bots": "on"} if confirmed else {})
    rows = [*Entry.objects.values_list("player__username", "team__name", "confirmed_bots")]
    assert rows == ([("bob", "The Ants", True)] if confirmed else [])


def test_a_wave_knows_whom_each_has_met_and_how_long_each_waits(anna: User, bob: User, carl: User) -> None:
    event = begun(planned(Kind.ARENA, live=True, lasts=2 * HOUR))
    a, b, c, d, e = entered(event, [anna, bob, carl, someone(), someone()])
    meet(event, 1, a, b, "first")
    meet(event, 2, c, a, "first")
    meet(event, 12, b, c, "second")
    Entry.objects.filter(pk=e.pk).update(first_round=12)
    field = Field.read(event)
    waiting = arena.waiting_of(field, [field.entries[one.pk] for one in (e, d, c, b, a)], 14)
    assert [(one.player, one.rank, one.opponents, one.waited, one.balance) for one in waiting] == [
        (e.pk, 5, (), 2, 0),
        (d.pk, 4, (), arena.MOST_WAITED, 0),
        (c.pk, 1, (b.pk, a.pk), 1, 0),
        (b.pk, 3, (c.pk, a.pk), 1, 0),
        (a.pk, 2, (c.pk, b.pk), arena.MOST_WAITED, 0),
    ]


def test_a_season_begins_with_those_alone_who_play() -> None:
    first, second, removed, closed = players = people(4)
    event = season(*players)
    event.entries.filter(player=removed).update(state=Entry.State.REMOVED)
    User.objects.filter(pk__in=[closed.pk, second.pk]).update(is_active=False)
    begins = event.starts_at
    run(event.pk, begins)
    event.refresh_from_db()
    assert (event.state, event.starts_at) == (State.OPEN, begins + 7 * DAY)
    User.objects.filter(pk=second.pk).update(is_active=True)
    run(event.pk, event.starts_at)
    pairing = Pairing.objects.get(first__player__is_computer=False, second__player__is_computer=False)
    assert {*pairing.players()} == {first, second}
    dealt = Entry.objects.filter(player__is_computer=False).exclude(division=None)
    assert {*dealt.values_list("player", flat=True)} == {first.pk, second.pk}


def test_the_computers_of_a_division_are_those_of_nearest_rating() -> None:
    make_computers()
    event = planned(Kind.LEAGUE)
    division = one(Division, event=event, number=1)
    pool = one(RatingPool, game_slug="summy", is_live=event.is_live)
    for level in bots()["summy"]:
        one(Rating, pool=pool, player=find_computer(level), rating=1000.0 + 100 * level, deviation=50.0)
    players = [Entry(event=event, player=someone(), rating=rating) for rating in (1250.0, 1370.0)]
    for count in (0, 2):
        found = league._computers_for(event, division, players, count)
        assert [entry.player for entry in found] == [find_computer(level) for level in (3, 4)][:count]
        assert [*Entry.objects.order_by("pk")] == found
    assert all((entry.division, entry.stays) == (division, False) for entry in Entry.objects.all())


def test_what_is_sure_of_a_place_is_said_and_what_is_open_is_not() -> None:
    event = begun(planned(Kind.LEAGUE))
    for number in (1, 2):
        division = one(Division, event=event, number=number)
        rows = [one(Entry, event=event, player=someone(), division=division) for _player in range(3)]
        best, middle, last = rows
        meet(event, 1, best, middle, "first")
        meet(event, 2, best, last, "first")
        meet(event, 3, middle, last)
    upper, lower = division_tables(event)
    assert [(line.rises, line.falls) for line in upper.lines] == [("", "never"), ("", ""), ("", "")]
    assert [(line.rises, line.falls) for line in lower.lines] == [("sure", ""), ("never", ""), ("never", "")]
    Pairing.objects.filter(round__number=2).update(result="")
    lower = division_tables(event)[1]
    assert [line.rises for line in lower.lines] == ["", "", ""]


def test_an_ended_season_has_closed_its_rounds(anna: User, bob: User) -> None:
    event = begun(planned(Kind.LEAGUE, lasts=28 * DAY))
    first, second = entered(event, [anna, bob], division=one(Division, event=event, number=1))
    meet(event, 1, first, second, "first")
    other = one(Round, number=1, basis={})
    later = clock.now() + timedelta(days=1)
    run(event.pk, later)
    event.refresh_from_db()
    other.refresh_from_db()
    assert (event.state, event.played_rounds.get().closed_at, other.closed_at) == (State.OVER, later, None)
