"""Events of a club: captains make them, members enter, and who leaves the club has withdrawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from core import clock
from games.clubs.models import Club, Member
from games.clubs.services import appoint, ban, close, join, leave
from games.events.cups.recurring import keep_cups
from games.events.errors import ForMembers, NoSuchEvent
from games.events.models import Event, Series
from games.events.services import enter
from games.notifications.models import Notification
from tests.api.conftest import Caller, data_of
from tests.clubs.test_clubs import club
from tests.clubs.test_members_only import program
from tests.events.cups import NOW, cup, current, go_on, people, places
from tests.events.test_cup_pages import choices, filled_in
from tests.jobs.running import run_jobs

SignedIn = Callable[[User], Client]


@pytest.fixture
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


@pytest.fixture
def theirs(travel: time_machine.Traveller, anna: User, bob: User) -> Club:
    """Return a club of anna that members alone see, of which bob is a member."""
    one = club(anna, entry=Club.Entry.LINK)
    join(one, bob, by_link=True)
    return one


def run_all() -> None:
    while run_jobs(clock.now()):
        pass


def test_a_captain_makes_a_cup_from_the_page_of_the_club(
    theirs: Club, anna: User, bob: User, carl: User, client: Client, signed_in: SignedIn
) -> None:
    hers, his, carls = signed_in(anna), signed_in(bob), signed_in(carl)
    form = f"{reverse('events:new')}?club={theirs.pk}"
    assertContains(hers.get(theirs.get_absolute_url()), form)
    assertNotContains(his.get(theirs.get_absolute_url()), form)
    assertRedirects(his.get(form), theirs.get_absolute_url())
    assert carls.get(form).status_code == 404
    assertNotContains(hers.get(form), "Who can enter")
    made = hers.post(reverse("events:new"), filled_in(kind="swiss", club=theirs.pk, **choices()))
    event = Event.objects.get(club=theirs)
    assertRedirects(made, theirs.get_absolute_url())
    for page in (theirs.get_absolute_url(), "/today/", reverse("events:events"), event.get_absolute_url()):
        assertContains(his.get(page), event.get_absolute_url())
    for page in ("/today/", reverse("events:events")):
        for stranger in (carls, client):
            assertNotContains(stranger.get(page), event.pk)
    feed, dates = (f"{kind}/events/{event.pk}.{ending}" for kind, ending in (("/feeds", "atom"), ("/calendar", "ics")))
    for stranger in (carls, client):
        for page in (event.get_absolute_url(), reverse("events:pairings", args=[event.pk]), feed, dates):
            assert stranger.get(page).status_code == 404
    assert his.get(dates).status_code == 200
    assert carls.post(f"{event.get_absolute_url()}enter/").status_code == 404
    his.post(f"{event.get_absolute_url()}enter/")
    assert [entry.player for entry in event.entries.all()] == [bob]
    assert hers.get(f"{event.get_absolute_url()}cancel/").status_code == 200
    assert his.get(f"{event.get_absolute_url()}cancel/").status_code == 404


def test_programs_see_it_as_they_see_the_club(theirs: Club, anna: User, bob: User, carl: User) -> None:
    event = cup("swiss", anna, club=theirs, is_listed=False)
    path, his, carls = "/events?state=open", program(bob), program(carl)
    assert [one["event"] for one in data_of(his.get(f"{path}&club={theirs.pk}"))["items"]] == [event.pk]
    assert [one["club"] for one in data_of(his.get(path))["items"]] == [theirs.pk]
    for stranger in (carls, Caller()):
        assert stranger.get(f"/events/{event.pk}").status_code == 404
        for listed in (path, f"{path}&club={theirs.pk}"):
            assert data_of(stranger.get(listed))["items"] == []
    assert carls.post(f"/events/{event.pk}/enter", {}).status_code == 404
    assert his.post(f"/events/{event.pk}/enter", {}).status_code == 200


def test_a_listed_club_shows_its_events_and_members_enter(
    travel: time_machine.Traveller, anna: User, carl: User, client: Client, signed_in: SignedIn
) -> None:
    one = club(anna, entry=Club.Entry.OPEN)
    event = cup("swiss", anna, club=one, is_listed=False)
    assertContains(client.get(one.get_absolute_url()), event.get_absolute_url())
    carls = signed_in(carl)
    assertContains(carls.get(event.get_absolute_url()), "Only members of the club take part.")
    assertContains(carls.post(f"{event.get_absolute_url()}enter/", follow=True), "Only members of the club take part.")
    with pytest.raises(ForMembers):
        enter(event.pk, carl)
    join(one, carl)
    assertContains(carls.get(event.get_absolute_url()), f"{event.get_absolute_url()}enter/")
    enter(event.pk, carl)


def test_who_leaves_or_is_banned_has_withdrawn(
    travel: time_machine.Traveller, theirs: Club, anna: User, bob: User, carl: User
) -> None:
    others = people(2)
    for player in (carl, *others):
        join(theirs, player, by_link=True)
    event = cup("robin", anna, bob, carl, *others, club=theirs, lasts=timedelta(days=60))
    leave(theirs, carl)
    run_all()
    assert not event.entries.filter(player=carl).exists()
    event = go_on(travel, event)
    assert event.state == Event.State.RUNNING
    ban(theirs, anna, bob)
    run_all()
    assert event.entries.get(player=bob).state == "left"
    with pytest.raises(ForMembers):
        enter(event.pk, bob)
    while not current(event).is_over:
        go_on(travel, event)
    assert places(event)["bob"] is None


def test_a_closed_club_cancels_what_has_not_begun_and_the_rest_is_played(
    travel: time_machine.Traveller, theirs: Club, anna: User, bob: User, signed_in: SignedIn
) -> None:
    running = go_on(travel, cup("knockout", anna, bob, club=theirs))
    planned = cup("knockout", anna, bob, club=theirs)
    close(theirs, anna)
    run_all()
    assert (current(planned).state, current(running).state) == ("off", "running")
    assert Notification.objects.filter(event="event-off", user=bob, key=planned.pk).exists()
    assertContains(signed_in(bob).get(planned.get_absolute_url()), "The club is closed.")
    while not current(running).is_over:
        go_on(travel, running)
    assertNotContains(signed_in(bob).get(running.get_absolute_url()), theirs.get_absolute_url())


def test_a_series_ends_when_its_maker_is_no_longer_captain(
    travel: time_machine.Traveller, theirs: Club, anna: User, bob: User, signed_in: SignedIn
) -> None:
    signed_in(anna).post(reverse("events:new"), filled_in(club=theirs.pk, repeat="weekly", **choices()))
    series = Series.objects.get(club=theirs)
    travel.shift(timedelta(days=1))
    keep_cups()
    assert [event.club_id for event in series.events.all()] == [theirs.pk, theirs.pk]
    appoint(theirs, anna, bob, Member.Role.FOUNDER)
    leave(theirs, anna)
    travel.shift(timedelta(days=7))
    keep_cups()
    series.refresh_from_db()
    assert (series.next_at, series.events.count()) == (None, 2)


def test_a_stranger_is_told_of_no_event(theirs: Club, anna: User, carl: User) -> None:
    event = cup("swiss", anna, club=theirs, is_listed=False)
    with pytest.raises(NoSuchEvent):
        enter(event.pk, carl)
