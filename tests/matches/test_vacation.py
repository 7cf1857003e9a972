"""Nights and vacation in correspondence matches, with simulated time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db.models import F
from django.test import Client

from accounts.models import User
from games.catalogue import games
from games.matches.errors import NotEnoughVacation, TimeIsUp, VacationsOverlap
from games.matches.models import Match, Vacation
from games.matches.play.opening import start_match
from games.matches.play.services import end_overdue, find_match, play_move
from games.matches.play.vacation import VACATION_HOURS, cancel_vacation, hours_left, plan_vacation, set_night
from games.matches.time.control import DAY, HOUR, TimeControl
from games.rules import Seat
from tests.matches.conftest import legal_move, play_on

pytestmark = pytest.mark.sql

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)  # a Monday
THREE_DAYS = 3 * DAY


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the time; tests shift it."""
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


def a_match(first: User, second: User, *, vacation: bool = True) -> Match:
    """Return a match with three days per move that `first` begins."""
    terms = {
        "game_slug": "digifeud",
        "options": games()["digifeud"].options_type(),
    }
    return start_match(
        first=first, second=second, time_control=TimeControl.correspondence(days=3, vacation=vacation), **terms
    )


def sleeps(player: User, begins: int, ends: int, zone: str) -> None:
    """Set the player's night."""
    player.night_begins, player.night_ends, player.time_zone = begins, ends, zone
    player.save()


def deadline(match: Match) -> datetime:
    """Return the time at which the clock of the player to move runs out."""
    found = find_match(match.pk).deadline_at
    assert found
    return found


def test_a_night_of_eight_hours_makes_three_days_of_four_and_a_half(anna: User, bob: User, clock: object) -> None:
    sleeps(anna, 23, 7, "UTC")
    assert deadline(a_match(anna, bob)) == NOW + 4 * DAY + 12 * HOUR - 4 * HOUR  # 12:00 + 72 hours awake, 16 a day


def test_an_offer_may_exclude_the_night(anna: User, bob: User, clock: object) -> None:
    sleeps(anna, 23, 7, "UTC")
    assert deadline(a_match(anna, bob, vacation=False)) == NOW + THREE_DAYS


def test_the_night_is_that_of_who_is_to_move(anna: User, bob: User, clock: time_machine.Traveller) -> None:
    sleeps(bob, 23, 7, "Asia/Tokyo")
    match = a_match(anna, bob)
    assert deadline(match) == NOW + THREE_DAYS
    play_on(match, 1)
    assert deadline(match) == datetime(2026, 11, 21, 4, tzinfo=UTC)  # from 21:00 in Tokyo 2 + 4 x 16 + 6 hours


def test_another_time_zone_counts_from_the_next_turn_on(anna: User, bob: User, clock: time_machine.Traveller) -> None:
    sleeps(anna, 23, 7, "Europe/Berlin")
    match = a_match(anna, bob)
    before = deadline(match)
    sleeps(anna, 23, 7, "Asia/Tokyo")
    assert deadline(match) == before
    play_on(match, 2)
    assert deadline(match) == before + 8 * HOUR


def test_a_browser_in_another_zone_moves_no_deadline_that_runs(
    anna: User, bob: User, clock: time_machine.Traveller, signed_in: Callable[[User], Client]
) -> None:
    sleeps(anna, 23, 7, "")
    match, browser = a_match(anna, bob), signed_in(anna)
    before = deadline(match)
    browser.cookies["zone"] = "Asia/Tokyo"
    browser.get("/accounts/settings/")
    assert deadline(match) == before
    play_on(match, 2)
    anna.refresh_from_db()
    assert str(anna.zone) == "Asia/Tokyo"
    assert deadline(match) == datetime(2026, 11, 21, 4, tzinfo=UTC)  # by the night of Tokyo


def test_the_night_in_which_the_clocks_change(anna: User, bob: User, clock: time_machine.Traveller) -> None:
    clock.move_to(datetime(2027, 3, 26, 12, tzinfo=UTC))
    sleeps(anna, 23, 7, "Europe/Berlin")
    assert deadline(a_match(anna, bob)) == datetime(
        2027, 3, 30, 19, tzinfo=UTC
    )  # 21:00 in Berlin, an hour's night less


