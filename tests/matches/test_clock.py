"""The clocks of a match as a value: who loses how much time, in any order of turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.catalogue import games
from games.matches.models import Match, columns_of
from games.matches.play.heartbeat import RETURN, resume
from games.matches.play.opening import start_match
from games.matches.time.clock import (
    Clock,
    ClockFace,
    Downtime,
    NightHours,
    Pair,
    RestSchedule,
    WaitCase,
    clock_face,
    wait_notice,
)
from games.matches.time.control import (
    DAY,
    FIRST_MOVE,
    GATHERING,
    GRACE,
    HOUR,
    MORE_DAYS,
    MORE_SECONDS,
    NOTHING,
    Correspondence,
    Fischer,
    TimeControl,
    UnknownControl,
)
from games.rules import Seat
from tests.matches.example_control import ExampleControl

FEW = settings(max_examples=60, deadline=None, derandomize=True, database=None)
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
FIVE, EIGHT = timedelta(minutes=5), timedelta(seconds=8)
LIVE = Fischer(FIVE, EIGHT)
NEITHER, BOTH = Pair(False, False), Pair(True, True)
HERE: Pair[datetime | None] = Pair(None, None)

thinking = st.timedeltas(NOTHING, timedelta(minutes=2))
turns = st.lists(st.tuples(st.sampled_from(Seat), thinking), max_size=40)
live_controls = st.builds(Fischer, st.timedeltas(SECOND, HOUR), st.timedeltas(NOTHING, timedelta(minutes=1)))


def live_clock(control: TimeControl = LIVE) -> Clock:
    """Return the clocks of a live match that begins now."""
    return Clock.started(control, Seat.FIRST, NOW, HERE).begun(NOW)


def after_turns(clock: Clock, played: list[tuple[Seat, timedelta]]) -> Iterator[tuple[Clock, Pair[bool], Clock]]:
    """Yield the clocks before and after each turn, which is the next seat to move and the time that the mover takes."""
    moved, now = NEITHER, NOW
    for to_move, spent in played:
        now += spent
        after = clock.after_move(now, to_move, moved)
        yield clock, moved, after
        moved, clock = moved.put(clock.to_move, True), after


@FEW
@given(control=live_controls, played=turns)
def test_clocks_lose_the_time_of_their_own_turns_and_nothing_else(
    control: Fischer, played: list[tuple[Seat, timedelta]]
) -> None:
    thought, held = dict.fromkeys(Seat, NOTHING), dict.fromkeys(Seat, control.base)
    clock = live_clock(control)
    for (_to_move, spent), (before, moved, after) in zip(played, after_turns(clock, played), strict=True):
        mover = before.to_move
        if moved.of(mover):
            thought[mover] += spent
            held[mover] = max(held[mover] - spent, NOTHING) + control.increment
        assert {seat: after.left.of(seat) for seat in Seat} == held
        assert after.since == (before.since or NOW) + spent  # no time passes between two turns
        clock = after
    if all(thought[seat] <= control.base for seat in Seat):  # so no clock came to zero
        moves = [
            before for before, moved, _after in after_turns(live_clock(control), played) if moved.of(before.to_move)
        ]
        assert sum(held.values(), NOTHING) == (
            2 * control.base - sum(thought.values(), NOTHING) + len(moves) * control.increment
        )


@FEW
@given(control=live_controls, played=turns)
def test_the_player_to_move_loses_when_the_own_clock_shows_zero_and_a_little_later(
    control: Fischer, played: list[tuple[Seat, timedelta]]
) -> None:
    for before, moved, after in after_turns(live_clock(control), played):
        both = moved.put(before.to_move, True)
        assert after.since
        allowed = after.left.of(after.to_move) if both.of(after.to_move) else FIRST_MOVE
        assert allowed is not None
        assert after.runs_out(both) == after.since + allowed
        assert after.deadline == after.since + allowed + GRACE
        assert not after.has_run_out(after.since + allowed)
        assert after.has_run_out(after.since + allowed + GRACE)


@FEW
@given(control=live_controls, played=turns)
def test_a_turn_that_is_skipped_costs_the_other_nothing(control: Fischer, played: list[tuple[Seat, timedelta]]) -> None:
    for before, _moved, after in after_turns(live_clock(control), played):
        assert after.left.of(before.to_move.other) == before.left.of(before.to_move.other)


@FEW
@given(control=live_controls | st.builds(Correspondence, st.timedeltas(HOUR, 14 * DAY)), seat=st.sampled_from(Seat))
def test_time_given_is_for_the_player_to_move_alone(control: TimeControl, seat: Seat) -> None:
    clock = replace(Clock.started(control, seat, NOW, HERE).begun(NOW), to_move=seat)
    given_more = clock.with_gift()
    assert given_more.deadline
    assert clock.deadline
    assert given_more.deadline - clock.deadline == (MORE_SECONDS if control.is_live else MORE_DAYS)
    assert given_more.left.of(seat.other) == clock.left.of(seat.other)
    left = clock.left.of(seat)
    assert given_more.left.of(seat) == (None if left is None else left + MORE_SECONDS)


@FEW
@given(days=st.integers(1, 14), hours=st.integers(1, 48), seat=st.sampled_from(Seat))
def test_a_rest_moves_the_deadline_and_counts_for_the_player_who_rests(days: int, hours: int, seat: Seat) -> None:
    clock = Clock.started(TimeControl.correspondence(days=days, vacation=True), seat, NOW, HERE)
    assert clock.deadline == NOW + days * DAY
    rested = clock.on_vacation(clock.deadline + hours * HOUR, HOUR).on_vacation(clock.deadline + 50 * HOUR, HOUR)
    assert rested.deadline == clock.deadline + 50 * HOUR
    assert (rested.vacation_spent.of(seat), rested.vacation_spent.of(seat.other)) == (2 * HOUR, NOTHING)
    assert rested.after_move(NOW, seat.other, BOTH).vacation_spent == rested.vacation_spent


def test_a_new_value_is_returned_and_the_old_one_stays() -> None:
    clock = live_clock()
    clock.after_move(NOW + SECOND, Seat.SECOND, BOTH)
    clock.with_gift()
    assert clock == live_clock()


def test_a_live_match_waits_until_both_are_present() -> None:
    clock = Clock.started(LIVE, Seat.FIRST, NOW, Pair(NOW, NOW))
    assert (clock.deadline, clock.since, clock.left) == (NOW + GATHERING, None, Pair(FIVE, FIVE))
    both = clock.present(Seat.FIRST).present(Seat.SECOND)
    assert (both.since, both.away_since) == (None, Pair(None, None))
    assert (both.begun(NOW).since, both.begun(NOW).deadline) == (NOW, NOW + FIRST_MOVE + GRACE)


def test_a_first_move_costs_nothing_and_must_come_within_a_minute() -> None:
    clock = live_clock()
    assert clock.runs_out(NEITHER) == NOW + FIRST_MOVE
    after = clock.after_move(NOW + timedelta(seconds=50), Seat.SECOND, NEITHER)
    assert after.left == Pair(FIVE, FIVE)


def test_who_moves_is_present() -> None:
    clock = replace(live_clock(), away_since=Pair[datetime | None](NOW, NOW))
    assert clock.after_move(NOW + SECOND, Seat.SECOND, BOTH).away_since == (None, NOW)


def test_in_correspondence_the_clock_of_the_next_player_rests_at_night() -> None:
    night = RestSchedule(NightHours(22, 6, UTC))
    clock = Clock.started(TimeControl.correspondence(days=1), Seat.FIRST, NOW, HERE, rests=night)
    assert clock.deadline == NOW + DAY + 8 * HOUR
    assert clock.after_move(NOW, Seat.SECOND, NEITHER).deadline == NOW + DAY


def test_each_kind_of_control_says_what_a_clock_holds_after_a_move() -> None:
    periods = live_clock(ExampleControl.of(minutes=0, period=30)).after_move(NOW + 10 * SECOND, Seat.FIRST, BOTH)
    assert periods.left.of(Seat.FIRST) == 90 * SECOND  # the period begins again
    clock = Clock.started(UnknownControl(2 * DAY), Seat.FIRST, NOW, HERE)
    assert (clock.deadline, clock.left) == (NOW + 2 * DAY, Pair(None, None))


def test_a_page_shows_the_running_clock_and_the_standing_one() -> None:
    clock = live_clock()
    assert clock_face(clock, Seat.FIRST, NOW, NEITHER) == ClockFace(FIVE, None)
    assert clock_face(clock, Seat.FIRST, NOW + 20 * SECOND, BOTH) == ClockFace(FIVE - 20 * SECOND, NOW + FIVE)
    assert clock_face(clock, Seat.SECOND, NOW + 20 * SECOND, BOTH) == ClockFace(FIVE, None)
    assert clock_face(clock, Seat.FIRST, NOW + HOUR, BOTH) == ClockFace(NOTHING, NOW + FIVE)
    assert clock_face(Clock.started(Correspondence(DAY), Seat.FIRST, NOW, HERE), Seat.FIRST, NOW, BOTH) is None


@pytest.mark.parametrize(
    ("clock", "moved", "case"),
    [
        (Clock.started(LIVE, Seat.FIRST, NOW, Pair(None, NOW)), NEITHER, WaitCase.GATHERING),
        (live_clock(), NEITHER, WaitCase.FIRST),
        (replace(live_clock(), to_move=Seat.SECOND), Pair(True, False), WaitCase.SECOND),
        (replace(live_clock(), away_since=Pair(NOW, None)), BOTH, WaitCase.LOSING),
        (replace(live_clock(), away_since=Pair(None, NOW)), BOTH, WaitCase.WAITING),
        (live_clock(), BOTH, None),
    ],
)
def test_a_page_says_whom_the_match_waits_for(clock: Clock, moved: Pair[bool], case: WaitCase | None) -> None:
    notice = wait_notice(clock, None, ("anna", "bob"), moved)
    assert (notice and notice.case) == (case and case.value)


@pytest.fixture
def stored(anna: User, bob: User) -> list[Match]:
    """Return a match of each kind, stored."""
    controls = (LIVE, TimeControl.correspondence(days=3))
    options = games()["summy"].options_type()
    return [
        start_match(game_slug="summy", options=options, first=anna, second=bob, time_control=control)
        for control in controls
    ]


def test_a_match_stores_its_clocks_in_columns_and_reads_them_again(stored: list[Match]) -> None:
    for match in stored:
        clock = replace(match.clock, vacation_spent=Pair(HOUR, NOTHING), away_since=Pair[datetime | None](None, NOW))
        again = match.with_clock(clock)
        assert again.clock == clock
        again.save()
        row = Match.objects.get(pk=match.pk)
        assert row.clock == clock
        assert all(getattr(row, name) == value for name, value in columns_of(clock).items())
        assert match.clock != clock


def test_downtime_is_thinking_time_of_neither(stored: list[Match]) -> None:
    down = timedelta(minutes=10)
    for match in stored:
        match.with_clock(match.clock.begun(match.started_at) if match.is_live else match.clock).save()
    silent_since = stored[-1].started_at
    resume(silent_since, silent_since + down)
    for match in stored:
        row = Match.objects.get(pk=match.pk)
        extra = RETURN if match.is_live else NOTHING
        began = row.clock.since
        assert began
        assert abs(began - match.started_at - down - extra) < SECOND
        assert row.clock.left == match.clock.left
        assert Downtime.all_in(row.downtimes)[0].ply == 0
        moved = row.clock.after_move(began + 3 * SECOND, Seat.SECOND, BOTH)
        if match.is_live:
            assert moved.left.first == FIVE - 3 * SECOND + EIGHT
