"""The detection of turns, each once; and reminders at half the time, a fifth of it, and two hours."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import permutations

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.sweeps import Rounds
from games.jobs.models import Job
from games.matches.models import Match
from games.matches.services import find_match
from games.matches.time import attendance
from games.matches.time.control import TimeControl
from games.notifications import detection
from games.notifications.detection import notify_reminders
from games.notifications.models import Delivery, Device, Event, Notification
from games.notifications.services import mark_match_seen, notify_all
from games.rules import Seat
from tests.matches.conftest import play_on
from tests.notifications.conftest import PushService, begin, notify_turns

pytestmark = pytest.mark.sql


def told(event: Event) -> list[tuple[str, int | None, str]]:
    rows = Notification.objects.filter(event=event).order_by("pk")
    return [(row.user.username, row.ply, row.mark) for row in rows.select_related("user")]


def test_whose_turn_it_is_is_told_once(match: Match) -> None:
    assert notify_turns(recent=True) == 1
    assert notify_turns(recent=True) == notify_turns() == 0
    play_on(match, 1)
    assert notify_turns(recent=True) == 1
    assert told(Event.TURN) == [("anna", 0, ""), ("bob", 1, "")]


def test_a_turn_made_while_no_clock_ran_is_found(match: Match) -> None:
    play_on(match, 1)
    Match.objects.update(moved_at=timezone.now() - timedelta(hours=9))
    assert notify_turns(recent=True) == 0
    assert notify_turns() == 1


def test_no_one_is_told_of_what_is_over_or_not_theirs_to_know(anna: User, bob: User, carl: User) -> None:
    begin(anna, bob, finished_at=timezone.now())
    begin(carl, bob)
    User.objects.filter(pk=carl.pk).update(is_computer=True)
    begin(carl, bob, game_slug="a game that went")
    assert notify_turns() == 0


def test_in_a_live_match_only_the_first_turn_is_told(anna: User, bob: User) -> None:
    live = begin(anna, bob, time_control=TimeControl.live(minutes=10, increment=10))
    for seat in Seat:
        attendance.arrive(find_match(live.pk), seat)
    assert notify_turns() == 1
    play_on(live, 2)
    assert notify_turns() == 0
    assert notify_reminders(timezone.now() + timedelta(minutes=9)) == 0


@pytest.mark.django_db(transaction=True)
def test_four_clocks_tell_of_a_turn_once(match: Match, at_once: Callable[..., list[object]]) -> None:
    begin(match.second, match.first)
    assert sum(int(str(made)) for made in at_once(notify_turns, 4)) == 2
    assert sorted(name for name, _ply, _mark in told(Event.TURN)) == ["anna", "bob"]


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
    assert mark not in [mark for _name, _ply, mark in told(Event.REMINDER)]
    notify_reminders(moment)
    assert told(Event.REMINDER)[-1] == ("anna", 0, mark)


def test_each_comes_once_a_turn(match: Match) -> None:
    hours = [40, 30, 20, 14, 10, 3, 2, 1]
    made = [notify_reminders(deadline(match) - timedelta(hours=left)) for left in hours for _clock in range(2)]
    assert made == [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    play_on(match, 1)
    assert notify_reminders(deadline(match) - timedelta(hours=30)) == 1
    assert told(Event.REMINDER)[-1] == ("bob", 1, "half")


@pytest.mark.parametrize("lefts", list(permutations([40, 20, 10, 1])))
def test_a_deadline_that_moves_brings_no_reminder_twice_and_none_that_is_less_urgent(
    match: Match, lefts: tuple[int, ...]
) -> None:
    """Given time, vacation and downtimes move it; whatever is left, who knows that it is urgent is told no less."""
    now, expected, least = match.started_at + timedelta(hours=1), list[str](), 40
    for left in lefts:
        Match.objects.update(deadline_at=now + timedelta(hours=left))
        notify_reminders(now)
        if left < least:
            expected.append({20: "half", 10: "fifth", 1: "two_hours"}[left])
            least = left
    assert [mark for _name, _ply, mark in told(Event.REMINDER)] == expected


def test_after_a_night_without_a_clock_only_the_most_urgent_comes(match: Match) -> None:
    assert notify_reminders(deadline(match) - timedelta(hours=1)) == 1
    assert notify_reminders(deadline(match) - timedelta(minutes=50)) == 0
    assert told(Event.REMINDER) == [("anna", 0, "two_hours")]


def test_more_time_brings_the_reminder_later(match: Match) -> None:
    Match.objects.update(deadline_at=match.started_at + timedelta(days=10))
    assert notify_reminders(match.started_at + timedelta(days=2)) == 0


def test_nothing_comes_after_the_deadline(match: Match) -> None:
    assert notify_reminders(deadline(match) + timedelta(minutes=1)) == 0


def test_a_turn_that_is_answered_within_half_a_minute_is_not_told(match: Match) -> None:
    assert detection.notify_turns(match.moved_at + timedelta(seconds=29)) == 0
    play_on(match, 1)
    assert notify_turns() == 1
    assert told(Event.TURN) == [("bob", 1, "")]


def test_a_turn_that_is_viewed_is_seen_at_once_and_nothing_is_sent(
    match: Match, anna: User, annas_address: str, push_service: PushService
) -> None:
    push_service.device(anna)
    mark_match_seen(anna, match.pk)
    assert notify_turns() == 1
    assert Notification.objects.get().seen_at
    assert set(Delivery.objects.values_list("channel", "status")) == {("push", "seen"), ("mail", "seen")}
    assert not Job.objects.exists()


def test_a_match_that_was_viewed_before_the_move_is_not_seen(match: Match, anna: User, bob: User) -> None:
    mark_match_seen(bob, match.pk)
    play_on(match, 1)
    notify_turns()
    assert Notification.objects.get(user=bob).seen_at is None


def test_every_match_is_reached_part_by_part(
    anna: User, bob: User, carl: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detection, "_turn_rounds", Rounds("-moved_at", 2))
    monkeypatch.setattr(detection, "_reminder_rounds", Rounds("deadline_at", 2))
    matches = [begin(anna, other) for other in (bob, carl, bob, carl, bob)]
    assert [notify_turns() for _call in range(4)] == [2, 2, 1, 0]
    late = deadline(matches[0]) - timedelta(hours=30)
    assert [notify_reminders(late) for _call in range(4)] == [2, 2, 1, 0]
    begin(carl, anna)
    assert sum(notify_turns() for _call in range(4)) == 1


@pytest.mark.parametrize(
    "work", [notify_turns, lambda: notify_reminders(timezone.now() + timedelta(hours=70, minutes=30))]
)
def test_many_cost_as_many_queries_as_few(anna: User, bob: User, work: Callable[[], int]) -> None:
    """33 matches of as many players, each with an address and a browser; SQLite takes no more at once."""
    counts = []
    for many in (3, 30):
        for number in range(many):
            player = User.objects.create_user(f"player{many}{number}")
            EmailAddress.objects.create(user=player, email=f"{player.username}@example.org", verified=True)
            Device.objects.create(user=player, endpoint=f"https://push.example.org/{player.pk}")
            begin(player, bob)
        with CaptureQueriesContext(connection) as queries:
            assert work() == many
        counts.append([query["sql"].split()[0] for query in queries])
    assert counts[0] == counts[1]
    assert len(counts[1]) < 25
    assert Delivery.objects.count() == 2 * 33
    assert Job.objects.filter(kind__startswith="notifications.").count() == 2 * 33


@pytest.mark.django_db(transaction=True)
def test_many_are_written_in_short_transactions(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detection, "BATCH", 2)
    for _match in range(5):
        begin(anna, bob)
    with CaptureQueriesContext(connection) as queries:
        assert notify_turns() == 5
    assert [query["sql"] for query in queries].count("COMMIT") == 3


def test_one_that_another_scheduler_has_just_made_stops_no_other(match: Match, anna: User, bob: User) -> None:
    notifications = [
        Notification(user=player, event=Event.TURN, key=key, match=match, ply=0, made_at=timezone.now())
        for player, key in ((anna, "a"), (bob, "b"), (bob, "c"))
    ]
    Notification.objects.create(user=bob, event=Event.TURN, key="b", made_at=timezone.now())
    assert notify_all(notifications) == 2
    assert sorted(Notification.objects.values_list("user__username", "key")) == [
        ("anna", "a"), ("bob", "b"), ("bob", "c"),
    ]  # fmt: skip


def deadline(match: Match) -> datetime:
    moment = Match.objects.get(pk=match.pk).deadline_at
    assert moment
    return moment
