"""Vacation, nights and deadlines at the moments where one ends and the other begins."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.matches.errors import VacationsOverlap
from games.matches.forms import SentMove
from games.matches.models import Match, Vacation
from games.matches.play.services import end_overdue, find_match
from games.matches.play.vacation import (
    VACATION_HOURS,
    cancel_vacation,
    hours_left,
    night_of,
    plan_vacation,
    rest_words,
    spend_vacation,
)
from games.matches.time.clock import NEVER_RESTS, brought_forward, postponed
from games.matches.time.control import DAY, HOUR
from games.matches.views.player import vacation_panel
from tests.matches.test_mirrors import begun, move
from tests.matches.test_vacation import NOW, a_match, deadline

pytestmark = pytest.mark.sql
SECOND = timedelta(seconds=1)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the time; tests shift it."""
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


def test_a_deadline_before_a_vacation_stays_and_one_at_its_beginning_moves() -> None:
    vacation = NOW + DAY, NOW + 3 * DAY
    before, at = vacation[0] - SECOND, vacation[0]
    assert postponed(before, vacation, NEVER_RESTS) == before
    assert postponed(at, vacation, NEVER_RESTS) == vacation[1]
    assert brought_forward(before, vacation, NEVER_RESTS) == before
    assert brought_forward(vacation[1] + HOUR, vacation, NEVER_RESTS) == at + HOUR


def test_a_cancelled_vacation_brings_no_deadline_before_it_forward(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    match = a_match(anna, bob)
    later = plan_vacation(anna, NOW + 5 * DAY, NOW + 7 * DAY)
    cancel_vacation(anna, later.pk, NOW)
    assert deadline(match) == NOW + 3 * DAY
    assert not anna.vacations.exists()


def test_no_vacation_is_spent_before_the_deadline(anna: User, bob: User, clock: time_machine.Traveller) -> None:
    match = find_match(a_match(anna, bob).pk)
    assert not spend_vacation(match, deadline(match) - SECOND)
    assert not Vacation.objects.exists()
    assert deadline(match) == NOW + 3 * DAY
    assert spend_vacation(match, deadline(match))
    assert deadline(match) == NOW + 3 * DAY + HOUR


@pytest.mark.parametrize("left", [1, 0])
def test_the_last_hour_of_the_year_is_taken_too(
    anna: User, bob: User, clock: time_machine.Traveller, left: int
) -> None:
    match = a_match(anna, bob)
    begin = datetime(2026, 1, 1, tzinfo=UTC)
    Vacation.objects.create(player=anna, begins_at=begin, ends_at=begin + (VACATION_HOURS - left) * HOUR)
    before = deadline(match)
    clock.move_to(before)
    end_overdue()
    after = find_match(match.pk)
    assert (after.finished_at, after.deadline_at) == ((None, before + HOUR) if left else (before, None))
    assert hours_left(anna, 2026) == 0


def test_a_deadline_in_a_planned_vacation_moves_to_its_end_and_costs_no_hour(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    match = a_match(anna, bob)
    before = deadline(match)
    # As where the deadline was moved into it, such as by the time that the site was down.
    vacation = Vacation.objects.create(player=anna, begins_at=before - HOUR, ends_at=before + 2 * DAY)
    clock.move_to(before)
    end_overdue()
    after = find_match(match.pk)
    assert (after.finished_at, after.deadline_at) == (None, vacation.ends_at)
    assert not after.first_vacation_spent
    assert not anna.vacations.filter(planned=False).exists()


def test_a_vacation_within_an_hour_that_was_taken_overlaps_it(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    Vacation.objects.create(player=anna, begins_at=NOW, ends_at=NOW + HOUR, planned=False)
    for end in (NOW + HOUR / 2, NOW + HOUR):
        with pytest.raises(VacationsOverlap):
            plan_vacation(anna, NOW + HOUR / 4, end)
    assert anna.vacations.count() == 1
    assert plan_vacation(anna, NOW + HOUR / 4, NOW + HOUR + SECOND).begins_at == NOW + HOUR


def test_a_vacation_that_ends_now_is_told_no_more(anna: User, clock: time_machine.Traveller) -> None:
    plan_vacation(anna, NOW + HOUR, NOW + DAY)
    assert any("is on vacation" in words for words in rest_words(anna, NOW + DAY - SECOND))
    assert not any("is on vacation" in words for words in rest_words(anna, NOW + DAY))


def test_the_page_lists_vacations_until_they_end(anna: User, clock: time_machine.Traveller) -> None:
    vacation = plan_vacation(anna, NOW + HOUR, NOW + DAY)
    for shift, listed in ((DAY - SECOND, [vacation]), (SECOND, [])):
        clock.shift(shift)
        panel = vacation_panel({"user": anna})
        assert panel
        assert panel["vacations"] == listed
    assert vacation_panel({"user": AnonymousUser()}) is None


def test_a_night_needs_both_hours(anna: User) -> None:
    anna.night_begins = 23
    assert night_of(anna) is None
    anna.night_ends = 7
    night = night_of(anna)
    assert night
    assert (night.begins, night.ends) == (23, 7)


def test_a_vacation_moves_no_clock_that_a_sealed_move_has_stopped(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    first, second = begun(anna, bob)
    Match.objects.update(rests=True)
    move(find_match(first.pk))
    plan_vacation(anna, NOW + HOUR, NOW + DAY)
    assert (find_match(first.pk).deadline_at, deadline(second)) == (None, NOW + 3 * DAY)


def test_a_seal_ends_at_the_moment_that_it_names(anna: User, bob: User, clock: time_machine.Traveller) -> None:
    match = a_match(anna, bob)
    match.finished_at, match.sealed_until = NOW, NOW + HOUR
    for shift, is_revealed in ((HOUR - SECOND, False), (SECOND, True)):
        clock.shift(shift)
        assert match.is_revealed is is_revealed


@pytest.mark.parametrize("ply", ["0", "-1", "+1", "1.0", "²", "٣", "9" * 30, "x", None])
def test_a_socket_reads_no_move_whose_number_is_none(ply: str | None) -> None:
    assert SentMove.read({"ply": ply, "text": "pass"}) is None
    assert SentMove.read({"ply": "3", "text": "pass"}) == SentMove(3, "pass", sure=False, chosen=False)
