"""Events for programs, in the export of a player's data, and in notifications."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
import time_machine

from accounts.models import User
from core import clock
from games.matches.play.services import resign
from games.notifications.hooks import words_of
from games.notifications.models import Notification
from tests.api.conftest import Caller, calling, data_of, problem_of  # noqa: F401 - a fixture
from tests.events import cups
from tests.events.seasons import NOW, begun, current, go_to, pairings, people, play_on, season
from tests.exports import export_of
from tests.jobs.running import run_jobs

Calling = Callable[..., Caller]


@pytest.fixture
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


def test_programs_enter_and_withdraw(travel: time_machine.Traveller, anna: User, calling: Calling) -> None:  # noqa: F811
    event = season()
    program = calling(anna)
    (listed,) = [one for one in data_of(program.get("/events?state=open"))["items"] if one["event"] == event.pk]
    assert (listed["pace"], listed["kind"], listed["lasts"]) == ("1d,3d", "league", 28 * 86400.0)
    assert data_of(program.post(f"/events/{event.pk}/enter", {}))["players"] == 1
    (entry,) = data_of(program.get(f"/events/{event.pk}/entries"))["items"]
    assert entry["player"]["name"] == "anna"
    assert data_of(program.post(f"/events/{event.pk}/withdraw", {}))["players"] == 0
    assert not event.entries.exists()
    problem_of(program.get("/events/nosuchone1"), 404)
    problem_of(Caller().post(f"/events/{event.pk}/enter", {}), 401)


def test_programs_read_tables_and_pairings(travel: time_machine.Traveller) -> None:
    players = people(6)
    event = begun(travel, season(*players))
    visitor = Caller()
    (table,) = data_of(visitor.get(f"/events/{event.pk}/table"))
    assert (table["movers"], {(line["best"], line["worst"]) for line in table["lines"]}) == (1, {(1, 6)})
    listed = data_of(visitor.get(f"/events/{event.pk}/pairings?limit=10"))
    assert len(listed["items"]) == 10
    assert listed["next"]
    assert {one["result"] for one in listed["items"]} == {""}


@pytest.mark.parametrize("kind", ["swiss", "arena"])
def test_programs_read_the_table_of_a_cup(travel: time_machine.Traveller, kind: str) -> None:
    live, players = kind == "arena", cups.people(4)
    event = cups.cup(kind, *players, live=live, lasts=cups.HOUR if live else None)
    assert data_of(Caller().get(f"/events/{event.pk}/table")) == []
    travel.move_to(event.starts_at)
    cups.see(*players)
    cups.play(cups.go_on(travel, event))
    run_jobs(clock.now())
    (table,) = data_of(Caller().get(f"/events/{event.pk}/table"))
    assert (table["division"], table["movers"]) == (None, 0)
    assert [(one["points"], one["played"], one["wins"]) for one in table["lines"]] == [(2, 1, 1)] * 2 + [(0, 1, 0)] * 2
    assert table["lines"][0]["player"]["name"] == "p01"


def test_a_season_is_told_of_and_exported(travel: time_machine.Traveller) -> None:
    players = people(6)
    event = begun(travel, season(*players))
    for one in pairings(event):
        assert one.match
        play_on(one.match, 2, Random(1))
        loser = one.first.player if one.second and one.first.pk > one.second.pk else one.second and one.second.player
        assert loser
        resign(one.match.pk, loser)
    go_to(travel, clock.now())
    assert current(event).is_over
    told = Notification.objects.filter(user=players[0]).exclude(event="turn").exclude(event="over")
    words = {one.event: words_of(one, clock.now()) for one in told}
    assert words["season-begun"].path == words["season-over"].path == f"/events/{event.pk}/"
    assert words["season-over"].body == "10 BY 10: place 1"
    exported = export_of(players[0])["entries"]
    assert isinstance(exported, list)
    assert [(entry["place"], entry["division"], entry["event"]) for entry in exported] == [(1, 1, event.pk)]
