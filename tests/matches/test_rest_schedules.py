"""When clocks rest, read for several players at once, is what is read for each; and who is named as absent to whom."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from games.matches.models import Vacation
from games.matches.play.vacation import rest_schedule, rest_schedules, set_night
from games.matches.time.clock import Clock, Pair, wait_notice
from games.matches.time.control import TimeControl
from games.rules import Seat

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
NAMES = ("anna", "bob")
LIVE = TimeControl.live(minutes=5, increment=8)


def test_schedules_of_several_players_are_those_of_each(anna: User, bob: User, carl: User) -> None:
    """Of planned vacation that is not over; an automatic hour moves single deadlines only."""
    set_night(bob, time_zone="Europe/Amsterdam", night_begins=23, night_ends=7)
    for begin, planned in ((-2, True), (-1, True), (1, True), (0, False), (3, False)):
        begins_at = NOW + begin * HOUR
        Vacation.objects.create(player=anna, begins_at=begins_at, ends_at=begins_at + HOUR, planned=planned)
    several = rest_schedules({anna.pk, bob.pk, carl.pk}, NOW)
    assert several == {player.pk: rest_schedule(player, NOW) for player in (anna, bob, carl)}
    assert several[anna.pk].vacations == ((NOW + HOUR, NOW + 2 * HOUR),)
    assert several[bob.pk].night


@pytest.mark.parametrize("has_begun", [False, True])
@pytest.mark.parametrize("to_move", list(Seat))
@pytest.mark.parametrize(
    ("away", "named"),
    [
        ((), {None: (), Seat.FIRST: (), Seat.SECOND: ()}),
        ((Seat.FIRST,), {None: ("anna",), Seat.FIRST: (), Seat.SECOND: ("anna",)}),
        ((Seat.FIRST, Seat.SECOND), {None: NAMES, Seat.FIRST: ("bob",), Seat.SECOND: ("anna",)}),
    ],
)
def test_no_viewer_is_told_of_their_own_absence(
    away: tuple[Seat, ...], named: dict[Seat | None, tuple[str, ...]], to_move: Seat, *, has_begun: bool
) -> None:
    since = Pair(*(NOW if seat in away else None for seat in Seat))
    clock = Clock.started(LIVE, to_move, NOW, since)
    if has_begun:
        clock = Clock(LIVE, to_move, NOW + HOUR, NOW, clock.left, since)
    for moved in (Pair(False, False), Pair(True, True)):
        for viewer, names in named.items():
            notice = wait_notice(clock, viewer, NAMES, moved)
            assert (notice.names if notice else ()) == names
