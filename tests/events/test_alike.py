"""Which events and entries each action and list means: those beside, which differ in a column that counts, stay."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core import clock
from games.clubs.models import Club, Member
from games.discovery.calendars import calendar_of
from games.events import lists, services
from games.events.elsewhere import needs_name
from games.events.models import Entry, Event, Pairing
from games.jobs.models import Job
from games.matches.models import Match
from tests.alike import finds, one, reaches, someone, sorts, touches

pytestmark = pytest.mark.django_db
State, Kind = Event.State, Event.Kind
LATER = timedelta(days=2)


def event(**more: object) -> Event:
    facts: dict[str, object] = {"game_slug": "digifeud", "kind": Kind.SWISS, "starts_at": clock.now() + LATER}
    return one(Event, **facts | more)


def test_who_sees_an_event() -> None:
    hidden = one(Club, entry=Club.Entry.LINK)
    reader = one(Member, club=hidden)
    of_club = event(club=hidden)
    reaches(of_club, lambda row: services.find_event(row.pk, reader.player), "")
    finds(reader, lambda row: services.visible_to(row.player).filter(pk=of_club.pk), "club player role")
    entry = one(Entry, event=of_club)
    finds(entry, lambda row: services.visible_to(row.player).filter(pk=of_club.pk), "event player")


def test_what_is_listed() -> None:
    cup = event()
    finds(cup, lambda row: lists.next_cups(None), "is_listed kind state")
    league = event(kind=Kind.LEAGUE)
    finds(league, lambda row: lists.next_leagues(), "is_listed kind state")
    touches(cup, lambda row: lists.overview_for(None).cups, "is_listed kind state")
    sorts(cup, lambda row: lists.overview_for(None).cups, "starts_at")
    over = event(state=State.OVER, ended_at=clock.now())
    touches(over, lambda row: lists.overview_for(None).over, "is_listed state")
    sorts(over, lambda row: lists.overview_for(None).over, "-ended_at")
    player = someone()
    entry = one(Entry, event=cup, player=player)
    finds(entry, lambda row: lists.overview_for(player).mine, "player state")
    own = event(creator=player, is_listed=False)
    finds(own, lambda row: [one for one, _standing in lists.overview_for(player).mine if one != cup], "creator state")


def test_events_of_a_club() -> None:
    club = one(Club)
    theirs = event(club=club)
    touches(theirs, lambda row: lists.events_of(club), "club state")
    as_rival = event(rival=club)
    theirs.delete()
    touches(as_rival, lambda row: lists.events_of(club), "rival state")
    finds(as_rival, lambda row: needs_name(club), "rival state")


def test_seasons() -> None:
    season = event(kind=Kind.LEAGUE, state=State.RUNNING)
    entry = one(Entry, event=season)
    finds(entry, lambda row: lists.my_leagues(row.player), "event player state")
    finds(entry, lambda row: lists.standing_of(season, row.player).entry, "event player")  # type: ignore[union-attr]


def test_open_matches() -> None:
    entry = one(Entry, event=event())
    match = one(Match, first=entry.player)
    pairing = one(Pairing, first=entry, match=match, result="")
    finds(pairing, lambda row: lists.open_matches_of(entry), "first match result")


def test_leaving_all() -> None:
    entry = one(Entry, event=event())
    touches(entry, lambda row: services.leave_all(row.player), "player")
    touches(entry, lambda row: services.withdraw(row.event_id, row.player), "event player")
    running = one(Entry, event=event(state=State.RUNNING), stays=False)
    touches(running, lambda row: services.leave_all(row.player), "player state")
    over = one(Entry, event=event(state=State.OVER), stays=True)
    touches(over, lambda row: services.leave_all(row.player), "player stays")


def test_events_that_are_left_go_on_by_their_own_jobs() -> None:
    player, stranger = someone(), someone()
    events = {state: event(state=state) for state in State}
    beside = event(state=State.RUNNING)
    for each in events.values():
        one(Entry, event=each, player=player)
    one(Entry, event=beside, player=stranger)
    services.leave_all(player)
    alive = {events[State.OPEN].pk, events[State.RUNNING].pk}
    assert {*Job.objects.filter(kind=services.RUN).values_list("key", flat=True)} == alive
    before = {each.pk: each.version for each in (*events.values(), beside)}
    after = dict(Event.objects.values_list("pk", "version"))
    assert {key for key, version in after.items() if version == before[key] + 1} == alive
    assert {key for key, version in after.items() if version != before[key]} == alive
    states = dict(Entry.objects.filter(player=player).values_list("event__state", "state"))
    assert states == {"running": Entry.State.WITHDRAWN, "over": Entry.State.IN, "off": Entry.State.IN}


@pytest.mark.parametrize(("places", "is_full"), [(2, True), (3, False)])
def test_an_event_is_full_with_its_last_player(places: int, is_full: bool) -> None:
    cup = event(most=places)
    for state in (Entry.State.IN, Entry.State.IN, Entry.State.AWAY):
        one(Entry, event=cup, state=state)
    one(Entry, event=event(most=places))
    assert services.is_full(cup) is is_full


def test_missed_matches() -> None:
    entry = one(Entry, event=event(), absences=services.MOST_ABSENCES - 1)
    reaches(entry, lambda row: services.note_absences([row.pk]), "")
    services.note_absences([entry.pk])
    entry.refresh_from_db()
    assert entry.state == Entry.State.AWAY
    once = one(Entry, event=event())
    services.note_absences([once.pk])
    once.refresh_from_db()
    assert once.state == Entry.State.IN


def test_the_calendar() -> None:
    entry = one(Entry, event=event())
    finds(entry, lambda row: "VEVENT" in calendar_of(row.player, clock.now()), "player state")
