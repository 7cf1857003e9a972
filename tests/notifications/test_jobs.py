"""The jobs of turns: each turn is told once, with reminders at half the time, a fifth of it, and two hours."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import permutations

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.jobs.models import Job
from games.matches.hooks import TURNS
from games.matches.models import Match
from games.matches.play import requests
from games.matches.play.services import find_match
from games.matches.play.vacation import cancel_vacation, plan_vacation
from games.matches.time.control import TimeControl
from games.notifications.jobs import ANSWERED, OVERDUE, TURN
from games.notifications.models import Delivery, Device, Notification
from games.notifications.services import mark_match_seen, notify_all
from games.rules import Seat
from tests.jobs.running import run_due
from tests.matches.conftest import play_on
from tests.notifications.conftest import PushService, begin, look_again, notify_reminders, notify_turns
from tests.sizes import examples

pytestmark = pytest.mark.sql


def told(event: str) -> list[tuple[str, int | None, str]]:
    rows = Notification.objects.filter(event=event).order_by("pk")
    return [(row.user.username, row.ply, row.mark) for row in rows.select_related("user")]


def test_whose_turn_it_is_is_told_once(match: Match) -> None:
    assert notify_turns() == 1
    assert notify_turns() == 0
    look_again()
    assert notify_turns() == 0
    play_on(match, 1)
    assert notify_turns() == 1
    assert told("turn") == [("anna", 0, ""), ("bob", 1, "")]


def test_a_turn_whose_job_waits_for_the_turn_before_is_told_in_its_own_time(match: Match) -> None:
    """Anna moves ten seconds after the match began: bob is told half a minute after that, and she never."""
    with time_machine.travel(match.started_at + timedelta(seconds=10), tick=False):
        play_on(match, 1)
    assert notify_turns(match.started_at + timedelta(seconds=5)) == 0
    assert notify_turns(match.started_at + timedelta(seconds=11)) == 1
    assert told("turn") == [("bob", 1, "")]


def test_a_turn_made_while_no_clock_ran_is_found(match: Match) -> None:
    play_on(match, 1)
    assert notify_turns(timezone.now() + timedelta(hours=9)) == 1


def test_no_one_is_told_of_what_is_over_or_not_theirs_to_know(anna: User, bob: User, carl: User) -> None:
    begin(anna, bob, finished_at=timezone.now())
    begin(carl, bob)
    User.objects.filter(pk=carl.pk).update(is_computer=True)
    begin(anna, bob, game_slug="a game that went")
    assert notify_turns() == 0
    assert not Job.objects.exists()


def test_in_a_live_match_only_the_first_turn_is_told(anna: User, bob: User) -> None:
    live = begin(anna, bob, time_control=TimeControl.live(minutes=10, increment=10))
    for seat in Seat:
        requests.arrive(find_match(live.pk), seat)
    assert notify_turns() == 1
    play_on(live, 2)
    assert not Job.objects.filter(kind=TURN).exists()


@pytest.mark.django_db(transaction=True)
def test_four_clocks_tell_of_a_turn_once(match: Match, at_once: Callable[..., list[object]]) -> None:
    begin(match.second, match.first)
    Match.objects.update(moved_at=timezone.now() - ANSWERED)
    look_again()
    assert sum(int(str(runs)) for runs in at_once(lambda: run_due(TURNS), 4)) == 2
    assert sorted(name for name, _ply, _mark in told("turn")) == ["anna", "bob"]


@pytest.mark.parametrize(
    ("days", "hours_left", "mark"),
    [
        (3, 36, "half"), (3, 14.4, "fifth"), (3, 2, "two_hours"),
        (1, 12, "half"), (1, 4.8, "fifth"), (1, 2, "two_hours"),
        (14, 168, "half"), (14, 67.2, "fifth"), (14, 2, "two_hours"),
    ],
)  # fmt: skip
def test_a_reminder_comes_when_so_much_is_left(anna: User, bob: User, days: int, hours_left: float, mark: str) -> None:
    match = begin(anna, bob, time_control=TimeControl.correspondence(days=days))
    moment = deadline(match) - timedelta(hours=hours_left)
    notify_reminders(moment - timedelta(seconds=1))
    assert mark not in [mark for _name, _ply, mark in told("reminder")]
    notify_reminders(moment)
    assert told("reminder")[-1] == ("anna", 0, mark)


def test_each_comes_once_a_turn(match: Match) -> None:
    hours = [40, 30, 20, 14, 10, 3, 2, 1]
    made = [notify_reminders(deadline(match) - timedelta(hours=left)) for left in hours for _clock in range(2)]
    assert made == [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    play_on(match, 1)
    assert notify_reminders(deadline(match) - timedelta(hours=30)) == 1
    assert told("reminder")[-1] == ("bob", 1, "half")


@pytest.mark.parametrize("lefts", list(permutations([40, 20, 10, 1]))[:: examples(4, 1)])
def test_a_deadline_that_moves_brings_no_reminder_twice_and_none_that_is_less_urgent(
    match: Match, lefts: tuple[int, ...]
) -> None:
    """Given time, vacation and downtimes move it; whatever is left, who knows that it is urgent is told no less."""
    now, expected, least = match.started_at + timedelta(hours=1), list[str](), 40
    for left in lefts:
        Match.objects.update(deadline_at=now + timedelta(hours=left))
        look_again()
        notify_reminders(now)
        if left < least:
            expected.append({20: "half", 10: "fifth", 1: "two_hours"}[left])
            least = left
    assert [mark for _name, _ply, mark in told("reminder")] == expected


def test_after_a_night_without_a_clock_only_the_most_urgent_comes(match: Match) -> None:
    assert notify_reminders(deadline(match) - timedelta(hours=1)) == 1
    assert notify_reminders(deadline(match) - timedelta(minutes=50)) == 0
    assert told("reminder") == [("anna", 0, "two_hours")]


def test_more_time_brings_the_reminder_later(match: Match) -> None:
    notify_turns()
    Match.objects.update(deadline_at=match.started_at + timedelta(days=10))
    assert notify_reminders(match.started_at + timedelta(days=2)) == 0
    assert notify_reminders(match.started_at + timedelta(days=8, hours=13)) == 1


def test_a_deadline_that_comes_nearer_brings_the_reminder_earlier(anna: User, bob: User) -> None:
    """Anna's vacation has postponed her deadline, and is cancelled."""
    match = begin(anna, bob, time_control=TimeControl.correspondence(days=3, vacation=True))
    now = timezone.now()
    away = plan_vacation(anna, now + timedelta(hours=1), now + timedelta(days=10))
    notify_turns()
    assert notify_reminders(now + timedelta(hours=1)) == 0
    cancel_vacation(anna, away.pk, now)
    assert notify_reminders(deadline(match) - timedelta(hours=35)) == 1


