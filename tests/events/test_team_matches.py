"""Team matches: two clubs meet on boards by rating, by days and live, and all can sum the results up."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from games.clubs.models import Club
from games.clubs.services import join, leave
from games.events.errors import ForMembers
from games.events.models import Entry, Event, Pairing
from games.events.services import enter
from games.matches.play.services import resign
from tests.api.conftest import Caller, data_of
from tests.clubs.test_clubs import club
from tests.events.cups import DAY, NOW, cup, current, go_on, open_pairings, people, places, play
from tests.events.test_cup_pages import choices, filled_in
from tests.html import html_of
from tests.moves import first_move
from tests.ratings.conftest import settle

SignedIn = Callable[[User], Client]


@pytest.fixture
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


def clubs_of(*players: User) -> tuple[Club, Club]:
    """Return two clubs; every second player is in the second one."""
    home, away = club(players[0], "Home"), club(players[1], "Away")
    for number, player in enumerate(players[2:]):
        join([home, away][number % 2], player, by_link=True)
    return home, away


def sums_by_api(event: Event) -> dict[int, int]:
    """Return the half points of each team as a stranger recomputes them from the API."""
    program = Caller()
    teams = {one["entry"]: one["team"] for one in data_of(program.get(f"/events/{event.pk}/entries"))["items"]}
    points = {"first": (2, 0), "second": (0, 2), "draw": (1, 1)}
    sums = dict.fromkeys(teams.values(), 0)
    for one in data_of(program.get(f"/events/{event.pk}/pairings"))["items"]:
        for side, won in zip((one["first"], one["second"]), points.get(one["result"], (0, 0)), strict=True):
            sums[teams[side]] += won
    return sums


def test_ten_boards_over_days_with_absences(travel: time_machine.Traveller, client: Client, tmp_path: Path) -> None:
    players = people(21)  # p01, p03, … p21 are at home: eleven; p02, … p20 are away: ten
    for number, player in enumerate(players):
        settle(player, 2000 - 10 * number, slug="summy")
    home, away = clubs_of(*players)
    event = go_on(travel, cup("team", *players, club=home, rival=away, round_lasts=36 * DAY))
    boards = {one.number: one for one in open_pairings(event)}
    names = [{player.username for player in one.players() if player} for one in boards.values()]
    assert names == [{f"p{2 * number - 1:02}", f"p{2 * number:02}"} for number in range(1, 11)]
    assert [one.first.club == home for one in boards.values()] == [True, False] * 5
    reserve = event.entries.get(player=players[20])
    for number in range(1, 7):  # home wins 1 to 4, away 5 and 6
        match = boards[number].match
        assert match
        loser = players[2 * number - 1] if number < 5 else players[2 * number - 2]
        first_move(match)
        resign(match.pk, loser)
    for number in (8, 9, 10):  # on board 7 no one ever moves
        match = boards[number].match
        assert match
        first_move(match)
    leave(away, players[17])  # board 9, on which it is this player's turn
    while not current(event).is_over:
        go_on(travel, event)
    results = {one.number: one for one in Pairing.objects.filter(round__event=event).select_related("first", "second")}
    missed = results[7]
    assert missed.cause == Pairing.Cause.ABSENCE
    assert missed.points == (0, 2)  # the home player, who was to begin, is absent
    assert {results[number].is_decided for number in (8, 9, 10)} == {True}
    assert results[9].points == (2, 0)
    assert event.entries.get(player=players[17]).state == Entry.State.WITHDRAWN
    page = client.get(event.get_absolute_url())
    sums = sums_by_api(event)
    shown = [f"{points // 2 or ''}½" if points % 2 else str(points // 2) for points in (sums[1], sums[2])]
    assert sums[1] + sums[2] == 20
    assertContains(page, f"<b>{shown[0]}</b>")
    assertContains(page, f"<b>{shown[1]}</b>")
    lost = away if sums[1] > sums[2] else home if sums[1] < sums[2] else None
    final = {
        entry.player.username: (entry.place, entry.club) for entry in event.entries.select_related("player", "club")
    }
    assert final.pop("p21")[0] is None
    assert all(place == (2 if one == lost else 1) for place, one in final.values())
    assert reserve.state == Entry.State.IN
    file = tmp_path / "pairings.json"
    file.write_text(json.dumps(client.get(reverse("events:pairings", args=[event.pk])).json()))
    done = subprocess.run([sys.executable, "script/verify-pairings", str(file)], capture_output=True, text=True)
    assert "all pairings fit" in done.stdout, done.stderr


def test_an_evening_live_with_mirrors_by_days(travel: time_machine.Traveller, client: Client) -> None:
    players = people(4)
    home, away = clubs_of(*players)
    live = go_on(travel, cup("team", *players, live=True, club=home, rival=away))
    while live.state == Event.State.OPEN:
        live = go_on(travel, live)
    shown = html_of(client.get(live.get_absolute_url()))
    assert re.search(r"Running</strong>\s*</p>", shown)  # nothing follows: the end is not known
    assert play(live, lambda one: next(entry.player for entry in one.entries if entry.club_id == away.pk)) == 2
    while not current(live).is_over:
        go_on(travel, live)
    assert sums_by_api(live) == {1: 4, 2: 0}
    teams = data_of(Caller().get(f"/events/{live.pk}"))["teams"]
    assert [(one["name"], one["club"]) for one in teams] == [("Home", home.pk), ("Away", away.pk)]
    assert places(live) == {"p01": 1, "p03": 1, "p02": 2, "p04": 2}
    mirrored = go_on(travel, cup("team", *players, mirror=True, club=home, rival=away, round_lasts=36 * DAY))
    assert [bool(one.mirror) for one in open_pairings(mirrored)] == [True, True]


def test_a_captain_invites_another_club(
    travel: time_machine.Traveller, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    home, away = club(anna, "Home"), club(bob, "Away", entry=Club.Entry.OPEN)
    hers, his = signed_in(anna), signed_in(bob)
    terms = filled_in(kind="team", time="3", club=home.pk, **choices())
    assertContains(hers.post(reverse("events:new"), terms | {"rival": "nosuch"}), "No other club", status_code=422)
    assertNotContains(hers.get(reverse("events:new")), "The other club")
    hers.post(reverse("events:new"), terms | {"rival": "away"})
    event = Event.objects.get()
    assert (event.club, event.rival, event.title) == (home, away, "Home – Away")
    for page in (away.get_absolute_url(), "/today/"):
        assertContains(his.get(page), event.get_absolute_url())
    assertContains(hers.get(event.get_absolute_url()), "For members of both clubs: ")
    enter(event.pk, anna)
    join(away, anna, by_link=True)
    join(home, bob, by_link=True)  # in both: for the club that invites
    assertContains(hers.get(event.get_absolute_url()), "You play for Home.")
    assert enter(event.pk, bob).club == home
    with pytest.raises(ForMembers):
        enter(event.pk, carl)
    assert his.get(f"{event.get_absolute_url()}cancel/").status_code == 200
    event = go_on(travel, event)  # no player of the other club
    assert event.state == Event.State.CALLED_OFF
