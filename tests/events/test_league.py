"""Leagues: seasons that begin, are played and end by themselves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest
import time_machine

from accounts.models import User
from accounts.services import block, delete_account
from core import clock
from games.computers.services import make_computers
from games.events.divisions import groups_of
from games.events.field import Field
from games.events.formats import run
from games.events.formats.league import WEEK, carry_over
from games.events.models import Entry, Event, Pairing
from games.events.pairing.bounds import Bounds
from games.events.seasons import keep_leagues
from games.events.services import enter, remove, stay, withdraw
from games.matches.errors import TooManyRunning
from games.matches.models import Match
from games.matches.play.services import find_match, resign
from games.matches.play.starts import check_may_begin
from games.notifications.models import Notification
from tests.events.seasons import (
    DAY,
    NOW,
    begun,
    current,
    ended,
    go_to,
    pairings,
    people,
    play_on,
    run_all,
    season,
    snapshot,
)
from tests.sizes import THOROUGH

MOVES = 2000 if THOROUGH else 4  # of a match, before the player with fewer points resigns


@pytest.fixture
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


@pytest.mark.parametrize("weeks", [0, 9])
def test_a_season_with_too_few_players_begins_later_however_long_the_site_was_down(
    travel: time_machine.Traveller, weeks: int
) -> None:
    event = season()
    begins = event.starts_at
    travel.move_to(begins + weeks * WEEK + DAY)
    run_all()
    assert current(event).starts_at == begins + (weeks + 1) * WEEK
    assert current(event).state == Event.State.OPEN


@pytest.mark.parametrize(("late", "moved"), [(timedelta(0), timedelta(0)), (DAY, timedelta(0)), (9 * DAY, 8 * DAY)])
def test_a_season_that_begins_late_lasts_as_long_as_planned(
    travel: time_machine.Traveller, late: timedelta, moved: timedelta
) -> None:
    event = season(*people(3))
    planned = event.starts_at, event.lasts, event.ends_at
    assert all(planned)
    travel.move_to(event.starts_at + late)
    run(event.pk, clock.now())
    begun = current(event)
    assert begun.state == Event.State.RUNNING
    assert (begun.starts_at - moved, begun.lasts, begun.ends_at and begun.ends_at - moved) == planned


def play_out(match: Match, chance: Random) -> None:
    """Play a match by chance; where it is still open then, the player who is behind resigns."""
    match = play_on(match, MOVES, chance)
    if not match.finished_at:
        resign(match.pk, match.first if match.first_points < match.second_points else match.second)


def bounds_of(event: Event) -> dict[int, Bounds]:
    return {key: bound for group in groups_of(Field.read(current(event))) for key, bound in group.possible.items()}


def table(event: Event) -> list[tuple[str, int | None]]:
    entries = event.entries.filter(player__is_computer=False)
    return [(entry.player.username, entry.place) for entry in entries.order_by("place", "player__username")]


def state_of(event: Event, player: User) -> str:
    return event.entries.get(player=player).state


def between(event: Event, *players: User) -> Pairing:
    """Return the pairing of these two."""
    return next(one for one in pairings(event) if set(one.players()) == set(players))


def match_between(event: Event, *players: User) -> Match:
    match = between(event, *players).match
    assert match
    return match


@pytest.mark.slow
def test_a_season_runs_by_itself_and_the_next_one_follows(travel: time_machine.Traveller) -> None:
    players, chance = people(7), Random(1)
    event = begun(travel, season(*players))
    assert event.state == Event.State.RUNNING
    all_pairs = [frozenset(one.players()) for one in pairings(event)]
    assert (len(all_pairs), len(set(all_pairs))) == (21, 21)
    seats = Counter(one.first.player for one in pairings(event))
    assert {seats[player] for player in players} == {3}
    before = bounds_of(event)
    for number, one in enumerate(pairings(event), 1):
        assert one.match
        play_out(one.match, chance)
        travel.shift(timedelta(hours=1))
        if number % 3:
            continue
        go_to(travel, clock.now())
        after = bounds_of(event)
        assert all(before[key].best <= after[key].best and after[key].worst <= before[key].worst for key in after)
        before = after
    event = current(event)
    assert event.state == Event.State.OVER
    assert {entry.pk: entry.place for entry in event.entries.all()} == {key: one.best for key, one in before.items()}
    following = event.series.events.get(number=2) if event.series else None
    assert following
    assert (following.state, following.starts_at) == (Event.State.OPEN, event.ends_at)
    stay(event.pk, players[0], stays=False)
    following = begun(travel, following)
    assert following.state == Event.State.RUNNING
    assert {entry.player for entry in following.entries.all()} == set(players[1:])


def test_who_has_withdrawn_comes_along_no_more_whatever_is_pressed_then(travel: time_machine.Traveller) -> None:
    players = people(4)
    event = begun(travel, season(*players))
    withdraw(event.pk, players[0])
    stay(event.pk, players[0], stays=True)
    following = event.series.events.get(number=2) if event.series else None
    assert following
    carry_over(following)
    assert {entry.player for entry in following.entries.all()} == set(players[1:])


def test_absences_strike_out_who_misses_more_than_half(travel: time_machine.Traveller) -> None:
    players = people(6)
    anna, dora, emil, fred = (players[number] for number in (0, 3, 4, 5))
    event = begun(travel, season(*players))
    chance = Random(2)
    for one in pairings(event):
        # Anna never comes; emil plays three of his five matches.
        late = {frozenset({emil, fred}), frozenset({emil, dora})}
        assert one.match
        if frozenset(one.players()) in late or anna in one.players():
            play_on(one.match, one.first.player not in (anna, emil), chance)
        else:
            play_out(one.match, chance)
    event = ended(travel, event)
    assert event.state == Event.State.OVER
    states = {player.username: state_of(event, player) for player in players}
    assert states == {"p01": "struck", **{f"p0{number}": "in" for number in range(2, 7)}}
    assert event.entries.get(player=anna).place is None
    by_pair = {frozenset(one.players()): one for one in pairings(event)}
    missed = by_pair[frozenset({emil, fred})]
    assert missed.cause == Pairing.Cause.ABSENCE
    assert all(one.is_decided for one in by_pair.values())
    assert not Match.objects.filter(event_key=event.pk, finished_at=None).exists()
    assert not event.entries.get(player=anna).stays
    assert Notification.objects.filter(event="season-over", key=event.pk).count() == 6
    assert not Match.objects.filter(event_key=event.pk, ply=0, counts=True).exists()


def test_open_matches_are_adjudicated_by_points(travel: time_machine.Traveller) -> None:
    anna, bob = people(2)
    event = begun(travel, season(anna, bob))
    match, ends_at = match_between(event, anna, bob), event.ends_at
    assert ends_at
    for one in pairings(event):
        if one.match and (
            computer := next((player for player in one.players() if player and player.is_computer), None)
        ):
            resign(one.match.pk, computer)
    match = play_on(match, 7, Random(3))
    Match.objects.filter(pk=match.pk).update(deadline_at=ends_at + DAY)
    event = ended(travel, event)
    match = find_match(match.pk)
    assert (match.ended, match.counts) == (Match.Ending.JUDGED, False)
    lead = match.tallies[0][0] - match.tallies[0][1] if match.tallies else 0
    assert match.winner == (None if not lead else 1 if lead > 0 else 2)
    assert (between(event, anna, bob).cause, event.state) == (Pairing.Cause.JUDGED, Event.State.OVER)


def test_computers_fill_a_division_and_take_no_place(travel: time_machine.Traveller) -> None:
    make_computers()
    anna, bob = people(2)
    event = begun(travel, season(anna, bob))
    entries = event.entries.select_related("player")
    computers = [entry for entry in entries if entry.player.is_computer]
    assert len(computers) == 4
    matches = Match.objects.filter(event_key=event.pk)
    assert matches.count() == 1 + 2 * len(computers)
    assert not matches.filter(first__is_computer=True, second__is_computer=True).exists()
    assert [match.rated for match in matches if match.first.is_computer or match.second.is_computer] == [False] * 8
    assert set(bounds_of(event)) == {entry.pk for entry in entries if not entry.player.is_computer}
    check_may_begin(anna, computers[0].player, live=False)
    for match in matches:
        resign(match.pk, match.first if match.second.is_computer or match.second == anna else match.second)
    go_to(travel, clock.now())
    event = current(event)
    assert event.state == Event.State.OVER
    assert {place for _name, place in table(event)} == {1, 2}
    assert not event.entries.filter(player__is_computer=True, place__isnull=False).exists()


def test_too_few_players_have_a_season_wait(travel: time_machine.Traveller) -> None:
    anna, bob = people(2)
    event = season(anna)
    starts_at = event.starts_at
    event = begun(travel, event)
    assert (event.state, event.starts_at) == (Event.State.OPEN, starts_at + 7 * DAY)
    enter(event.pk, bob)
    assert begun(travel, event).state == Event.State.RUNNING


def test_two_schedulers_and_a_run_that_died_change_nothing(
    travel: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(6)
    event = season(*players)
    monkeypatch.setattr("games.events.formats.league.AT_ONCE", 4)
    travel.move_to(event.starts_at)
    run(event.pk, clock.now())  # deals
    run(event.pk, clock.now())  # begins four matches, and the process dies
    assert Match.objects.filter(event_key=event.pk).count() == 4
    for _again in range(8):
        run(event.pk, clock.now())
    assert Match.objects.filter(event_key=event.pk).count() == 15
    keep_leagues()
    keep_leagues()
    assert Event.objects.filter(series=event.series_id).count() == 2
    before = snapshot(event)
    run(event.pk, clock.now())
    assert snapshot(event) == before


def test_who_withdraws_loses_the_open_matches(travel: time_machine.Traveller) -> None:
    anna, bob, carl, dora, emil, fred = players = people(6)
    event = begun(travel, season(*players))
    for opponent in (bob, carl, dora):
        play_out(match_between(event, anna, opponent), Random(4))
    go_to(travel, clock.now())
    withdraw(event.pk, anna)
    withdraw(event.pk, bob)
    go_to(travel, clock.now())
    assert (state_of(event, anna), state_of(event, bob)) == (Entry.State.WITHDRAWN, Entry.State.STRUCK)
    lost = between(event, anna, emil)
    assert (lost.cause, lost.points[0 if lost.first.player == emil else 1]) == (Pairing.Cause.ABSENCE, 2)
    assert not any(one.is_decided for one in pairings(event) if {anna, bob}.isdisjoint(one.players()))
    assert not event.entries.filter(player__in=[anna, bob], stays=True).exists()
    assert state_of(event, fred) == Entry.State.IN


def test_a_deleted_account_withdraws(travel: time_machine.Traveller) -> None:
    anna, *others = people(6)
    event = begun(travel, season(anna, *others))
    waiting = season(anna, game="summy")
    delete_account(anna)
    go_to(travel, clock.now())
    assert state_of(event, anna) == Entry.State.STRUCK
    assert not waiting.entries.exists()
    assert not Match.objects.filter(event_key=event.pk, first=anna, finished_at=None).exists()
    assert event.entries.count() == 6


def test_whose_account_staff_close_is_removed_with_all_results(travel: time_machine.Traveller) -> None:
    anna, *others = people(6)
    event = begun(travel, season(anna, *others))
    play_out(match_between(event, anna, others[0]), Random(4))
    User.objects.filter(pk=anna.pk).update(is_active=False)
    go_to(travel, clock.now() + 2 * DAY)
    assert state_of(event, anna) == Entry.State.REMOVED
    (group,) = groups_of(Field.read(current(event)))
    row = next(row for row in group.rows if row.player == event.entries.get(player=anna).pk)
    assert row.place is None
    assert sum(row.points for row in group.rows) == 0


def leaves_a_place_in_one_division(event: Event) -> None:
    """Check what becomes of the places of a season that is over when staff remove its winner."""
    first, second = ({entry.player: entry.place for entry in one.entries.all()} for one in event.divisions.all())
    points = {row.player: row.points for group in groups_of(Field.read(current(event))) for row in group.rows}
    (winner,) = (player for player, place in first.items() if place == 1)
    remove(event.entries.get(player=winner))
    after = [{entry.player: entry.place for entry in one.entries.all()} for one in event.divisions.all()]
    assert after[0] == {player: place - 1 if place and place > 1 else None for player, place in first.items()}
    assert after[1] == second
    assert points == {row.player: row.points for group in groups_of(Field.read(current(event))) for row in group.rows}


def test_a_block_does_not_spare_a_match(travel: time_machine.Traveller) -> None:
    anna, bob = people(2)
    event = season(anna, bob)
    block(anna, bob)
    event = begun(travel, event)
    play_out(match_between(event, anna, bob), Random(6))
    go_to(travel, clock.now())
    assert between(event, anna, bob).is_decided


def test_matches_of_events_do_not_count_towards_the_limit(
    travel: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(6)
    begun(travel, season(*players))
    monkeypatch.setattr("games.matches.play.starts.MOST_RUNNING", 1)
    check_may_begin(players[0], players[1], live=False)
    Match.objects.update(event_key="")
    with pytest.raises(TooManyRunning):
        check_may_begin(players[0], players[1], live=False)


def test_promotion_and_relegation_and_a_removal_after_the_end(travel: time_machine.Traveller) -> None:
    players = people(16)
    event = begun(travel, season(*players))
    assert [division.entries.count() for division in event.divisions.all()] == [8, 8]
    for one in pairings(event):
        # The name that comes later gives up.
        loser = max(one.players(), key=lambda player: player.username if player else "")
        assert one.match
        assert loser
        resign(one.match.pk, loser)
    go_to(travel, clock.now())
    event = current(event)
    assert event.state == Event.State.OVER
    moved = defaultdict[tuple[int, int], list[User]](list)
    for entry in event.entries.select_related("division").order_by("place"):
        assert entry.division
        moved[entry.division.number, entry.movement].append(entry.player)
    assert {key: len(those) for key, those in moved.items()} == {(1, 0): 6, (1, -1): 2, (2, 0): 6, (2, 1): 2}
    assert event.series
    following = begun(travel, event.series.events.get(number=2))
    upper = {entry.player for entry in following.entries.filter(division__number=1)}
    assert upper == {*moved[1, 0], *moved[2, 1]}
    leaves_a_place_in_one_division(event)
