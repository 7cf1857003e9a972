"""Which rows each action and list means: those beside, which differ in a column that counts, stay as they are."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import signing

from core import clock
from games.matches.models import Match
from games.notifications import services
from games.notifications.channels import mail, push
from games.notifications.kinds import Message, Reminder
from games.notifications.models import Delivery, Device, Notification, Preferences
from games.notifications.turns import count_waiting, waiting_turns
from games.rules import Seat
from tests.alike import finds, one, reaches, touches

pytestmark = pytest.mark.django_db
OLD = timedelta(days=500)


def test_seeing() -> None:
    told = one(Notification)
    touches(told, lambda row: services.see(row.user, row.event), "event seen_at user")
    reaches(told, lambda row: services.see(told.user, told.event, [row.pk]), "event seen_at user")
    reaches(told, lambda row: services.see_all([row.pk], told.user), "seen_at user")
    reaches(told, lambda row: services.see_all([row.pk]), "seen_at")
    of_match = one(Notification, match=one(Match))
    touches(of_match, lambda row: services.mark_match_seen(row.user, str(row.match_id)), "match seen_at user")


def test_a_message_is_told_of_once_until_it_was_seen() -> None:
    match = one(Match)
    told = one(Notification, user=match.second, match=match, event=Message.key)

    def is_known(row: Notification) -> bool:
        before = Notification.objects.count()
        services.tell_message(match, match.first, 7)
        return Notification.objects.count() == before

    Notification.objects.filter(pk=told.pk).update(key=f"{match.pk}.6")
    told.refresh_from_db()
    assert is_known(told)
    finds(told, is_known, "event match seen_at user")


def test_old_ones() -> None:
    told = one(Notification, made_at=clock.now() - OLD)
    touches(told, lambda row: services.delete_old(), "made_at")


def test_what_a_closed_account_leaves() -> None:
    touches(one(Notification), lambda row: services.forget_all(row.user), "user")
    touches(one(Device), lambda row: services.forget_all(row.user), "user")
    touches(one(Preferences), lambda row: services.forget_all(row.user), "user")


def test_browsers() -> None:
    device = one(Device)
    touches(device, lambda row: services.forget_devices(row.user_id), "user")
    touches(device, lambda row: services.forget_devices_of_session(row.user_id, row.session), "session user")
    reaches(device, lambda row: push.drop_device(device.user, row.pk), "user")
    reaches(device, lambda row: push._count_refusal(row) and None, "")
    touches(device, lambda row: push.PushChannel().settings(row.user)["devices"], "user")


def test_mail() -> None:
    address = one(EmailAddress, verified=True)
    finds(address, lambda row: mail.address_of(row.user), "user verified")
    later = one(EmailAddress, user=address.user, verified=True)
    assert mail.address_of(address.user) == address.email
    EmailAddress.objects.filter(pk=later.pk).update(primary=True)
    assert mail.address_of(address.user) == later.email
    later.delete()
    finds(address, lambda row: mail.MailChannel().destinations([row.user_id]), "user verified")
    delivery = one(Delivery, channel="mail")
    touches(delivery, lambda row: mail.stop_mail(row.user), "channel status user")
    token = signing.dumps(delivery.user_id, salt=mail.SALT)
    assert mail.player_of_token(token) == delivery.user


def test_a_reminder_is_for_who_has_not_looked() -> None:
    match = one(Match)
    seen = one(Notification, user=match.first, match=match, seen_at=clock.now())
    reminder = one(Notification, user=match.first, match=match, event=Reminder.key)
    finds(seen, lambda row: Reminder().was_seen(reminder, clock.now()), "match seen_at user")


def test_waiting_turns() -> None:
    match = one(Match, game_slug="summy")
    columns = "finished_at first game_slug sealed_move to_move"
    touches(match, lambda row: waiting_turns(row.first), columns)
    finds(match, lambda row: count_waiting(row.first), columns)
    match = one(Match, game_slug="summy", to_move=Seat.SECOND)
    touches(match, lambda row: waiting_turns(row.second), "finished_at game_slug sealed_move second to_move")
