"""A knock-out, a round robin, a Swiss and an arena, from the first round to the last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from rustworkx import max_weight_matching

from accounts.models import User
from core import clock
from games.events.course import finish
from games.events.cups.shown import Cup
from games.events.errors import EventIsOver, MustPause
from games.events.field import Field
from games.events.models import Entry, Event, Pairing
from games.events.pairing import matching
from games.events.services import enter, pause, record_result, remove, withdraw
from games.matches.models import Match
from games.matches.play import requests
from games.matches.play.services import find_match
from games.rules import Seat
from tests.events.cups import (
    DAY,
    HOUR,
    NOW,
    again,
    cup,
    current,
    go_on,
    open_pairings,
    people,
    places,
    play,
    see,
)
from tests.moves import first_move


@pytest.fixture
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


def to_the_end(travel: time_machine.Traveller, event: Event) -> Event:
    for _step in range(60):
        event = go_on(travel, event)
        if event.is_over:
            return event
        again(event)
        play(event)
    raise AssertionError("the event does not end")


def test_a_knockout_from_first_to_last(travel: time_machine.Traveller) -> None:
    event = to_the_end(travel, cup("knockout", *people(6)))
    assert event.state == Event.State.OVER
    assert places(event) == {"p01": 1, **{name: place for name, place in places(event).items() if name != "p01"}}
    assert sorted(place or 0 for place in places(event).values()) == [1, 2, 3, 3, 5, 5]
    assert event.rounds == 3
    assert Match.objects.filter(event_key=event.pk).count() == 5


def test_a_drawn_tie_is_played_again_with_seats_exchanged(travel: time_machine.Traveller) -> None:
    event = cup("knockout", *people(2))
    event = go_on(travel, event)
    (pairing,) = open_pairings(event)
    Match.objects.filter(pk=pairing.match_id).update(finished_at=clock.now(), ending="agreed", deadline_at=None)
    assert pairing.match
    record_result(find_match(pairing.match.pk))
    event = go_on(travel, event)
    (second,) = open_pairings(event)
    assert (second.first, second.second) == (pairing.second, pairing.first)
    play(event)
    assert places(go_on(travel, event)) == {"p01": 1, "p02": 2}


def test_a_round_robin_strikes_out_who_leaves_early(travel: time_machine.Traveller) -> None:
    anna, bob, carl, dora = people(4)
    event = go_on(travel, cup("robin", anna, bob, carl, dora, lasts=28 * DAY))
    assert len(list(open_pairings(event))) == 6
    withdraw(event.pk, anna)
    event = to_the_end(travel, event)
    assert places(event) == {"p01": None, "p02": 1, "p03": 2, "p04": 3}
    assert Entry.objects.get(event=event, player=anna).state == Entry.State.STRUCK


def test_an_open_round_robin_ends_by_its_time(travel: time_machine.Traveller) -> None:
    event = go_on(travel, cup("robin", *people(3), lasts=DAY))
    event = go_on(travel, event)
    assert event.state == Event.State.OVER
    assert set(Pairing.objects.exclude(result="bye").values_list("cause", flat=True)) == {"judged"}
    assert not Match.objects.filter(finished_at=None).exists()


def test_a_swiss_with_an_odd_number_a_late_entry_and_a_withdrawal(travel: time_machine.Traveller) -> None:
    players = people(7)
    late = User.objects.create_user("q_late")
    event = go_on(travel, cup("swiss", *players, rounds=5))
    assert Pairing.objects.filter(round__event=event, result="bye").count() == 1
    play(event)
    enter(event.pk, late)
    event = go_on(travel, event)
    withdraw(event.pk, players[6])
    play(event)
    event = go_on(travel, event)
    play(event)
    event = go_on(travel, event)
    with pytest.raises(EventIsOver):
        enter(event.pk, User.objects.create_user("too_late"))
    event = to_the_end(travel, event)
    assert event.played_rounds.count() == 5
    byes = Counter(Pairing.objects.filter(round__event=event, result="bye").values_list("first", flat=True))
    assert max(byes.values()) == 1
    assert places(event)["p01"] == 1


def test_a_round_of_a_swiss_is_paired_while_nothing_is_locked(
    travel: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For 500 players it takes seconds, in which SQLite's only writer would have to wait."""
    locks = []

    def noting_locks(*args: Any, **more: Any) -> set[tuple[int, int]]:
        locks.append(len(connection.savepoint_ids))
        return max_weight_matching(*args, **more)

    monkeypatch.setattr(matching, "max_weight_matching", noting_locks)
    event = to_the_end(travel, cup("swiss", *people(6), rounds=3))
    assert locks == [0] * event.rounds == [0, 0, 0]


