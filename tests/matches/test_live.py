"""The clocks of a live match, with simulated time: arrival, first moves, losses on time, and idempotence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
import time_machine

from accounts.models import User
from games.catalogue import bots, displays, games
from games.matches.errors import MatchOver, NotBegun, TimeIsUp
from games.matches.hooks import match_ended
from games.matches.models import Match
from games.matches.play import requests
from games.matches.play.opening import start_match
from games.matches.play.services import end_overdue, find_match, offer_rematch, play_move, resign
from games.matches.play.vacation import set_night
from games.matches.time.control import FIRST_MOVE, GATHERING, GRACE, Fischer, TimeControl
from games.rules import Seat, SeededRandom
from tests.example_games.reach.display import display as reach
from tests.example_games.reach.rules import Move, Reach, ReachPosition
from tests.jobs.running import following
from tests.matches.conftest import legal_move, play_on

pytestmark = pytest.mark.sql

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
FIVE, EIGHT = timedelta(minutes=5), timedelta(seconds=8)
FIVE_PLUS_EIGHT = TimeControl.live(minutes=5, increment=8)
SECOND = timedelta(seconds=1)
SLUGS = ("digifeud", "tenbyten", "sudoku", "summy")


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the time; tests shift it."""
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


def a_live_match(first: User, second: User, slug: str = "digifeud") -> Match:
    """Return a live match of 5+8 before either player has arrived."""
    terms = {"game_slug": slug, "options": games()[slug].options_type(), "time_control": FIVE_PLUS_EIGHT}
    return start_match(first=first, second=second, **terms)


def both_come(live: Match) -> Match:
    """Return the match after both players have arrived."""
    for seat in Seat:
        requests.arrive(find_match(live.pk), seat)
    return find_match(live.pk)


@pytest.fixture
def live(anna: User, bob: User, clock: time_machine.Traveller) -> Match:
    """Return a live match of 5+8 before either player has arrived; anna begins."""
    return a_live_match(anna, bob)


@pytest.fixture
def begun(live: Match) -> Match:
    """Return the live match after both players have arrived."""
    return both_come(live)


def test_it_begins_when_both_are_there(live: Match, anna: User, clock: time_machine.Traveller) -> None:
    assert live.is_gathering
    requests.arrive(live, Seat.FIRST)
    with pytest.raises(NotBegun):
        play_move(live.pk, anna, 1, legal_move(live))
    clock.shift(60)
    requests.arrive(find_match(live.pk), Seat.SECOND)
    match = find_match(live.pk)
    assert (match.is_gathering, match.clock_since) == (False, NOW + timedelta(seconds=60))
    assert match.deadline_at == NOW + timedelta(seconds=60) + FIRST_MOVE + GRACE


def test_who_left_again_before_the_other_came_is_not_there(live: Match) -> None:
    requests.arrive(live, Seat.FIRST)
    requests.leave(live.pk, Seat.FIRST)
    requests.arrive(find_match(live.pk), Seat.SECOND)
    assert find_match(live.pk).is_gathering


def test_when_no_one_comes_it_is_called_off(live: Match, clock: time_machine.Traveller) -> None:
    clock.shift(GATHERING - SECOND)
    assert end_overdue() == 0
    clock.shift(SECOND)
    assert (end_overdue(), end_overdue()) == (1, 0)
    assert find_match(live.pk).ending == Match.Ending.ABORTED


def test_a_first_move_costs_nothing_of_the_clock(begun: Match, clock: time_machine.Traveller) -> None:
    clock.shift(50)
    match = play_on(begun, 1)
    assert match.clock.left.of(Seat.FIRST) == FIVE
    assert match.deadline_at == NOW + timedelta(seconds=50) + FIRST_MOVE + GRACE
    clock.shift(50)
    match = play_on(match, 1)
    assert match.clock.left.of(Seat.SECOND) == FIVE
    assert match.deadline_at == NOW + timedelta(seconds=100) + FIVE + GRACE


