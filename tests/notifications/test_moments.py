"""Which notifications there are at the very moment of a limit, and what they say of each end."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine

from accounts.models import User
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play.services import end_on_time, find_match, resign
from games.notifications import partials
from games.notifications.channels import channels, push, quiet_until
from games.notifications.channels.push import payload
from games.notifications.channels.web_push import check_endpoint
from games.notifications.delivery import _digest_gaps
from games.notifications.hooks import kind_of, words_of
from games.notifications.jobs import ANSWERED
from games.notifications.kinds import Message, Over, Turn
from games.notifications.models import LONGEST_ENDPOINT, Delivery, Notification, Preferences
from games.notifications.partials import JUST_NOW
from games.notifications.services import mark_match_seen, notify, tell_message, tell_nudge
from games.notifications.views import SOON, NotificationView, is_sending
from games.rules import Seat
from tests.matches.conftest import play_on
from tests.matches.test_mirrors import begun, move
from tests.notifications.conftest import begin, look_again, notify_reminders, notify_turns

pytestmark = pytest.mark.sql
SECOND = timedelta(seconds=1)
NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)


def notice(match: Match | None, user: User, event: str, **facts: object) -> Notification:
    """Return a notification of this player, who is told of it now."""
    facts = {"made_at": NOW, **facts}
    return Notification.objects.create(user=user, event=event, match=match, game_slug="digifeud", **facts)


@pytest.mark.parametrize(
    ("columns", "annas", "bobs"),
    [
        ({"ending": Ending.RESIGNED, "winner": 1}, "you won!", "you lost."),
        ({"ending": Ending.PLAYED, "winner": 2}, "you lost.", "you won!"),
        ({"ending": Ending.PLAYED, "winner": None}, "no winner.", "no winner."),
        ({"ending": Ending.RESIGNED, "winner": 1, "voided_at": NOW}, "no winner.", "no winner."),
        ({"ending": Ending.ABORTED}, *["the match was cancelled and doesn’t count."] * 2),
    ],
)
def test_each_player_reads_how_it_ended(
    match: Match, anna: User, bob: User, columns: dict[str, object], annas: str, bobs: str
) -> None:
    Match.objects.filter(pk=match.pk).update(finished_at=NOW, **columns)
    over = find_match(match.pk)
    for player, other, words in ((anna, bob, annas), (bob, anna, bobs)):
        told = words_of(Notification(user=player, other=other, match=over, game_slug="digifeud", event=Over.key), NOW)
        assert (told.title, told.body) == (f"Your match against {other} is over", f"Digifeud: {words}")


def test_a_turn_is_told_half_a_minute_after_it_began(match: Match) -> None:
    began = match.moved_at
    assert notify_turns(began - SECOND) == 0
    assert notify_turns(began) == 1
    assert Notification.objects.get().made_at == began + ANSWERED


def test_no_reminder_comes_at_the_deadline_itself(match: Match) -> None:
    assert match.deadline_at
    assert notify_reminders(match.deadline_at) == 0
    look_again()
    assert notify_reminders(match.deadline_at - SECOND) == 1


def test_a_turn_that_is_viewed_at_the_moment_of_the_move_is_seen(match: Match, anna: User) -> None:
    with time_machine.travel(match.moved_at, tick=False):
        mark_match_seen(anna, match.pk)
    notify_turns()
    assert Notification.objects.get().seen_at == match.moved_at


def test_who_has_sealed_a_move_or_closed_the_account_is_not_told(anna: User, bob: User, carl: User) -> None:
    first, _second = begun(anna, bob)
    move(first)
    begin(carl, bob)
    User.objects.filter(pk=carl.pk).update(is_active=False)
    look_again()
    notify_turns()
    assert list(Notification.objects.values_list("user", flat=True)) == [bob.pk]
    assert notify_reminders(first.started_at + timedelta(hours=60)) == 1
    assert set(Notification.objects.values_list("user", flat=True)) == {bob.pk}


def test_a_turn_of_a_match_that_has_ended_is_told_no_more(match: Match, anna: User) -> None:
    told = notice(match, anna, Turn.key, ply=0)
    assert kind_of(Turn.key).is_current(told)
    for other in (resign(match.pk, anna), None):
        told.match = other
        assert not kind_of(Turn.key).is_current(told)


def test_a_message_without_an_author_is_still_told(match: Match, anna: User) -> None:
    assert kind_of(Message.key).is_current(notice(match, anna, Message.key))


def test_a_message_is_told_to_the_other_player_of_its_match(match: Match, anna: User, bob: User) -> None:
    for author, other in ((anna, bob), (bob, anna)):
        tell_message(match, author, 3)
        [told] = Notification.objects.filter(user=other)
        said = (told.event, told.key, told.match, told.other, told.game_slug)
        assert said == (Message.key, f"{match.pk}.3", match, author, "digifeud")


def test_a_nudge_is_told_of_this_turn_alone(match: Match, anna: User) -> None:
    for nudged_at, count in ((None, 0), (match.moved_at - SECOND, 0), (match.moved_at, 1)):
        match.nudged_at = nudged_at
        tell_nudge(match)
        assert Notification.objects.filter(event="nudge", user=anna).count() == count


def test_a_closed_account_and_a_computer_are_told_nothing(anna: User, bob: User) -> None:
    anna.is_active, bob.is_computer = False, True
    assert [notify(player, Over.key, "1") for player in (anna, bob)] == [None, None]
    assert not Notification.objects.exists()


def test_a_toast_is_for_who_is_to_move_within_half_a_minute(match: Match, anna: User, bob: User, carl: User) -> None:
    def toasts(match: Match) -> list[bool]:
        return [bool(partials._of_match(player, match.pk)) for player in (anna, bob, carl)]

    assert toasts(match) == [False, False, False]  # nothing is played
    with time_machine.travel(match.moved_at + timedelta(minutes=1), tick=False) as travel:
        moved = play_on(match, 1)
        assert toasts(moved) == [False, True, False]
        travel.shift(JUST_NOW)
        assert toasts(moved) == [False, True, False]
        travel.shift(SECOND)
        assert toasts(moved) == [False, False, False]


def test_a_toast_of_a_notification_is_for_its_player_on_other_pages(match: Match, anna: User, bob: User) -> None:
    told = notice(match, anna, Over.key, other=bob)
    shown = partials._of_notification(anna, told.pk, None)
    assert shown
    assert "bob" in str(shown["text"])
    for player, key, displayed in ((bob, told.pk, None), (anna, None, None), (anna, told.pk + 1, None)):
        assert partials._of_notification(player, key, displayed) is None
    assert partials._of_notification(anna, told.pk, match.pk) is None
    assert Notification.objects.get().seen_at


def test_a_payload_lists_as_many_matches_as_it_has_room_for(
    match: Match, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "MOST_MATCHES", 2)
    told = notice(match, anna, Turn.key, ply=0, other=bob)
    for number, keys in ((2, 2), (3, None)):
        begin(anna, bob)
        sent = payload(told, NOW)
        listed = sent.get("matches")
        assert (sent["waiting"], listed and len(listed)) == (number, keys)


def test_quiet_hours_need_two_hours_that_differ(anna: User) -> None:
    def ends(begin: time | None, end: time | None) -> datetime | None:
        return quiet_until(anna, Preferences(user=anna, quiet_from=begin, quiet_to=end), NOW)

    noon, one = time(12), time(13)
    assert [ends(noon, None), ends(None, one), ends(noon, noon), ends(time(11), noon)] == [None] * 4
    assert ends(noon, one) == NOW + timedelta(hours=1)


def test_an_endpoint_is_as_long_as_its_column(db: None) -> None:
    address = "https://push.example.com/"
    check_endpoint(address.ljust(LONGEST_ENDPOINT, "x"))


def test_the_list_says_how_long_ago_from_a_minute_on(match: Match, anna: User, bob: User) -> None:
    told = notice(match, anna, Over.key, made_at=NOW, other=bob)
    for seconds, words in ((0, "now"), (59, "now"), (60, "1\xa0minute"), (3_700, "1\xa0hour")):
        assert NotificationView(told, NOW + seconds * SECOND).ago == words


def test_the_page_looks_again_only_for_what_is_sent_within_a_minute(match: Match, anna: User, bob: User) -> None:
    told = notice(match, anna, Over.key, other=bob)
    sent = Delivery.objects.create(notification=told, user=anna, event=Over.key, channel="mail", due_at=NOW + SOON)
    for moment, status, looks in (
        (NOW, "queued", False),
        (NOW + SECOND, "queued", True),
        (NOW + SECOND, "sent", False),
    ):
        Delivery.objects.filter(pk=sent.pk).update(status=status)
        assert is_sending([NotificationView(Notification.objects.get(), moment)], moment) is looks


def test_who_was_here_at_the_moment_of_the_last_mail_waits_for_the_next(match: Match, anna: User) -> None:
    mail = next(channel for channel in channels().values() if channel.name == "mail")
    told = notice(match, anna, Turn.key, ply=0)
    Delivery.objects.create(
        notification=told, user=anna, event=Turn.key, channel="mail", due_at=NOW, ended_at=NOW, status="sent"
    )
    for seen_at, waits in ((None, True), (NOW - SECOND, True), (NOW, True), (NOW + SECOND, False)):
        User.objects.filter(pk=anna.pk).update(seen_at=seen_at)
        assert _digest_gaps(mail, {anna.pk}) == ({anna.pk: NOW + mail.digest_gap} if waits else {})


def test_the_end_by_time_is_told_to_who_lost_too(match: Match, anna: User, bob: User) -> None:
    match = play_on(match, 2)
    assert end_on_time(match, match.moved_at + timedelta(days=30))
    over = find_match(match.pk)
    assert (over.winner, over.ended) == (Seat.SECOND, Ending.TIME)
    told = words_of(notice(over, anna, Over.key, other=bob), NOW)
    assert told.body == "Digifeud: you lost."