def test_nothing_comes_after_the_deadline(match: Match) -> None:
    late = deadline(match) + timedelta(minutes=1)
    assert notify_reminders(late) == 0
    assert Job.objects.get(kind=TURN).due_at == late + OVERDUE  # a vacation may extend the turn meanwhile


def test_a_turn_that_is_answered_within_half_a_minute_is_not_told(match: Match) -> None:
    assert notify_turns(match.moved_at - timedelta(seconds=1)) == 0
    play_on(match, 1)
    assert notify_turns() == 1
    assert told("turn") == [("bob", 1, "")]


def test_a_turn_that_is_viewed_is_seen_at_once_and_nothing_is_sent(
    match: Match, anna: User, annas_address: str, push_service: PushService
) -> None:
    push_service.device(anna)
    mark_match_seen(anna, match.pk)
    assert notify_turns() == 1
    assert Notification.objects.get().seen_at
    assert set(Delivery.objects.values_list("channel", "status")) == {("push", "seen"), ("mail", "seen")}
    assert list(Job.objects.values_list("kind", flat=True)) == [TURN]


def test_a_match_that_was_viewed_before_the_move_is_not_seen(match: Match, anna: User, bob: User) -> None:
    mark_match_seen(bob, match.pk)
    play_on(match, 1)
    notify_turns()
    assert Notification.objects.get(user=bob).seen_at is None


@pytest.mark.parametrize("event", ["turn", "reminder"])
def test_many_cost_as_many_queries_as_few(bob: User, event: str) -> None:
    """33 matches of as many players, each with an address and a browser; SQLite takes no more at once."""
    counts = []
    for many in (3, 30):
        for number in range(many):
            player = User.objects.create_user(f"player{many}{number}")
            EmailAddress.objects.create(user=player, email=f"{player.username}@example.org", verified=True)
            Device.objects.create(user=player, endpoint=f"https://push.example.org/{player.pk}")
            begin(player, bob)
        if event == "reminder":
            notify_turns()
        look_again()
        with CaptureQueriesContext(connection) as queries:
            late = timezone.now() + timedelta(hours=70, minutes=30)
            assert (notify_turns() if event == "turn" else notify_reminders(late)) == many
        # One statement for many rows is logged as so many "times:" it.
        counts.append([query["sql"].rpartition(" times: ")[2].split()[0] for query in queries])
    assert counts[0] == counts[1]
    assert len(counts[1]) < 35
    deliveries = Delivery.objects.filter(event=event)
    assert deliveries.count() == 2 * 33
    keys = [str(key) for key in deliveries.values_list("pk", flat=True)]
    assert Job.objects.filter(kind__startswith="notifications.", key__in=keys).count() == 2 * 33


def test_one_that_another_scheduler_has_just_made_stops_no_other(match: Match, anna: User, bob: User) -> None:
    notifications = [
        Notification(user=player, event="turn", key=key, match=match, ply=0, made_at=timezone.now())
        for player, key in ((anna, "a"), (bob, "b"), (bob, "c"))
    ]
    Notification.objects.create(user=bob, event="turn", key="b", made_at=timezone.now())
    assert notify_all(notifications) == 2
    assert sorted(Notification.objects.values_list("user__username", "key")) == [
        ("anna", "a"), ("bob", "b"), ("bob", "c"),
    ]  # fmt: skip


def deadline(match: Match) -> datetime:
    moment = Match.objects.get(pk=match.pk).deadline_at
    assert moment
    return moment
