"""Vacation that several requests or schedulers plan, take and need at the same moment."""

from __future__ import annotations

from functools import partial

import pytest
from django.utils import timezone

from accounts.models import User
from games.matches.models import Match, Vacation
from games.matches.play.services import end_overdue, find_match, play_move
from games.matches.play.vacation import VACATION_HOURS, hours_left, plan_vacation
from games.matches.time.control import DAY, HOUR
from tests.matches.conftest import legal_move
from tests.matches.test_races import at_once
from tests.matches.test_vacation import NOW, THREE_DAYS, a_match, deadline

pytestmark = pytest.mark.django_db(transaction=True)


def test_four_clocks_count_an_hour_once(anna: User, bob: User) -> None:
    match = a_match(anna, bob)
    Match.objects.update(deadline_at=match.started_at)
    at_once(*[end_overdue] * 4)
    assert find_match(match.pk).first_vacation_spent == HOUR


def test_four_clocks_take_one_hour(anna: User, bob: User) -> None:
    match = a_match(anna, bob)
    Match.objects.update(deadline_at=match.started_at)
    assert at_once(*[end_overdue] * 4) == [0] * 4
    assert deadline(match) == match.started_at + HOUR
    year = match.started_at.year
    assert hours_left(anna, year) == VACATION_HOURS - 1


def test_two_windows_plan_the_same_days_once(anna: User) -> None:
    outcomes = at_once(*[lambda: plan_vacation(anna, NOW + DAY, NOW + 20 * DAY)] * 3)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == [
        "Vacation",
        "VacationsOverlap",
        "VacationsOverlap",
    ]


def test_a_turn_that_begins_while_vacation_is_planned_gets_it(anna: User, bob: User) -> None:
    for _time in range(10):
        match, begin = a_match(bob, anna), timezone.now() + DAY
        text = legal_move(match)
        at_once(partial(play_move, match.pk, bob, 1, text), partial(plan_vacation, anna, begin, begin + 7 * DAY))
        begun = find_match(match.pk).moved_at
        assert deadline(match) == begun + THREE_DAYS + 7 * DAY
        Vacation.objects.all().delete()


def test_a_match_that_starts_while_vacation_is_planned_gets_it(anna: User, bob: User) -> None:
    for _time in range(10):
        begin = timezone.now() + DAY
        at_once(partial(a_match, anna, bob), partial(plan_vacation, anna, begin, begin + 7 * DAY))
        match = Match.objects.get()
        assert deadline(match) == match.started_at + THREE_DAYS + 7 * DAY
        Match.objects.all().delete()
        Vacation.objects.all().delete()
