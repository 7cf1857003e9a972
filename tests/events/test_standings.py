"""How players stand in events: who is surely relegated, whose results are gone, and which boards are still open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC
from itertools import combinations

import pytest
import time_machine
from django.http import QueryDict
from django.test import Client
from pytest_django.asserts import assertContains

from accounts.models import User
from accounts.services import make_guest
from games.catalogue import games
from games.clubs.models import Club, Member
from games.discovery.pictures import of_player
from games.events import lists
from games.events.cups.forms import CupForm
from games.events.divisions import division_tables
from games.events.models import Division, Entry, Event, Series
from games.matches.models import Match
from tests.alike import one, someone
from tests.events.cups import DAY, NOW
from tests.events.test_cup_pages import choices, filled_in
from tests.events.test_page_texts import begun, meet, planned
from tests.events.test_results import paired

SignedIn = Callable[[User], Client]
Kind, State = Event.Kind, Event.State


@pytest.fixture(autouse=True)
def _noon(db: None) -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


def league(size: int) -> tuple[Event, list[Entry]]:
    """Return a season that runs, and the entries of the first of its two divisions."""
    event = begun(planned(Kind.LEAGUE, lasts=28 * DAY))
    divisions = [one(Division, event=event, number=number) for number in (1, 2)]
    return event, [one(Entry, event=event, player=someone(), division=divisions[0]) for _number in range(size)]


def all_meet(event: Event, entries: list[Entry]) -> None:
    """Have each entry win against all after it."""
    for number, (first, second) in enumerate(combinations(entries, 2), 1):
        meet(event, number, first, second, "first")


def test_who_surely_falls_or_stays_is_told(db: None) -> None:
    event, entries = league(6)
    all_meet(event, entries)
    table, _empty = division_tables(event)
    assert (table.goes_up, table.goes_down) == (False, True)
    expected = ["never"] * (6 - table.movers) + ["sure"] * table.movers
    assert table.movers > 0
    assert [line.falls for line in table.lines] == expected
    assert {line.rises for line in table.lines} == {""}
    assert all(line.is_settled for line in table.lines)


def test_results_with_who_is_removed_do_not_count(db: None) -> None:
    event, entries = league(4)
    first, cheat, *rest = entries
    all_meet(event, entries)
    Entry.objects.filter(pk=cheat.pk).update(state=Entry.State.REMOVED)
    table, _empty = division_tables(event)
    assert [(line.entry, line.points) for line in table.lines] == [
        *zip([first, *rest], ("2", "1", "0"), strict=True),
        (cheat, "0"),
    ]
    assert [line.row.place for line in table.lines] == [1, 2, 3, None]


def test_of_two_seasons_that_open_the_first_is_entered_next(anna: User) -> None:
    series = one(Series, key="league-summy", kind=Kind.LEAGUE, game_slug="summy")
    facts = {"series": series, "kind": Kind.LEAGUE, "game_slug": "summy", "state": State.OPEN}
    later, sooner = (
        one(Event, number=number, starts_at=NOW + days * DAY, **facts) for number, days in ((3, 60), (2, 30))
    )
    ((shown,),) = (game.leagues for game in lists.overview_for(None).games)
    assert shown.opening == sooner != later
    one(Entry, event=sooner, player=anna)
    ((hers,),) = (game.leagues for game in lists.overview_for(anna).games)
    assert (hers.takes_part, shown.takes_part) == (True, False)


def test_a_board_of_a_mirror_match_that_is_over_waits_for_no_one(anna: User, bob: User) -> None:
    pairing = paired(Kind.KNOCKOUT, anna, bob, mirror=True)
    assert [match.pk for match, _other, _turn in lists.open_matches_of(pairing.first)] == [
        *(pairing.match_id, pairing.mirror_id),
    ]
    Match.objects.filter(pk=pairing.match_id).update(finished_at=NOW)
    assert [match.pk for match, _other, _turn in lists.open_matches_of(pairing.first)] == [pairing.mirror_id]


@pytest.mark.parametrize("repeat", ["", "weekly"])
def test_a_team_match_is_played_once(repeat: str, db: None) -> None:
    data = filled_in(**choices()) | {"kind": "team", "time": "1", "home": "Ants", "away": "Bees", "repeat": repeat}
    query = QueryDict(mutable=True)
    query.update(data)
    form = CupForm(games()["tenbyten"], UTC, query)
    assert form.errors == ({"repeat": ["A team match is played once."]} if repeat else {})


def test_guests_make_no_event_and_captains_of_a_club_stop_its_series(
    anna: User, bob: User, signed_in: SignedIn
) -> None:
    refused = signed_in(make_guest()).post("/events/new/", filled_in(**choices()))
    assertContains(refused, "Events are for players with an account.", status_code=403)
    assert not Event.objects.exists()
    club = one(Club, pk="club")
    one(Member, club=club, player=bob, role=Member.Role.CAPTAIN)
    series = one(Series, key="cup-1", kind=Kind.SWISS, game_slug="summy", rule="FREQ=DAILY", next_at=NOW, club=club)
    recurring = planned(Kind.SWISS, creator=anna, club=club, series=series)
    single = planned(Kind.ROBIN, creator=anna)
    assert signed_in(anna).post(f"/events/{recurring.pk}/end-series/").status_code == 404
    assert signed_in(anna).post(f"/events/{single.pk}/end-series/").status_code == 404
    series.refresh_from_db()
    assert series.next_at == NOW
    assert signed_in(bob).post(f"/events/{recurring.pk}/end-series/").status_code == 302
    series.refresh_from_db()
    assert series.next_at is None


@pytest.mark.parametrize(
    ("facts", "note"), [({}, ""), ({"is_guest": True}, "guest"), ({"is_computer": True}, "computer")]
)
def test_the_picture_of_a_player_says_what_it_is(facts: dict[str, bool], note: str) -> None:
    assert of_player(someone(**facts)).note == note