def test_a_withdrawn_player_does_not_hold_up_the_round(travel: time_machine.Traveller) -> None:
    anna, bob, carl, dora = people(4)
    event = go_on(travel, cup("swiss", anna, bob, carl, dora, rounds=2))
    withdraw(event.pk, dora)
    play(event, lambda pairing: None if dora in pairing.players() else pairing.players()[0])
    event = go_on(travel, event)
    assert event.played_rounds.count() == 2
    lost = Pairing.objects.get(round__number=1, cause="absence")
    assert lost.match
    assert lost.match.forfeited_by == lost.match.seat_of(dora)


def test_who_misses_two_rounds_pauses_and_may_not_enter_the_next_event(travel: time_machine.Traveller) -> None:
    anna, *others = people(5)
    event = go_on(travel, cup("swiss", anna, *others, rounds=4))
    for _step in range(30):
        entry = Entry.objects.get(event=event, player=anna)
        if entry.state == Entry.State.AWAY or event.is_over:
            break
        for pairing in list(open_pairings(event)):
            if (
                anna in pairing.players()
                and pairing.match
                and pairing.match.player(Seat(pairing.match.to_move)) != anna
            ):
                first_move(pairing.match)
        play(event, lambda pairing: None if anna in pairing.players() else pairing.players()[0])
        event = go_on(travel, event)
    assert entry.absences == 2
    event = to_the_end(travel, event)
    later = cup("swiss")
    with pytest.raises(MustPause):
        enter(later.pk, anna)
    travel.shift(14 * DAY)
    enter(cup("swiss").pk, anna)


def test_an_event_with_too_few_is_called_off(travel: time_machine.Traveller) -> None:
    event = go_on(travel, cup("swiss", *people(2), least=4))
    assert event.state == Event.State.CALLED_OFF
    assert event.ended_at == NOW + HOUR


def test_an_arena_from_first_to_last(travel: time_machine.Traveller) -> None:
    anna, bob, carl, dora, eve = players = people(5)
    event = cup("arena", *players, live=True, lasts=timedelta(minutes=1))
    travel.move_to(event.starts_at)
    see(anna, bob, carl, dora)
    event = go_on(travel, event)
    assert {name for pairing in open_pairings(event) for name in map(str, pairing.players())} == {
        "p01", "p02", "p03", "p04"
    }  # fmt: skip
    again(event)
    see(eve)
    late = User.objects.create_user("p06")
    enter(event.pk, late)
    see(late)
    enter(event.pk, User.objects.create_user("p07"))  # who never comes
    go_on(travel, event)  # too early for a second wave
    event = go_on(travel, event)
    assert len(list(open_pairings(event))) == 3
    pause(event.pk, late)
    while not event.is_over:
        see(*players)
        play(event)
        event = go_on(travel, event, most=timedelta(seconds=30))
        again(event)
    assert event.ended_at
    assert event.ended_at >= event.starts_at + timedelta(minutes=1)
    assert (places(event)["p01"], places(event)["p07"]) == (1, None)
    assert "p07" not in [line.entry.player.username for line in Cup(event).arena_lines]
    assert Pairing.objects.filter(first__player=late).count() + Pairing.objects.filter(second__player=late).count() == 1


