"""Routing: the channels of a notification, and how long each waits in case the player sees it anyway."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress

from accounts.models import User
from games.notifications.models import Channel, Delivery, Device, Event, Notification, Preferences

HALF_AN_HOUR = timedelta(minutes=30)
A_MOMENT = timedelta(seconds=30)  # a page that is open says within 20 seconds that it shows the match
AT_ONCE = timedelta(0)
DIGEST_GAP = timedelta(hours=4)  # between two mails about turns to a player who has not visited the site

WAITS = {
    Channel.PUSH: {
        Event.TURN: A_MOMENT,
        Event.CHALLENGE: A_MOMENT,
        Event.OVER: 2 * A_MOMENT,
        Event.MESSAGE: A_MOMENT,
    },
    Channel.MAIL: {
        Event.TURN: HALF_AN_HOUR,
        Event.CHALLENGE: timedelta(minutes=5),
        Event.OVER: HALF_AN_HOUR,
        Event.MESSAGE: HALF_AN_HOUR,
    },
}


def preferences_of(player: User) -> Preferences:
    """Return the player's preferences, or the defaults."""
    return Preferences.objects.filter(user=player).first() or Preferences(user=player)


def address_of(player: User) -> str:
    """Return the player's verified e-mail address; empty if there is none."""
    confirmed = EmailAddress.objects.filter(user=player, verified=True).order_by("-primary", "pk").first()
    return confirmed.email if confirmed else ""


def deliveries_of(notice: Notification) -> Iterator[Delivery]:
    """Yield the unsaved deliveries of a new notification. A test uses every channel, whatever the preferences."""
    preferences = preferences_of(notice.user)
    test = notice.event == Event.TEST
    if test or preferences.want(notice.event, Channel.PUSH):
        devices: list[Device | None] = [*Device.objects.filter(user=notice.user).order_by("pk")]
        for device in devices or [None] * test:
            yield by_push(notice, device)
    live = notice.match is not None and notice.match.is_live
    if test or (not live and preferences.want(notice.event, Channel.MAIL) and address_of(notice.user)):
        yield by_mail(notice, _mail_is_due(notice))


def by_push(notice: Notification, device: Device | None) -> Delivery:
    """Return the delivery to one device; without a device it will fail and say so."""
    due = notice.made_at + WAITS[Channel.PUSH].get(Event(notice.event), AT_ONCE)
    name = device.name if device else ""
    return _delivery(notice, Channel.PUSH, due, device=device, place=name)


def by_mail(notice: Notification, due: datetime) -> Delivery:
    """Return the delivery by e-mail."""
    return _delivery(notice, Channel.MAIL, due)


def _delivery(notice: Notification, channel: Channel, due: datetime, **more: object) -> Delivery:
    return Delivery(notice=notice, user=notice.user, event=notice.event, channel=channel, due_at=due, **more)


def _mail_is_due(notice: Notification) -> datetime:
    due = notice.made_at + WAITS[Channel.MAIL].get(Event(notice.event), AT_ONCE)
    if notice.event != Event.TURN:
        return due
    mails = Delivery.objects.filter(
        user=notice.user, event=Event.TURN, channel=Channel.MAIL, status=Delivery.Status.SENT
    )
    last = mails.order_by("-ended_at").values_list("ended_at", flat=True).first()
    if last is None or (notice.user.seen_at and notice.user.seen_at > last):
        return due
    return max(due, last + DIGEST_GAP)