class Skipping(Reach):
    """Reach in which turns are skipped: who moves next depends on the number of tiles on the board."""

    slug = "skipping"
    name = "Skipping"
    order = (Seat.FIRST, Seat.FIRST, Seat.FIRST, Seat.SECOND, Seat.SECOND, Seat.FIRST)

    def apply(self, position: ReachPosition, move: Move, rng: SeededRandom) -> ReachPosition:
        after = super().apply(position, move, rng)
        return replace(after, to_move=self.order[len([*filter(None, after.squares)])])


@pytest.fixture
def skipping(monkeypatch: pytest.MonkeyPatch) -> str:
    """Install the game and return its slug."""
    bots()  # kept from the first call on: a game without a folder has none
    monkeypatch.setitem(games(), Skipping.slug, Skipping())
    monkeypatch.setitem(displays(), Skipping.slug, reach)
    return Skipping.slug


@pytest.mark.parametrize("moves", range(1, 6))
def test_who_moves_twice_in_a_row_has_what_their_clock_holds(
    skipping: str, anna: User, bob: User, clock: time_machine.Traveller, moves: int
) -> None:
    match = both_come(a_live_match(anna, bob, skipping))
    now, left, moved = NOW, dict.fromkeys(Seat, FIVE), set[Seat]()
    limit = FIRST_MOVE
    for mover, to_move in list(pairwise(Skipping.order))[:moves]:
        clock.shift(50)
        now += timedelta(seconds=50)
        match = play_on(match, 1)
        left[mover] += EIGHT - timedelta(seconds=50) if mover in moved else timedelta(0)
        moved.add(mover)
        limit = left[to_move] if to_move in moved else FIRST_MOVE
        assert match.to_move == to_move
        assert {seat: match.clock.left.of(seat) for seat in Seat} == left
        assert (match.clock_since, match.deadline_at) == (now, now + limit + GRACE)
    clock.shift(limit + GRACE - SECOND)
    assert end_overdue() == 0
    clock.shift(SECOND)
    assert end_overdue() == 1
    assert find_match(match.pk).winner == Seat(match.to_move).other