def test_an_arena_waits_some_minutes_for_its_players(travel: time_machine.Traveller) -> None:
    players = people(2)
    event = cup("arena", *players, live=True, lasts=timedelta(minutes=45))
    travel.move_to(event.starts_at)
    event = go_on(travel, event)
    assert event.state == Event.State.OPEN
    see(*players)
    event = go_on(travel, event)
    assert event.state == Event.State.RUNNING
    assert len(list(open_pairings(event))) == 1


def test_an_arena_to_which_no_one_comes_is_called_off(travel: time_machine.Traveller) -> None:
    event = cup("arena", *people(2), live=True, lasts=timedelta(minutes=45))
    travel.move_to(event.starts_at + timedelta(minutes=5))
    assert go_on(travel, event).state == Event.State.CALLED_OFF


def test_who_does_not_come_to_a_live_match_loses_by_absence(travel: time_machine.Traveller) -> None:
    anna, bob = people(2)
    event = cup("arena", anna, bob, live=True, lasts=45 * timedelta(minutes=1))
    travel.move_to(event.starts_at)
    see(anna, bob)
    event = go_on(travel, event)
    (pairing,) = open_pairings(event)
    assert pairing.match
    requests.arrive(pairing.match, pairing.match.seat_of(anna))
    travel.shift(timedelta(minutes=1))
    event = go_on(travel, event)
    pairing.refresh_from_db()
    assert pairing.cause == "absence"
    match = find_match(pairing.match.pk)
    assert match.winner == match.seat_of(anna)
    assert not match.counts_for_rating
    assert Entry.objects.get(event=event, player=bob).absences == 1


def test_neither_comes(travel: time_machine.Traveller) -> None:
    anna, bob = people(2)
    event = cup("arena", anna, bob, live=True, lasts=45 * timedelta(minutes=1))
    travel.move_to(event.starts_at)
    see(anna, bob)
    event = go_on(travel, event)
    (pairing,) = open_pairings(event)
    travel.shift(timedelta(minutes=1))
    go_on(travel, event)
    pairing.refresh_from_db()
    assert (pairing.result, pairing.cause) == ("neither", "absence")


def test_a_removed_entry_of_a_running_swiss(travel: time_machine.Traveller) -> None:
    anna, bob, carl, dora = people(4)
    event = go_on(travel, cup("swiss", anna, bob, carl, dora, rounds=3))
    play(event)
    event = go_on(travel, event)
    play(event)
    remove(Entry.objects.get(event=event, player=anna))
    event = to_the_end(travel, event)
    assert places(event)["p01"] is None
    assert sorted(place for place in places(event).values() if place)[0] == 1


def test_who_shared_the_place_of_a_removed_entry_keeps_it(travel: time_machine.Traveller) -> None:
    event = go_on(travel, cup("knockout", *people(5)))
    entries = list(event.entries.order_by("player__username"))
    Entry.objects.filter(pk=entries[2].pk).update(state=Entry.State.REMOVED)
    reached = dict(zip((entry.pk for entry in entries), (1, 2, 3, 3, 5), strict=True))
    finish(Field.read(event), reached, clock.now())
    assert places(event) == {"p01": 1, "p02": 2, "p03": None, "p04": 3, "p05": 4}


def test_a_removed_entry_of_a_finished_cup(travel: time_machine.Traveller) -> None:
    event = to_the_end(travel, cup("swiss", *people(4), rounds=3))
    before = {line.entry.player.username: line.points for line in Cup(event).lines}
    remove(Entry.objects.get(event=event, player__username="p01"))
    assert places(event)["p02"] == 1
    assert places(event)["p01"] is None
    lines = Cup(current(event)).lines
    assert {line.entry.player.username: line.row.place for line in lines} == places(event)
    assert {line.entry.player.username: line.points for line in lines} == before  # results stay as they were
    assert current(event).version > event.version
