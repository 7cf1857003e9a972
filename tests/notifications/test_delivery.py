"""The outbox: deliveries are sent once, retried when they fail, and block no request."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from threading import Thread

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import block
from games.jobs.models import Job
from games.jobs.services import claim
from games.lobby.notices import tell_challenge
from games.matches.models import Match
from games.matches.play.services import end_overdue, play_move
from games.notifications.channels import mail as mail_channel
from games.notifications.channels.push import PushChannel
from games.notifications.delivery import LEASE
from games.notifications.models import Delivery, Notification
from games.notifications.services import mark_match_seen, send_test, tell_end
from games.social.following import mute
from games.social.services import say, switch
from tests.factors import give_factor
from tests.hooks import run_periodic_work
from tests.jobs.running import run_due, run_jobs
from tests.lobby.conftest import challenge_to
from tests.matches.conftest import legal_move
from tests.moves import first_move, given_up
from tests.notifications.conftest import PushService, begin, notify_reminders, notify_turns, send_due

pytestmark = pytest.mark.sql

Status = Delivery.Status


def after(**time: float) -> datetime:
    return timezone.now() + timedelta(**time)


def statuses(channel: str) -> list[str]:
    return list(Delivery.objects.filter(channel=channel).order_by("pk").values_list("status", flat=True))


def test_a_turn_no_one_saw_within_half_an_hour_is_one_mail_with_all(
    anna: User, bob: User, carl: User, annas_address: str
) -> None:
    for other in (bob, carl, bob):
        begin(anna, other)
    begin(bob, anna)
    notify_turns()
    assert send_due(after(minutes=29)) == 0
    assert send_due(after(minutes=31)) == 3
    [letter] = mail.outbox
    assert letter.subject == "[Numgames] It’s your turn in 3 matches"
    assert letter.body.count("Digifeud against bob") == 2
    assert letter.body.count("Digifeud against carl") == 1
    assert statuses("mail") == ["sent", "sent", "sent"]


def test_a_turn_that_was_seen_is_no_mail(match: Match, anna: User, annas_address: str) -> None:
    notify_turns()
    mark_match_seen(anna, match.pk)
    send_due(after(minutes=31))
    assert mail.outbox == []
    assert statuses("mail") == ["seen"]


def test_a_turn_that_was_made_is_no_mail(match: Match, anna: User, annas_address: str) -> None:
    notify_turns()
    play_move(match.pk, anna, 1, legal_move(match))
    send_due(after(minutes=31))
    assert statuses("mail") == ["stale"]


def test_more_turns_while_one_is_away_wait_for_the_next_mail(
    match: Match, anna: User, bob: User, annas_address: str
) -> None:
    notify_turns()
    send_due(after(minutes=31))
    begin(anna, bob)
    notify_turns(after(minutes=40))
    send_due(after(hours=2))
    assert len(mail.outbox) == 1
    send_due(after(hours=5))
    assert len(mail.outbox) == 2
    assert mail.outbox[1].subject == "[Numgames] It’s your turn in 2 matches"


def test_who_was_here_meanwhile_does_not_wait_so_long(match: Match, anna: User, bob: User, annas_address: str) -> None:
    notify_turns()
    send_due(after(minutes=31))
    User.objects.filter(pk=anna.pk).update(seen_at=after(minutes=35))
    begin(anna, bob)
    notify_turns(after(minutes=40))
    send_due(after(minutes=71))
    assert len(mail.outbox) == 2


def test_a_reminder_comes_though_the_turn_was_seen_long_ago(match: Match, anna: User, annas_address: str) -> None:
    notify_turns()
    mark_match_seen(anna, match.pk)
    half = match.started_at + timedelta(hours=37)
    notify_reminders(half)
    send_due(half)
    [letter] = mail.outbox
    assert letter.subject == "[Numgames] 1\xa0day, 11\xa0hours left against bob"


def test_no_reminder_to_who_has_just_looked(match: Match, anna: User, annas_address: str) -> None:
    notify_turns()
    half = match.started_at + timedelta(hours=37)
    notify_reminders(half)
    Notification.objects.filter(event="turn").update(seen_at=half - timedelta(minutes=20))
    send_due(half)
    assert mail.outbox == []
    assert statuses("mail")[-1] == "seen"


def test_a_challenge_that_was_taken_back_is_not_told(anna: User, bob: User, annas_address: str) -> None:
    tell_challenge(anna, bob, "no such offer", "digifeud")
    send_due(after(minutes=6))
    assert statuses("mail") == ["stale"]


def test_what_a_player_wrote_whom_anna_has_blocked_since_is_not_sent(
    match: Match, anna: User, bob: User, annas_address: str, push_service: PushService
) -> None:
    push_service.device(anna)
    challenge_to(anna, by=bob)
    say(match, bob, text="You again?")
    block(by=anna, of=bob)
    send_due(after(minutes=6))
    assert (push_service.heard, mail.outbox) == ([], [])
    assert {*Delivery.objects.values_list("event", "status")} == {("challenge", "stale"), ("message", "stale")}


@pytest.mark.parametrize("silence", [lambda anna, bob: mute(anna, bob), lambda anna, _bob: switch(anna, talks=False)])
def test_what_a_player_wrote_is_not_told_once_anna_does_not_read_it(
    match: Match, anna: User, bob: User, push_service: PushService, silence: Callable[[User, User], None]
) -> None:
    push_service.device(anna)
    say(match, bob, text="You again?")
    silence(anna, bob)
    send_due(after(minutes=6))
    assert (push_service.heard, statuses("push")) == ([], ["stale"])


def test_a_closed_account_gets_nothing(match: Match, anna: User, bob: User, push_service: PushService) -> None:
    push_service.device(anna)
    say(match, bob, text="Where are you?")
    User.objects.filter(pk=anna.pk).update(is_active=False)
    send_due(after(minutes=6))
    assert push_service.heard == []
    assert statuses("push") == ["stale"]


def test_the_end_is_told_once_and_not_to_who_resigned(
    match: Match, anna: User, bob: User, push_service: PushService
) -> None:
    for player in (anna, bob):
        push_service.device(player, player.pk)
    over = given_up(match, anna)
    run_jobs()
    tell_end(over)
    send_due(after(minutes=2))
    assert [words["body"] for words in push_service.heard] == ["Digifeud: you won!"]


@pytest.mark.django_db(transaction=True)
def test_four_processes_tell_the_end_once(match: Match, at_once: Callable[..., list[object]]) -> None:
    at_once(lambda: tell_end(match), 4)
    assert Notification.objects.filter(event="over").count() == 2


@pytest.mark.django_db(transaction=True)
def test_four_threads_send_each_once(
    anna: User, bob: User, annas_address: str, push_service: PushService, at_once: Callable[..., list[object]]
) -> None:
    push_service.device(anna)
    for _match in range(6):
        begin(anna, bob)
    notify_turns()
    later = after(minutes=31)
    with time_machine.travel(later):
        at_once(run_due, 4)
    send_due(later + timedelta(minutes=2))  # a player gets two at a time, the others a little later
    assert len(push_service.heard) == 6
    assert len(mail.outbox) == 1
    assert set(Delivery.objects.values_list("status", "tries")) == {("sent", 1)}


def test_who_dies_while_sending_loses_it_after_a_while(match: Match, annas_address: str) -> None:
    notify_turns()
    later = after(minutes=31)
    assert len(claim(["notifications.mail"], 1, LEASE, now=later)) == 1
    assert send_due(later + timedelta(minutes=4)) == 0
    assert send_due(later + timedelta(minutes=6)) == 1
    assert statuses("mail") == ["sent"]


class MailServer:
    """A mail server that may be down, and refuses some addresses."""

    def __init__(self) -> None:
        self.down = False
        self.refused: dict[str, int] = {}
        self.sent: list[str] = []

    def take(self, message: EmailMessage, *args: object, **kwargs: object) -> None:
        """Take a message, as EmailMessage.send hands it over."""
        [address] = message.to
        if self.down:
            raise SMTPServerDisconnected("gone fishing")
        if address in self.refused:
            raise SMTPRecipientsRefused({address: (self.refused[address], b"not this one")})
        self.sent.append(address)


@pytest.fixture
def mail_server(monkeypatch: pytest.MonkeyPatch) -> MailServer:
    """Yield the mail server of the site."""
    server = MailServer()
    monkeypatch.setattr(EmailMessage, "send", lambda message, *args, **kwargs: server.take(message))
    return server


def mail_of(user: User) -> Delivery:
    return Delivery.objects.get(channel="mail", user=user)


def test_what_fails_is_tried_again_each_time_later(anna: User, annas_address: str, mail_server: MailServer) -> None:
    mail_server.down = True
    send_test(anna)
    now = after(seconds=1)
    pauses = []
    for _try in range(7):
        assert send_due(now) > 0
        one = mail_of(anna)
        pauses.append((one.due_at - now).total_seconds() / 60)
        assert (one.status, one.reason, one.detail) == ("queued", "refused", "gone fishing")
        now = one.due_at
    assert pauses == [1, 2, 4, 8, 16, 32, 60]
    mail_server.down = False
    send_due(now)
    assert (mail_of(anna).status, mail_server.sent) == ("sent", [annas_address])
    assert not Job.objects.filter(kind="notifications.mail").exists()


def test_what_an_endless_outage_leaves_is_a_dead_letter_that_staff_send(
    anna: User, annas_address: str, mail_server: MailServer, caplog: pytest.LogCaptureFixture
) -> None:
    mail_server.down = True
    send_test(anna)
    began = now = after(seconds=1)
    while Job.objects.filter(kind="notifications.mail", state=Job.State.WAITING).exists():
        send_due(now)
        now = max(now, mail_of(anna).due_at)
    assert now - began > timedelta(days=1)
    assert (mail_of(anna).status, mail_of(anna).reason) == ("failed", "refused")
    assert send_due(now + timedelta(days=9)) == 0
    assert "gone fishing" not in caplog.text
    mail_server.down = False
    browser = Client()
    browser.force_login(give_factor(User.objects.create_superuser("staff", password="numbers are fun")))
    dead = Job.objects.get(state=Job.State.DEAD)
    browser.post(reverse("admin:jobs_job_changelist"), {"action": "retry_selected", "_selected_action": [dead.pk]})
    send_due()
    assert (mail_of(anna).status, mail_of(anna).reason) == ("sent", "")
    assert mail_server.sent == [annas_address]


def test_a_refused_address_harms_no_other(anna: User, bob: User, annas_address: str, mail_server: MailServer) -> None:
    EmailAddress.objects.create(user=bob, email="bob@example.org", verified=True, primary=True)
    mail_server.refused = {annas_address: 550}
    for player in (anna, bob):
        send_test(player)
    send_due(after(seconds=1))
    assert (mail_of(anna).status, mail_of(anna).reason) == ("failed", "refused")
    assert mail_of(bob).status == "sent"
    assert not Job.objects.filter(kind="notifications.mail").exists()


def test_an_address_that_is_refused_for_now_is_tried_again(
    anna: User, annas_address: str, mail_server: MailServer
) -> None:
    """Greylisting: a server refuses a sender it does not know, and takes the message a little later."""
    mail_server.refused = {annas_address: 450}
    send_test(anna)
    send_due(after(seconds=1))
    assert mail_of(anna).status == "queued"
    mail_server.refused = {}
    send_due(after(minutes=2))
    assert mail_of(anna).status == "sent"


def test_a_digest_that_fails_is_one_digest_again(
    anna: User, bob: User, carl: User, annas_address: str, mail_server: MailServer
) -> None:
    for other in (bob, carl):
        begin(anna, other)
    notify_turns()
    mail_server.down = True
    send_due(after(minutes=31))
    assert statuses("mail") == ["queued", "queued"]
    mail_server.down = False
    send_due(after(minutes=35))
    assert statuses("mail") == ["sent", "sent"]
    assert mail_server.sent == [annas_address]
    assert not Job.objects.filter(kind="notifications.mail").exists()


def test_quiet_hours_go_by_the_browsers_zone(match: Match, anna: User, annas_address: str) -> None:
    User.objects.filter(pk=anna.pk).update(last_zone="Europe/Amsterdam")
    now = datetime(2027, 1, 10, 22, 30, tzinfo=UTC)  # half past eleven in Amsterdam
    notify_turns()
    quiet(anna, "23:00", "07:00")
    Delivery.objects.update(due_at=now)
    send_due(now)
    assert Delivery.objects.get().due_at == datetime(2027, 1, 11, 6, tzinfo=UTC)


def test_quiet_hours_hold_it_back(match: Match, anna: User, annas_address: str) -> None:
    now = datetime(2027, 1, 10, 23, 30, tzinfo=timezone.get_default_timezone())
    notify_turns()
    quiet(anna, "23:00", "07:00")
    Delivery.objects.update(due_at=now)
    send_due(now)
    one = Delivery.objects.get()
    assert (one.status, one.reason, one.tries) == ("queued", "quiet", 0)
    assert one.due_at == datetime(2027, 1, 11, 7, tzinfo=timezone.get_default_timezone())
    assert send_due(one.due_at) == 1
    assert len(mail.outbox) == 1


def quiet(user: User, begin: str, end: str) -> None:
    from games.notifications.models import Preferences

    Preferences.objects.create(user=user, quiet_from=begin, quiet_to=end)


def test_a_fault_of_ours_stops_no_one_else(
    match: Match, anna: User, bob: User, annas_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    send_test(anna)
    monkeypatch.setattr(mail_channel, "_send", lambda *args: 1 / 0)
    send_test(bob)
    send_due(after(seconds=1))
    assert dict(Delivery.objects.filter(channel="mail").values_list("user__username", "reason")) == {
        "anna": "fault",
        "bob": "no-address",
    }


@pytest.mark.django_db(transaction=True)
def test_a_slow_push_service_keeps_no_match_from_ending(
    match: Match, anna: User, push_service: PushService, at_once: Callable[..., list[object]]
) -> None:
    push_service.hold = threading.Event()
    push_service.device(anna)
    send_test(anna)
    match = first_move(match)
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now())
    sending = Thread(target=at_once, args=[partial(run_due, PushChannel.queue), 1])
    sending.start()
    assert push_service.asked.wait(30)
    run_periodic_work()
    end_overdue()
    assert Match.objects.get(pk=match.pk).ending == Match.Ending.TIME
    assert push_service.heard == []
    push_service.hold.set()
    sending.join(30)
    assert not sending.is_alive()  # else it would go on in the next tests
    assert len(push_service.heard) == 1