def test_who_moves_twice_in_a_row_by_correspondence_has_a_whole_day_and_their_own_night(
    skipping: str, anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    set_night(anna, time_zone="UTC", night_begins=22, night_ends=7)
    options, control = games()[skipping].options_type(), TimeControl.correspondence(days=1).with_vacation()
    match = start_match(game_slug=skipping, options=options, first=anna, second=bob, time_control=control)
    for moves, to_move in enumerate(Skipping.order[1:6], start=1):
        clock.shift(60)
        match = play_on(match, 1)
        night = timedelta(hours=9 if to_move is Seat.FIRST else 0)
        assert match.to_move == to_move
        assert match.deadline_at == NOW + moves * timedelta(minutes=1) + timedelta(days=1) + night


@pytest.mark.parametrize(("moves", "end"), [(0, ("aborted", None)), (1, ("time", Seat.FIRST))])
@pytest.mark.parametrize("slug", SLUGS)
def test_without_its_first_move_it_is_cancelled_and_without_the_second_players_it_is_lost(
    slug: str, moves: int, end: tuple[str, int | None], anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    begun = both_come(a_live_match(anna, bob, slug))
    heard: list[tuple[str, int | None]] = []

    def hear(match: Match) -> None:
        heard.append((match.ending, match.winner))

    with following(match_ended, hear, at_once=True):
        play_on(begun, moves)
        clock.shift(FIRST_MOVE + GRACE - timedelta(milliseconds=1))
        assert end_overdue() == 0
        clock.shift(timedelta(milliseconds=1))
        assert (end_overdue(), end_overdue()) == (1, 0)
    match = find_match(begun.pk)
    assert (match.ending, match.winner, match.deadline_at) == (*end, None)
    assert moves or not match.counts
    assert heard == [end]


def test_after_a_match_called_off_the_same_two_may_play_again(
    begun: Match, anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    clock.shift(FIRST_MOVE + GRACE)
    end_overdue()
    clock.shift(60)  # anna did not make the first move
    offer_rematch(begun.pk, anna)
    again = offer_rematch(begun.pk, bob)
    assert again is not None
    assert (again.time_control, again.first, again.is_gathering) == (FIVE_PLUS_EIGHT, bob, True)


def test_thinking_costs_time_and_a_move_brings_the_increment(begun: Match, clock: time_machine.Traveller) -> None:
    play_on(begun, 2)
    clock.shift(100)
    match = play_on(begun, 1)
    assert match.clock.left.of(Seat.FIRST) == FIVE - timedelta(seconds=100) + EIGHT
    assert match.clock.left.of(Seat.SECOND) == FIVE
    assert match.deadline_at == NOW + timedelta(seconds=100) + FIVE + GRACE
    clock.shift(10)
    match = play_on(match, 1)
    assert match.deadline_at == NOW + timedelta(seconds=110 + 300 - 100 + 8) + GRACE


def test_the_clock_runs_out_within_its_grace_and_the_other_wins(begun: Match, clock: time_machine.Traveller) -> None:
    play_on(begun, 2)
    clock.shift(FIVE + GRACE - timedelta(milliseconds=1))
    assert end_overdue() == 0
    clock.shift(timedelta(milliseconds=1))
    assert (end_overdue(), end_overdue()) == (1, 0)
    match = find_match(begun.pk)
    assert (match.ending, match.winner) == (Match.Ending.TIME, Seat.SECOND)


def test_a_move_on_a_slow_line_still_counts(begun: Match, clock: time_machine.Traveller) -> None:
    play_on(begun, 2)
    clock.shift(FIVE + GRACE / 2)
    assert play_on(begun, 1).clock.left.of(Seat.FIRST) == EIGHT


def test_a_move_after_the_end_loses_though_no_clock_process_runs(
    begun: Match, anna: User, clock: time_machine.Traveller
) -> None:
    play_on(begun, 2)
    clock.shift(FIVE + GRACE)
    with pytest.raises(TimeIsUp):
        play_move(begun.pk, anna, 3, legal_move(find_match(begun.pk)))
    with pytest.raises(MatchOver):
        play_move(begun.pk, anna, 3, legal_move(find_match(begun.pk)))


def test_the_server_was_down_when_the_time_ran_out(begun: Match, clock: time_machine.Traveller) -> None:
    play_on(begun, 2)
    clock.shift(timedelta(hours=5))
    assert end_overdue() == 1
    assert find_match(begun.pk).winner == Seat.SECOND


def test_a_live_match_is_cancelled_before_it_begins_and_lost_by_resigning_after_a_move(
    live: Match, anna: User, bob: User
) -> None:
    assert resign(live.pk, anna).ending == Match.Ending.ABORTED
    requests.arrive(find_match(live.pk), Seat.SECOND)
    assert find_match(live.pk).clock_since is None
    other = play_on(both_come(a_live_match(anna, bob)), 1)
    assert (resign(other.pk, bob).ending, find_match(other.pk).winner) == (Match.Ending.RESIGNED, Seat.FIRST)


def test_who_goes_and_comes_is_known(begun: Match, clock: time_machine.Traveller) -> None:
    requests.leave(begun.pk, Seat.SECOND)
    clock.shift(5)
    requests.leave(begun.pk, Seat.SECOND)
    match = find_match(begun.pk)
    assert (match.clock.away_since.of(Seat.SECOND), match.clock.away_since.of(Seat.FIRST)) == (NOW, None)
    requests.arrive(match, Seat.SECOND)
    assert find_match(begun.pk).clock.away_since.of(Seat.SECOND) is None


def test_who_plays_is_at_the_board(begun: Match) -> None:
    requests.leave(begun.pk, Seat.FIRST)
    assert play_on(begun, 1).clock.away_since.of(Seat.FIRST) is None


def test_a_clock_that_stands_at_zero_gets_no_new_time(anna: User, bob: User, clock: time_machine.Traveller) -> None:
    no_increment = {"options": games()["digifeud"].options_type(), "time_control": Fischer(FIVE, timedelta())}
    match = play_on(both_come(start_match(game_slug="digifeud", first=anna, second=bob, **no_increment)), 2)
    clock.shift(FIVE + GRACE / 2)
    assert play_on(match, 1).first_left == timedelta()
    assert play_on(match, 1).deadline_at == NOW + FIVE + GRACE / 2 + GRACE
