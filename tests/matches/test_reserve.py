"""Correspondence with a reserve of time: what uses it up, what does not, and how it is written and shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client
from pytest_django.asserts import assertContains

from accounts.models import User
from games.catalogue import games
from games.matches.models import Match, Vacation
from games.matches.play import requests
from games.matches.play.opening import start_match
from games.matches.play.services import end_overdue, find_match
from games.matches.play.vacation import plan_vacation
from games.matches.time.control import DAY, HOUR, TimeControl
from games.matches.time.reserve import Reserve
from games.rules import Seat
from tests.matches.conftest import play_on

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
CONTROL = Reserve.of(hours=24, reserve=72)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the time; tests shift it."""
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def begun(anna: User, bob: User, clock: time_machine.Traveller) -> Match:
    """Return a match that anna begins."""
    options = games()["digifeud"].options_type()
    return start_match(
        game_slug="digifeud", options=options, first=anna, second=bob, time_control=CONTROL, event_key="abc"
    )


def test_it_is_written_parsed_and_restored() -> None:
    assert (CONTROL.code, CONTROL.file_code, CONTROL.brief) == (
        "24h,72h",
        "1d,3d",
        "24\N{NO-BREAK SPACE}h + 72\N{NO-BREAK SPACE}h",
    )
    assert CONTROL.words[0] == "24\N{NO-BREAK SPACE}hours per move and 72\N{NO-BREAK SPACE}hours in reserve"
    assert TimeControl.restore(CONTROL.stored) == CONTROL
    assert TimeControl.parse("1d,3d").with_vacation() == CONTROL
    for text in ("1d,", ",3d", "1d,3", "1d,3d,3d"):
        with pytest.raises(ValueError, match=text):
            TimeControl.parse(text)


def test_a_move_in_time_leaves_the_reserve_alone(begun: Match, clock: time_machine.Traveller) -> None:
    assert begun.deadline_at == NOW + 4 * DAY
    clock.shift(23 * HOUR)
    match = play_on(begun, 1)
    assert match.clock.left == (72 * HOUR, 72 * HOUR)
    assert match.deadline_at == NOW + 23 * HOUR + 4 * DAY


def test_a_longer_move_uses_it_up(begun: Match, clock: time_machine.Traveller) -> None:
    clock.shift(34 * HOUR)
    match = play_on(begun, 2)
    assert match.clock.left == (62 * HOUR, 72 * HOUR)
    assert match.deadline_at == NOW + 34 * HOUR + 86 * HOUR


def test_unplanned_vacation_does_not_come_beside_it(begun: Match, clock: time_machine.Traveller) -> None:
    clock.shift(4 * DAY)
    assert end_overdue() == 1
    match = find_match(begun.pk)
    assert (match.ended, match.winner) == (Match.Ending.TIME, Seat.SECOND)
    assert not match.counts  # anna never moved
    assert not Vacation.objects.exists()


def test_planned_vacation_and_nights_do_not_count(begun: Match, anna: User, clock: time_machine.Traveller) -> None:
    plan_vacation(anna, NOW + DAY, NOW + 6 * DAY)
    assert find_match(begun.pk).deadline_at == NOW + 9 * DAY
    clock.shift(6 * DAY + 10 * HOUR)
    assert play_on(find_match(begun.pk), 1).clock.left.of(Seat.FIRST) == 62 * HOUR


def test_a_gift_is_used_before_the_reserve(begun: Match, bob: User, clock: time_machine.Traveller) -> None:
    requests.give_time(begun.pk, bob)
    assert find_match(begun.pk).clock.left == (72 * HOUR, 72 * HOUR)
    clock.shift(40 * HOUR)
    assert play_on(find_match(begun.pk), 1).clock.left.of(Seat.FIRST) == 72 * HOUR


def test_an_empty_reserve_leaves_the_time_for_a_move(begun: Match, clock: time_machine.Traveller) -> None:
    clock.shift(4 * DAY - HOUR)
    match = play_on(begun, 2)
    assert match.clock.left.of(Seat.FIRST) == HOUR
    clock.shift(25 * HOUR - HOUR / 2)
    match = play_on(match, 2)
    assert match.clock.left.of(Seat.FIRST) == HOUR / 2


def test_the_page_of_a_match_says_what_is_left(begun: Match, signed_in: Callable[[User], Client], bob: User) -> None:
    assertContains(
        signed_in(bob).get(f"/matches/{begun.pk}/"),
        "In reserve: anna 72\N{NO-BREAK SPACE}h, bob 72\N{NO-BREAK SPACE}h.",
    )
