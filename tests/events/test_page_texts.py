"""What the pages of events say, whole, and what programs and files have of the same: a story for each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db.models import F
from django.test import Client

from accounts.models import User
from accounts.services import make_guest
from games.clubs.models import Club, Member
from games.events.cups.published import pairings_of
from games.events.exports import entries_of, events_by
from games.events.models import Division, Entry, Event, Pairing, Round, Series
from games.matches.models import Match
from games.matches.time.reserve import Reserve
from games.rules import Seat
from tests.alike import one
from tests.api.conftest import Caller, calling, data_of  # noqa: F401 - a fixture
from tests.events.cups import DAY, HOUR, NOW, cup
from tests.page_lines import Texts

SignedIn = Callable[[User], Client]
says = Texts(__file__)
Kind, State = Event.Kind, Event.State
KEYS = {"team": "teams"}  # beside which addresses have the word


@pytest.fixture(autouse=True)
def travel() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


@pytest.fixture
def people(anna: User, bob: User, carl: User) -> list[User]:
    """Return five players."""
    return [anna, bob, carl, *(User.objects.create_user(name) for name in ("dora", "emil"))]


def planned(kind: str, **more: Any) -> Event:
    """Return an event whose key is its kind."""
    made = cup(kind, pk=KEYS.get(kind, kind), seed=bytes(32), **more)
    Event.objects.filter(pk=made.pk).update(version=1)
    return Event.objects.get(pk=made.pk)


def begun(event: Event, **more: object) -> Event:
    """Return the event after it has begun."""
    Event.objects.filter(pk=event.pk).update(**{"state": State.RUNNING, "starts_at": NOW - HOUR, "version": 6, **more})
    return Event.objects.get(pk=event.pk)


def entered(event: Event, people: list[User], **more: object) -> list[Entry]:
    """Enter these players, the best rated first."""
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    return [
        one(Entry, pk=number, event=event, player=player, rating=1901.0 - number, joined_at=NOW + number * DAY, **more)
        for number, player in enumerate(people, 101)
    ]


def meet(
    event: Event, number: int, first: Entry, second: Entry | None, result: str = "", cause: str = "", *, at: int = 0
) -> Pairing:
    """Store a pairing of a round, and its match."""
    round_ = event.played_rounds.filter(number=number).first()
    round_ = round_ or one(
        Round, event=event, number=number, begins_at=NOW - HOUR, ends_at=NOW + number * DAY, basis={}
    )
    count = Pairing.objects.filter(round__event=event).count() + 1
    match, winner = None, {"first": Seat.FIRST, "second": Seat.SECOND}.get(result)
    if second and cause != "absence":
        over = {"finished_at": NOW if result else None, "winner": winner, "ply": 3}
        players = {"first": first.player, "second": second.player, "event_key": event.pk}
        match = one(Match, pk=f"{event.pk[:5]}{count}", game_slug="summy", moved_at=NOW, **players, **over)
    facts = {"round": round_, "number": at or count, "first": first, "second": second, "match": match}
    decided = NOW + timedelta(seconds=count) if result else None
    return one(
        Pairing, pk=200 + count, result=result, cause=cause, division=first.division, decided_at=decided, **facts
    )


@pytest.fixture
def season(people: list[User]) -> Event:
    """Return the third season of a league, which runs: anna, bob and carl, and dora and emil in another division."""
    series = one(Series, key="league-summy", kind=Kind.LEAGUE, game_slug="summy")
    facts = {"series": series, "number": 3, "lasts": 28 * DAY}
    event = planned(Kind.LEAGUE, **facts)
    event.time_control = Reserve.of(hours=24, reserve=72)
    event.save()
    event = begun(event)
    divisions = [one(Division, event=event, number=number) for number in (1, 2)]
    entries = [*entered(event, people[:3], division=divisions[0])]
    computer = one(User, username="computer1", is_computer=True)
    entries.append(one(Entry, pk=109, event=event, player=computer, division=divisions[0], rating=1000, joined_at=NOW))
    for number, player in enumerate(people[3:], 104):
        entries.append(
            one(Entry, pk=number, event=event, player=player, division=divisions[1], joined_at=NOW + number * DAY)
        )
    anna, bob, carl, pip, dora, emil = entries
    meet(event, 1, anna, bob, "first")
    meet(event, 2, carl, anna, "draw", "judged")
    meet(event, 3, bob, carl)
    meet(event, 1, carl, pip, "second", "absence")
    meet(event, 3, pip, anna)
    meet(event, 1, dora, emil, "first")
    meet(event, 2, bob, pip, "second")
    return event


def test_a_season_of_a_league(season: Event, people: list[User], client: Client, signed_in: SignedIn) -> None:
    anna, bob, _carl, dora, _emil = people
    says("a season that runs", signed_in(anna).get("/events/league/"))
    season.entries.filter(player=bob).update(stays=False)
    says("a season to who leaves after it", signed_in(bob).get("/events/league/"), "event-entry")
    says("a season to a visitor", client.get("/events/league/"), "event-entry")
    for number, (pk, movement) in enumerate(((102, 1), (101, -1), (103, 0)), 1):
        Entry.objects.filter(pk=pk).update(place=number, movement=movement)
    Event.objects.update(state=State.OVER, ended_at=NOW, version=9)
    says("a season that is over", signed_in(anna).get("/events/league/"), "event-head event-entry event-divisions")
    Entry.objects.filter(player=dora).update(division=None)
    says("a season without a place", signed_in(dora).get("/events/league/"), "event-entry")
    says("honours", client.get("/matches/by/bob/"), "honours")


def test_programs_and_files_have_all_of_a_season(season: Event, people: list[User]) -> None:
    program = Caller()
    (event,) = data_of(program.get("/events?state=running"))["items"]
    assert event == data_of(program.get("/events/league"))
    says.has("a season to programs", event)
    Entry.objects.filter(pk=105).update(place=2, movement=-1, state="left")
    for part in ("entries", "table", "pairings"):
        data = data_of(program.get(f"/events/league/{part}"))
        says.has(f"{part} to programs", data if part == "table" else data["items"])
    says.has("entries in a file", [*entries_of(people[2]), *entries_of(people[4])])
    says.has("published pairings", pairings_of(season))


def test_programs_list_events_by_state_game_and_club(
    people: list[User],
    calling: Callable[..., Caller],  # noqa: F811
) -> None:
    anna, bob, *_others = people
    club, other = one(Club, pk="club"), one(Club, pk="other")
    one(Member, club=club, player=anna)
    planned(Kind.SWISS)
    planned(Kind.ROBIN, club=club, is_listed=False)
    planned(Kind.TEAM, club=other, rival=club, is_listed=False)
    planned(Kind.KNOCKOUT, game="tenbyten")
    begun(planned(Kind.ARENA))
    for asked, hers, his in (
        ("state=open", "knockout robin swiss teams", "knockout swiss"),
        ("state=open&game=summy", "robin swiss teams", "swiss"),
        ("state=open&club=club", "robin teams", "robin teams"),
        ("state=open&club=other", "teams", "teams"),
        ("", "arena", "arena"),
        ("state=over", "", ""),
    ):
        for player, keys in ((anna, hers), (bob, his)):
            listed = data_of(calling(player).get(f"/events?{asked}"))["items"]
            assert " ".join(sorted(one["event"] for one in listed)) == keys, asked


def test_a_league_that_opens(people: list[User], client: Client, signed_in: SignedIn) -> None:
    anna, bob, *others = people
    series = one(Series, key="league-summy", kind=Kind.LEAGUE, game_slug="summy")
    former = planned(Kind.ROBIN, series=series, number=1)
    Event.objects.filter(pk=former.pk).update(kind=Kind.LEAGUE, state=State.RUNNING, lasts=28 * DAY)
    one(Entry, event=former, player=bob)
    planned(Kind.LEAGUE, series=series, number=2, lasts=14 * DAY, with_bots=True)
    says("a league to a visitor", client.get("/events/league/"))
    says("a league to a guest", signed_in(make_guest()).get("/events/league/"), "event-entry")
    says("a league to a player", signed_in(anna).get("/events/league/"), "event-entry")
    says("a league to who comes along", signed_in(bob).get("/events/league/"), "event-entry event-entries")
    says("before one enters", signed_in(anna).get("/events/league/enter/"))
    entered(Event.objects.get(pk="league"), [anna, *others])
    says("a league to who has entered", signed_in(anna).get("/events/league/"), "event-entry event-entries")


def test_a_swiss(people: list[User], client: Client, signed_in: SignedIn) -> None:
    anna, bob, carl, dora, _emil = people
    event = begun(
        planned(Kind.SWISS, creator=anna, name="Evening", text="Tea\nat eight.", round_lasts=9 * DAY), rounds=3
    )
    entries = entered(event, people)
    a, b, c, d, e = entries
    meet(event, 1, a, b, "first")
    meet(event, 1, c, d, "draw", "judged")
    meet(event, 1, e, None, "bye")
    Round.objects.update(closed_at=NOW)
    meet(event, 2, a, e, "second", "absence")
    meet(event, 2, b, d)
    meet(event, 2, c, None, "bye")
    says("a swiss to who made it", signed_in(anna).get("/events/swiss/"))
    says("a swiss to who plays", signed_in(bob).get("/events/swiss/"), "cup-next event-entry")
    says("a swiss to who has a bye", signed_in(carl).get("/events/swiss/"), "cup-next")
    Entry.objects.filter(player=dora).update(state="away")
    Event.objects.update(version=8)
    says("a swiss to who pauses", signed_in(dora).get("/events/swiss/"), "cup-next event-entry")
    Entry.objects.filter(player=carl).update(state="removed")
    Event.objects.update(state=State.OVER, ended_at=NOW, version=9)
    for place, entry in enumerate((b, a, d, e), 1):
        Entry.objects.filter(pk=entry.pk).update(place=place)
    says("a swiss that is over", client.get("/events/swiss/"), "event-head event-entry cup-table cup-rounds")


def test_a_knock_out(people: list[User], client: Client) -> None:
    event = begun(planned(Kind.KNOCKOUT), rounds=3, rated=False)
    a, b, c, d, e = entered(event, people)
    meet(event, 1, d, e, "draw", at=2)
    meet(event, 1, e, d, "first", at=1002)
    Round.objects.update(basis={"seeds": [one.pk for one in (a, b, c, d, e)]})
    meet(event, 2, a, e, at=1)
    says("a knock-out", client.get("/events/knockout/"), "event-head cup-bracket")


def test_an_arena(people: list[User], client: Client, signed_in: SignedIn) -> None:
    anna, bob, *_others = people
    arena = planned(Kind.ARENA, live=True, lasts=45 * timedelta(minutes=1), creator=bob)
    entered(arena, people)
    says("an arena that opens", signed_in(anna).get("/events/arena/"), "event-head event-entry event-entries cup-rules")
    says("to cancel", signed_in(bob).get("/events/arena/cancel/"))
    says("to change", signed_in(bob).get("/events/arena/change/"))
    event = begun(arena, starts_at=NOW - 30 * timedelta(minutes=1))
    a, b, c, d, e = event.entries.order_by("pk")
    for number in (1, 2, 3):
        meet(event, number, a, b, "first")
    meet(event, 4, c, d, "draw")
    meet(event, 5, d, e)
    says("an arena", signed_in(anna).get("/events/arena/"), "event-head cup-next event-entry cup-arena cup-rounds")
    Event.objects.update(state=State.OVER, ended_at=NOW, version=9)
    says("an arena that is over", client.get("/events/arena/"), "cup-arena cup-rounds")
    says.has("an arena to programs", data_of(Caller().get("/events/arena/table")))


def test_a_team_match_by_link(people: list[User], client: Client, signed_in: SignedIn) -> None:
    anna, bob, carl, dora, emil = people
    event = planned(Kind.TEAM, teams=("The Ants", "The Bees"), creator=anna, round_lasts=9 * DAY, is_listed=False)
    ants, bees = event.teams.all()
    for team, key in ((ants, "antslink"), (bees, "beeslink")):
        team.link_key = key
        team.save()
    says("a team without players", client.get("/events/team/antslink/"))
    entered(event, [bob, carl, dora], team=ants)
    says("a team to who plays for the other", signed_in(bob).get("/events/team/beeslink/"))
    says("to begin without a team", signed_in(anna).get("/events/teams/start/"))
    Entry.objects.filter(player__in=[carl, emil]).update(team=bees)
    Event.objects.update(version=7)
    keys = {f"of_{player}": f"player={player.pk}>" for player in (bob, carl, dora)}
    says("a team match to who made it", signed_in(anna).get("/events/teams/"), **keys)
    says("a team match to a player", signed_in(bob).get("/events/teams/"), "event-entry links-title")
    says("to begin", signed_in(anna).get("/events/teams/start/"))
    event = begun(event, version=8)
    a, b, _c = event.entries.order_by("pk")
    meet(event, 1, b, a, "draw", "judged")
    says("a team match", signed_in(dora).get("/events/teams/"), "cup-next event-entry cup-teams")
    says("a team match that runs, by link", client.get("/events/team/antslink/"))
    says.has("a team match to programs", data_of(Caller().get("/events/teams")))
    says.has("its entries to programs", data_of(Caller().get("/events/teams/entries"))["items"])
    says.has("own events in a file", events_by(anna))


def test_lists_of_events(season: Event, people: list[User], client: Client, signed_in: SignedIn) -> None:
    anna, _bob, _carl, dora, _emil = people
    one(Entry, event=planned(Kind.ARENA, live=True, lasts=HOUR), player=dora)
    planned(Kind.SWISS, name="Evening", creator=anna)
    planned(Kind.ROBIN, is_listed=False)
    one(
        Event,
        pk="following",
        name="",
        kind=Kind.LEAGUE,
        game_slug="digifeud",
        starts_at=NOW + DAY,
        lasts=14 * DAY,
        number=1,
    )
    over = begun(planned(Kind.KNOCKOUT, name="Morning"), state=State.OVER, ended_at=NOW - DAY)
    one(Entry, event=over, player=dora, place=1)
    says("all events to a visitor", client.get("/events/"))
    says("all events to a player", signed_in(anna).get("/events/"))
    for page, name in (("/lobby/", "in the lobby"), ("/today/", "today")):
        says(f"{name}, to who plays", signed_in(anna).get(page), "my-leagues")
        says(f"{name}, to a visitor", client.get(page), "my-leagues")
    says("at home", client.get("/"), "home-events")
    says("honours of a cup", client.get("/matches/by/dora/"), "honours")
    Event.objects.all().delete()
    says("no event", client.get("/events/"))


def test_the_form_of_a_new_event(people: list[User], signed_in: SignedIn) -> None:
    says("a new event", signed_in(people[0]).get("/events/new/?game=summy"))
