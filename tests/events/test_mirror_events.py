"""Events whose pairings are mirror matches: two boards each, decided by the sum once both are over."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from core import clock
from games.events.lists import open_matches_of
from games.events.models import Event, Pairing, Series
from games.matches.models import Match
from games.matches.play.mirrors import boards_of, whole_of
from games.matches.play.services import find_match, play_move, resign, void_match
from games.rules import Seat
from tests.api.conftest import Caller, data_of
from tests.events import seasons
from tests.events.cups import DAY, NOW, again, cup, current, go_on, open_pairings, people, places
from tests.jobs.running import run_jobs
from tests.matches.conftest import legal_move


@pytest.fixture
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


def move(match: Match) -> Match:
    match = find_match(match.pk)
    return play_move(match.pk, match.player(Seat(match.to_move)), match.ply + 1, legal_move(match))


def only_pairing(event: Event) -> Pairing:
    (pairing,) = open_pairings(event)
    return pairing


def boards(pairing: Pairing) -> tuple[Match, Match]:
    assert pairing.match
    return boards_of(find_match(pairing.match.pk))


def test_both_boards_are_those_of_the_pairing(travel: time_machine.Traveller) -> None:
    event = go_on(travel, cup("knockout", *people(2), game="sudoku", mirror=True))
    pairing = only_pairing(event)
    first, second = boards(pairing)
    assert (pairing.match_id, pairing.mirror_id) == (first.pk, second.pk)
    assert (first.first, first.second, second.first, second.second) == (*pairing.players(), *pairing.players()[::-1])
    assert {first.event_key, second.event_key} == {event.pk}
    assert [match.pk for match, _opponent, _turn in open_matches_of(pairing.first)] == [first.pk, second.pk]
    (told,) = data_of(Caller().get(f"/events/{event.pk}/pairings"))["items"]
    assert (told["match"], told["twin"]) == (first.pk, second.pk)


def test_the_rules_of_the_event_say_what_decides(travel: time_machine.Traveller, client: Client) -> None:
    for game, words in (("summy", "The points of both boards decide."), ("tenbyten", "The games won on both boards")):
        assertContains(client.get(cup("knockout", game=game, mirror=True).get_absolute_url()), words)
        assertNotContains(client.get(cup("knockout", game=game).get_absolute_url()), words)


@pytest.mark.parametrize("kind", ["knockout", "swiss", "robin"])
def test_one_who_gives_up_on_one_board_loses_the_pairing(travel: time_machine.Traveller, kind: str) -> None:
    event = go_on(travel, cup(kind, *people(2), game="sudoku", mirror=True))
    pairing = only_pairing(event)
    for board in boards(pairing):
        move(board)
    _first, loser = pairing.players()
    assert loser
    resign(boards(pairing)[1].pk, loser)
    while not event.is_over:
        event = go_on(travel, event)
    assert Pairing.objects.get(pk=pairing.pk).result == "first"
    assert places(event)[loser.username] == 2
    assert not Match.objects.filter(finished_at=None).exists()


@pytest.mark.thorough  # by default: the sum of one pairing in tests/matches/test_mirrors.py
def test_the_sum_decides_once_both_boards_are_over(travel: time_machine.Traveller) -> None:
    event = go_on(travel, cup("robin", *people(2), game="sudoku", mirror=True))
    pairing = only_pairing(event)
    while any(not board.finished_at for board in boards(pairing)):
        for board in boards(pairing):
            if not board.finished_at:
                move(board)
        if sum(not board.finished_at for board in boards(pairing)) == 1:
            run_jobs()
            assert not Pairing.objects.get(pk=pairing.pk).is_decided
    run_jobs()
    whole = whole_of(*boards(pairing))
    assert whole
    results = {None: "draw", 1: "first", 2: "second"}
    assert Pairing.objects.get(pk=pairing.pk).result == results[whole.winner]
    assert current(event).state == Event.State.OVER


def test_open_boards_are_adjudicated_by_the_sum(travel: time_machine.Traveller) -> None:
    event = go_on(travel, cup("robin", *people(2), game="sudoku", mirror=True, lasts=DAY))
    pairing = only_pairing(event)
    for _round in range(4):
        for board in boards(pairing):
            move(board)
    while not event.is_over:
        event = go_on(travel, event)
    first, second = boards(pairing)
    lead = first.first_points + second.second_points - first.second_points - second.first_points
    pairing.refresh_from_db()
    assert (pairing.cause, pairing.points) == ("judged", (1 + (lead > 0) - (lead < 0), 1 + (lead < 0) - (lead > 0)))
    assert (first.ending, second.ending) == ("judged", "judged")


def test_one_who_does_not_come_loses_by_absence(travel: time_machine.Traveller) -> None:
    event = go_on(travel, cup("swiss", *people(2), game="sudoku", mirror=True, rounds=1))
    pairing = only_pairing(event)
    move(boards(pairing)[0])
    while not event.is_over:
        event = go_on(travel, event)
        again(event)
    pairing.refresh_from_db()
    assert (pairing.result, pairing.cause) == ("first", "absence")
    assert [entry.absences for entry in pairing.entries] == [0, 1]


def test_neither_comes(travel: time_machine.Traveller) -> None:
    event = go_on(travel, cup("swiss", *people(2), game="sudoku", mirror=True, rounds=1))
    pairing = only_pairing(event)
    while not event.is_over:
        event = go_on(travel, event)
    pairing.refresh_from_db()
    assert (pairing.result, pairing.cause) == ("neither", "absence")
    assert [entry.absences for entry in pairing.entries] == [1, 1]


def test_a_void_board_has_the_pairing_count_for_neither(travel: time_machine.Traveller) -> None:
    event = go_on(travel, cup("robin", *people(3), game="sudoku", mirror=True))
    pairing = next(open_pairings(event))
    void_match(boards(pairing)[1].pk)
    run_jobs()
    pairing.refresh_from_db()
    assert pairing.result == "off"
    assert all(board.voided_at for board in boards(pairing))


def test_a_league_of_mirror_matches_spends_the_reserve_of_who_seals(travel: time_machine.Traveller) -> None:
    event = seasons.season(*seasons.people(2), game="sudoku")
    option_data = {**event.option_data, "mirror": "yes"}
    Series.objects.filter(events=event).update(option_data=option_data)
    Event.objects.filter(pk=event.pk).update(option_data=option_data, rests=False)
    seasons.go_to(travel, event.starts_at + timedelta(hours=1))
    pairing = next(open_pairings(event))
    first, second = boards(pairing)
    assert (first.first_left, first.deadline_at) == (3 * DAY, first.started_at + 4 * DAY)
    travel.move_to(first.started_at + 2 * DAY)
    move(first)
    sealed = find_match(first.pk)
    assert (sealed.sealed_move != "", sealed.deadline_at, sealed.first_left) == (True, None, 2 * DAY)
    travel.move_to(first.started_at + 3 * DAY)
    move(second)
    first, second = boards(pairing)
    assert (first.ply, first.first_left, second.first_left) == (1, 2 * DAY, DAY)
    assert first.deadline_at == clock.now() + 4 * DAY
    seasons.go_to(travel, event.starts_at + seasons.DAY * 29)
    assert Pairing.objects.get(pk=pairing.pk).is_decided
    assert not Match.objects.filter(event_key=event.pk, finished_at=None).exists()
