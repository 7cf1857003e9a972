"""The outbox: deliveries are sent once, retried when they fail, and block no request."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from smtplib import SMTPServerDisconnected

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.matches import scheduler
from games.matches.models import Match
from games.matches.services import play_move
from games.notifications import mail as mailing
from games.notifications import outbox
from games.notifications.detection import notify_reminders, notify_turns
from games.notifications.models import Channel, Delivery, Event, Notification
from games.notifications.relevance import register_check
from games.notifications.services import mark_match_seen, send_test, tell_challenge, tell_end
from tests.jobs.running import run_jobs
from tests.matches.conftest import legal_move
from tests.moves import first_move, given_up
from tests.notifications.conftest import PushService, begin

Status = Delivery.Status


def after(**time: float) -> datetime:
    return timezone.now() + timedelta(**time)


def fates(channel: str) -> list[str]:
    return list(Delivery.objects.filter(channel=channel).order_by("pk").values_list("status", flat=True))


def test_a_turn_nobody_saw_within_half_an_hour_is_one_mail_with_all(
    anna: User, bob: User, carl: User, annas_address: str
) -> None:
    for other in (bob, carl, bob):
        begin(anna, other)
    begin(bob, anna)
    notify_turns()
    assert outbox.send_due(after(minutes=29)) == 0
    assert outbox.send_due(after(minutes=31)) == 3
    [letter] = mail.outbox
    assert letter.subject == "[Numgames] 3 turns wait for you"
    assert letter.body.count("Digifeud against bob") == 2
    assert letter.body.count("Digifeud against carl") == 1
    assert fates("mail") == ["sent", "sent", "sent"]


def test_a_turn_that_was_seen_is_no_mail(match: Match, anna: User, annas_address: str) -> None:
    notify_turns()
    mark_match_seen(anna, match.pk)
    outbox.send_due(after(minutes=31))
    assert mail.outbox == []
    assert fates("mail") == ["seen"]


def test_a_turn_that_was_made_is_no_mail(match: Match, anna: User, annas_address: str) -> None:
    notify_turns()
    play_move(match.pk, anna, 1, legal_move(match))
    outbox.send_due(after(minutes=31))
    assert fates("mail") == ["stale"]


def test_more_turns_while_one_is_away_wait_for_the_next_mail(
    match: Match, anna: User, bob: User, annas_address: str
) -> None:
    notify_turns()
    outbox.send_due(after(minutes=31))
    begin(anna, bob)
    notify_turns(after(minutes=40))
    outbox.send_due(after(hours=2))
    assert len(mail.outbox) == 1
    outbox.send_due(after(hours=5))
    assert len(mail.outbox) == 2
    assert mail.outbox[1].subject == "[Numgames] 2 turns wait for you"


def test_who_was_here_meanwhile_does_not_wait_so_long(match: Match, anna: User, bob: User, annas_address: str) -> None:
    notify_turns()
    outbox.send_due(after(minutes=31))
    User.objects.filter(pk=anna.pk).update(seen_at=after(minutes=35))
    begin(anna, bob)
    notify_turns(after(minutes=40))
    outbox.send_due(after(minutes=71))
    assert len(mail.outbox) == 2


def test_a_reminder_comes_though_the_turn_was_seen_long_ago(match: Match, anna: User, annas_address: str) -> None:
    notify_turns()
    mark_match_seen(anna, match.pk)
    half = match.started_at + timedelta(hours=37)
    notify_reminders(half)
    outbox.send_due(half)
    [letter] = mail.outbox
    assert letter.subject == "[Numgames] 1\xa0day, 11\xa0hours left against bob"


def test_no_reminder_to_who_has_just_looked(match: Match, anna: User, annas_address: str) -> None:
    notify_turns()
    half = match.started_at + timedelta(hours=37)
    notify_reminders(half)
    Notification.objects.filter(event=Event.TURN).update(seen_at=half - timedelta(minutes=20))
    outbox.send_due(half)
    assert mail.outbox == []
    assert fates("mail")[-1] == "seen"


def test_a_challenge_that_was_taken_back_is_not_told(anna: User, bob: User, annas_address: str) -> None:
    tell_challenge(anna, bob, "no such offer", "digifeud")
    outbox.send_due(after(minutes=6))
    assert fates("mail") == ["stale"]


def test_the_end_is_told_once_and_not_to_who_resigned(
    match: Match, anna: User, bob: User, push_service: PushService
) -> None:
    for player in (anna, bob):
        push_service.device(player, player.pk)
    over = given_up(match, anna)
    run_jobs()
    tell_end(over)
    outbox.send_due(after(minutes=2))
    assert [words["body"] for words in push_service.heard] == ["Digifeud: you won!"]


@pytest.mark.django_db(transaction=True)
def test_four_processes_tell_the_end_once(match: Match, at_once: Callable[..., list[object]]) -> None:
    at_once(lambda: tell_end(match), 4)
    assert Notification.objects.filter(event=Event.OVER).count() == 2


@pytest.mark.django_db(transaction=True)
def test_four_threads_send_each_once(
    anna: User, bob: User, annas_address: str, push_service: PushService, at_once: Callable[..., list[object]]
) -> None:
    push_service.device(anna)
    for _match in range(6):
        begin(anna, bob)
    notify_turns()
    later = after(minutes=31)
    at_once(lambda: outbox.send_due(later), 4)
    assert len(push_service.heard) == 6
    assert len(mail.outbox) == 1
    assert set(Delivery.objects.values_list("status", "tries")) == {("sent", 1)}


def test_who_dies_while_sending_loses_it_after_a_while(match: Match, annas_address: str) -> None:
    notify_turns()
    later = after(minutes=31)
    assert len(outbox.claim(later)) == 1
    assert outbox.send_due(later + timedelta(minutes=4)) == 0
    assert outbox.send_due(later + timedelta(minutes=6)) == 1
    assert fates("mail") == ["sent"]


def test_what_fails_is_tried_again_each_time_later(
    anna: User, annas_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*args: object, **kwargs: object) -> None:
        raise SMTPServerDisconnected("gone fishing")

    send_test(anna)
    monkeypatch.setattr("django.core.mail.EmailMessage.send", down)
    now = after(seconds=1)
    pauses = []
    for _try in range(5):
        assert outbox.send_due(now) > 0
        one = Delivery.objects.get(channel=Channel.MAIL)
        pauses.append((one.due_at - now).total_seconds() / 60)
        now = one.due_at
    assert pauses[:4] == [1, 4, 16, 64]
    assert (one.status, one.reason, one.detail) == ("failed", "refused", "gone fishing")
    assert outbox.send_due(after(days=9)) == 0


def test_quiet_hours_go_by_the_browsers_zone(match: Match, anna: User, annas_address: str) -> None:
    User.objects.filter(pk=anna.pk).update(last_zone="Europe/Amsterdam")
    now = datetime(2027, 1, 10, 22, 30, tzinfo=UTC)  # half past eleven in Amsterdam
    notify_turns()
    quiet(anna, "23:00", "07:00")
    Delivery.objects.update(due_at=now)
    outbox.send_due(now)
    assert Delivery.objects.get().due_at == datetime(2027, 1, 11, 6, tzinfo=UTC)


def test_quiet_hours_hold_it_back(match: Match, anna: User, annas_address: str) -> None:
    now = datetime(2027, 1, 10, 23, 30, tzinfo=timezone.get_default_timezone())
    notify_turns()
    quiet(anna, "23:00", "07:00")
    Delivery.objects.update(due_at=now)
    outbox.send_due(now)
    one = Delivery.objects.get()
    assert (one.status, one.reason, one.tries) == ("queued", "quiet", 0)
    assert one.due_at == datetime(2027, 1, 11, 7, tzinfo=timezone.get_default_timezone())
    assert outbox.send_due(one.due_at) == 1
    assert len(mail.outbox) == 1


def quiet(user: User, begin: str, end: str) -> None:
    from games.notifications.models import Preferences

    Preferences.objects.create(user=user, quiet_from=begin, quiet_to=end)


def test_a_fault_of_ours_stops_nobody_else(
    match: Match, anna: User, bob: User, annas_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    send_test(anna)
    monkeypatch.setattr(mailing, "send", lambda *args: 1 / 0)
    send_test(bob)
    outbox.send_due(after(seconds=1))
    assert dict(Delivery.objects.filter(channel="mail").values_list("user__username", "reason")) == {
        "anna": "fault",
        "bob": "no-address",
    }


@pytest.mark.django_db(transaction=True)
def test_a_slow_push_service_keeps_no_match_from_ending(
    match: Match, anna: User, push_service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    push_service.hold = threading.Event()
    push_service.device(anna)
    send_test(anna)
    match = first_move(match)
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now())
    began = time.monotonic()
    scheduler.tick(float("inf"))
    scheduler.sweep()
    assert time.monotonic() - began < 5
    assert Match.objects.get(pk=match.pk).ending == Match.Ending.TIME
    assert push_service.heard == []
    push_service.hold.set()
    for thread in threading.enumerate():
        if thread.name == "outbox":
            thread.join(30)
    assert len(push_service.heard) == 1


def test_an_empty_outbox_wakes_nobody(db: None) -> None:
    outbox.start_worker()
    assert "outbox" not in [thread.name for thread in threading.enumerate()]


def test_the_owner_of_an_event_is_asked_whether_it_stands(
    anna: User, bob: User, annas_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.notifications.relevance._checks", {})
    register_check("challenge", lambda key: key == "open")
    for key in ("open", "closed"):
        tell_challenge(anna, bob, key, "digifeud")
    outbox.send_due(after(minutes=6))
    assert fates("mail") == ["sent", "stale"]