def test_planned_vacation_stop_every_clock_of_the_player_and_no_other(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    annas, strict = a_match(anna, bob), a_match(anna, bob, vacation=False)
    bobs = a_match(bob, anna)
    plan_vacation(anna, NOW + DAY, NOW + 8 * DAY)
    assert [deadline(match) - NOW for match in (annas, strict, bobs)] == [10 * DAY, THREE_DAYS, THREE_DAYS]
    clock.shift(4 * DAY)
    assert end_overdue() == 2 - 1  # bob has vacation left as well, and the strict match is lost
    assert find_match(annas.pk).finished_at is None


def test_a_turn_that_begins_in_vacation_begins_with_their_end(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    match = a_match(bob, anna)
    plan_vacation(anna, NOW + HOUR, NOW + 5 * DAY)
    clock.shift(2 * DAY)
    play_on(match, 1)
    assert deadline(match) == NOW + 8 * DAY


def test_who_is_off_may_move_all_the_same(anna: User, bob: User, clock: time_machine.Traveller) -> None:
    match = a_match(anna, bob)
    plan_vacation(anna, NOW, NOW + 5 * DAY)
    clock.shift(DAY)
    assert play_on(match, 1).ply == 1


def test_vacation_are_taken_back_before_and_after_they_begin(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    match = a_match(anna, bob)
    early, late = plan_vacation(anna, NOW + DAY, NOW + 8 * DAY), plan_vacation(anna, NOW + 9 * DAY, NOW + 10 * DAY)
    assert deadline(match) == NOW + 11 * DAY
    cancel_vacation(anna, late.pk, NOW)
    assert deadline(match) == NOW + 10 * DAY
    clock.shift(3 * DAY + timedelta(minutes=30))
    cancel_vacation(anna, early.pk, NOW + 3 * DAY + timedelta(minutes=30))
    assert deadline(match) == NOW + 5 * DAY + HOUR
    assert hours_left(anna, 2026) == VACATION_HOURS - 2 * 24 - 1


def test_no_one_takes_back_what_another_planned(anna: User, bob: User) -> None:
    vacation = plan_vacation(anna, NOW + DAY, NOW + 2 * DAY)
    cancel_vacation(bob, vacation.pk, NOW)
    assert Vacation.objects.filter(pk=vacation.pk).exists()


def test_there_are_thirty_days_in_a_year_and_none_twice(anna: User) -> None:
    plan_vacation(anna, NOW + DAY, NOW + 20 * DAY)
    with pytest.raises(VacationsOverlap):
        plan_vacation(anna, NOW + 19 * DAY, NOW + 22 * DAY)
    with pytest.raises(NotEnoughVacation):
        plan_vacation(anna, NOW + 20 * DAY, NOW + 32 * DAY)
    plan_vacation(anna, datetime(2026, 12, 29, tzinfo=UTC), datetime(2027, 1, 20, tzinfo=UTC))
    assert [hours_left(anna, year) for year in (2026, 2027)] == [VACATION_HOURS - 22 * 24, VACATION_HOURS - 19 * 24]


@pytest.mark.parametrize("year", [2026, 2027])
def test_a_vacation_over_new_year_counts_in_both_years(anna: User, clock: object, year: int) -> None:
    spring, new_year = datetime(2027, 3, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)
    begin = NOW + DAY if year == 2026 else spring
    plan_vacation(anna, begin, begin + 28 * DAY)  # two of thirty days are left
    for before, after in ((1, 3), (3, 1), (3, 3)):
        if (before, after)[year - 2026] > 2:
            with pytest.raises(NotEnoughVacation):
                plan_vacation(anna, new_year - before * DAY, new_year + after * DAY)
    plan_vacation(anna, new_year - 2 * DAY, new_year + 2 * DAY)
    assert hours_left(anna, year) == 0


def test_an_hour_is_taken_when_the_time_would_run_out_and_saves_every_match(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    one, two = a_match(anna, bob), a_match(anna, bob)
    clock.shift(THREE_DAYS)
    assert (end_overdue(), end_overdue()) == (0, 0)
    assert [deadline(match) for match in (one, two)] == [NOW + THREE_DAYS + HOUR] * 2
    assert hours_left(anna, 2026) == VACATION_HOURS - 1
    clock.shift(HOUR)
    end_overdue()
    assert hours_left(anna, 2026) == VACATION_HOURS - 2
    assert Vacation.objects.count() == 1
    assert play_on(one, 1).ply == 1


def test_an_hour_that_is_taken_ends_where_a_planned_vacation_begins(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    match = a_match(anna, bob)
    begin = NOW + THREE_DAYS + HOUR / 2
    plan_vacation(anna, begin, begin + DAY)
    clock.shift(THREE_DAYS)
    assert end_overdue() == 0
    taken = Vacation.objects.get(planned=False)
    assert (taken.begins_at, taken.ends_at) == (NOW + THREE_DAYS, begin)
    assert find_match(match.pk).first_vacation_spent == HOUR / 2
    assert deadline(match) == begin + DAY
    assert hours_left(anna, 2026) == VACATION_HOURS - 25
    clock.move_to(begin + DAY)
    assert end_overdue() == 0
    assert deadline(match) == begin + DAY + HOUR


def test_a_match_that_allows_no_vacation_is_lost(anna: User, bob: User, clock: time_machine.Traveller) -> None:
    match = play_on(a_match(anna, bob, vacation=False), 2)
    clock.shift(THREE_DAYS)
    assert end_overdue() == 1
    assert find_match(match.pk).winner == Seat.SECOND
    assert hours_left(anna, 2026) == VACATION_HOURS


def test_when_all_vacation_are_gone_the_match_is_lost(anna: User, bob: User, clock: time_machine.Traveller) -> None:
    plan_vacation(anna, NOW - 30 * DAY, NOW)
    match = play_on(a_match(anna, bob), 2)
    clock.shift(THREE_DAYS)
    with pytest.raises(TimeIsUp):
        play_move(match.pk, anna, 3, legal_move(match))
    assert find_match(match.pk).winner == Seat.SECOND


def test_a_move_a_moment_late_takes_its_hour_without_any_clock_process(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    match = a_match(anna, bob)
    clock.shift(THREE_DAYS + timedelta(minutes=5))
    assert play_on(match, 1).ply == 1
    assert hours_left(anna, 2026) == VACATION_HOURS - 1


def test_an_hour_that_ends_at_night_lasts_until_the_morning(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    match = a_match(anna, bob)
    sleeps(anna, 13, 20, "UTC")
    clock.shift(THREE_DAYS)
    end_overdue()
    assert deadline(match) == NOW + THREE_DAYS + 8 * HOUR
    assert hours_left(anna, 2026) == VACATION_HOURS - 1


def sweep(clock: time_machine.Traveller, until: datetime) -> None:
    """Advance the time in steps of half an hour, with a sweep after each at which a match is due."""
    end_overdue()
    while datetime.now(UTC) < until:
        clock.shift(HOUR / 2)
        if Match.objects.filter(finished_at=None, deadline_at__lte=datetime.now(UTC)).exists():
            end_overdue()
    assert end_overdue() == 0


def test_an_untouched_match_of_72_hours_is_over_after_120(anna: User, bob: User, clock: time_machine.Traveller) -> None:
    match = a_match(anna, bob)
    sweep(clock, NOW + 119 * HOUR)
    assert find_match(match.pk).finished_at is None
    sweep(clock, NOW + 130 * HOUR)
    ended = find_match(match.pk)
    assert (ended.finished_at, ended.ending) == (NOW + 120 * HOUR, Match.Ending.ABORTED)
    assert hours_left(anna, 2026) == VACATION_HOURS - 48


def test_the_48_hours_are_those_of_a_player_in_a_match_and_come_from_all_turns(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    match = a_match(anna, bob)
    sweep(clock, NOW + 100 * HOUR)
    match = play_on(match, 1)
    assert (match.first_vacation_spent, match.second_vacation_spent) == (29 * HOUR, timedelta(0))
    sweep(clock, NOW + 110 * HOUR)
    match = play_on(match, 1)
    sweep(clock, NOW + (110 + 72 + 18) * HOUR)
    assert find_match(match.pk).finished_at is None
    sweep(clock, NOW + (110 + 72 + 20) * HOUR)
    ended = find_match(match.pk)
    assert (ended.winner, ended.finished_at) == (Seat.SECOND, NOW + (110 + 72 + 19) * HOUR)
    assert ended.first_vacation_spent == 48 * HOUR


def test_hours_taken_for_another_match_count_where_they_moved_the_deadline(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    early = play_on(a_match(anna, bob), 2)
    clock.shift(20 * timedelta(minutes=1))
    late = play_on(a_match(anna, bob), 2)
    sweep(clock, NOW + 72 * HOUR + 20 * timedelta(minutes=1))
    assert deadline(late) == deadline(early) == NOW + 73 * HOUR
    assert find_match(late.pk).first_vacation_spent == 40 * timedelta(minutes=1)
    sweep(clock, NOW + 130 * HOUR)
    ends = [find_match(match.pk).finished_at for match in (early, late)]
    assert [find_match(match.pk).first_vacation_spent for match in (early, late)] == [48 * HOUR] * 2
    assert all(end and end <= NOW + 121 * HOUR for end in ends)
    assert hours_left(anna, 2026) >= VACATION_HOURS - 49


def test_planned_vacation_and_nights_stay_as_agreed_when_the_48_hours_are_used(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    sleeps(anna, 23, 7, "UTC")
    match = a_match(anna, bob)
    Match.objects.filter(pk=match.pk).update(first_vacation_spent=48 * HOUR)
    ends = deadline(match)
    plan_vacation(anna, NOW + DAY, NOW + 8 * DAY)
    assert deadline(match) == ends + 7 * DAY
    sweep(clock, ends + 7 * DAY - HOUR)
    assert find_match(match.pk).finished_at is None
    sweep(clock, ends + 7 * DAY + HOUR)
    assert find_match(match.pk).finished_at == ends + 7 * DAY
    assert hours_left(anna, 2026) == VACATION_HOURS - 7 * 24


def test_nights_chosen_again_and_again_delay_a_loss_by_48_hours(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    match = play_on(a_match(anna, bob), 2)
    clock.move_to(deadline(match) - HOUR)
    while find_match(match.pk).finished_at is None and datetime.now(UTC) < NOW + 10 * DAY:
        now = datetime.now(UTC)
        set_night(anna, time_zone="UTC", night_begins=now.hour, night_ends=(now.hour + 10) % 24)
        clock.move_to(deadline(match))
        end_overdue()
    lost = find_match(match.pk)
    assert (lost.first_vacation_spent, lost.winner) == (48 * HOUR, Seat.SECOND)
    assert lost.finished_at
    assert lost.finished_at <= NOW + THREE_DAYS + 58 * HOUR


def test_who_lives_on_hours_off_may_plan_a_vacation_for_today(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    match = a_match(anna, bob)
    clock.shift(THREE_DAYS + HOUR / 2)
    end_overdue()
    Vacation.objects.update(ends_at=F("ends_at") + HOUR / 2)
    taken = Vacation.objects.get()
    planned = plan_vacation(anna, NOW + THREE_DAYS + HOUR, NOW + THREE_DAYS + DAY)
    assert (planned.begins_at, planned.ends_at) == (taken.ends_at, NOW + THREE_DAYS + DAY)
    assert deadline(match) == NOW + THREE_DAYS + HOUR


def test_a_turn_that_begins_in_an_hour_off_has_its_own_time(
    anna: User, bob: User, clock: time_machine.Traveller
) -> None:
    a_match(anna, bob)
    clock.shift(THREE_DAYS)
    end_overdue()
    assert deadline(a_match(anna, bob)) == NOW + 2 * THREE_DAYS  # vacation is taken only when the time would run out


def test_the_match_page_tells_the_limit(match: Match, anna: User) -> None:
    Match.objects.filter(pk=match.pk).update(rests=True)
    page = Client().get(f"/matches/{match.pk}/").content.decode()
    assert "clocks pause at night and on vacation (unplanned: at most 48\N{NO-BREAK SPACE}hours per player)" in page


def test_the_settings_tell_the_limit(anna: User) -> None:
    browser = Client()
    browser.force_login(anna)
    assert "at most 48\N{NO-BREAK SPACE}hours per match" in browser.get("/accounts/settings/").content.decode()
