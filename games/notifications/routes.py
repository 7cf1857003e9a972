"""Routing: the deliveries of notifications, and how long each waits in case the player sees it anyway."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Max

from games.notifications.channel import Channel, Place
from games.notifications.models import Delivery, Event, Notification
from games.notifications.preferences import preferences_of_all, wants
from games.notifications.registry import channels


def deliveries_of(notifications: Sequence[Notification]) -> list[Delivery]:
    """Return the unsaved deliveries of new notifications, with the same queries for any number of them.

    A test uses every channel, whatever the preferences.
    """
    preferences = preferences_of_all({notification.user_id for notification in notifications})
    made: list[Delivery] = []
    for channel in channels().values():
        wanted = [
            notification
            for notification in notifications
            if notification.event == Event.TEST
            or (wants(preferences[notification.user_id], notification.event, channel) and channel.suits(notification))
        ]
        if wanted and channel.queue:
            made += _deliveries_by(channel, wanted)
    return made


def substitutes_of(delivery: Delivery, now: datetime) -> list[Delivery]:
    """Return unsaved deliveries by the substitute of a channel whose last place for a notification is gone."""
    channel = channels().get(channels()[delivery.channel].substitute)
    others = delivery.notification.deliveries.exclude(pk=delivery.pk)
    under_way = [Delivery.Status.QUEUED, Delivery.Status.SENDING, Delivery.Status.SENT]
    if channel is None or others.filter(channel=channel.name).exists() or others.filter(status__in=under_way).exists():
        return []
    if not channel.is_allowed(preferences_of_all([delivery.user_id])[delivery.user_id]):
        return []
    places = channel.places([delivery.user_id]).get(delivery.user_id, [])
    return [_delivery(channel, delivery.notification, place, now) for place in places]


def _deliveries_by(channel: Channel, notifications: Sequence[Notification]) -> list[Delivery]:
    players = {notification.user_id for notification in notifications}
    places = channel.places(players)
    gaps = (
        _digest_gaps(channel, players)
        if any(notification.event in channel.digests for notification in notifications)
        else {}
    )
    return [
        _delivery(channel, notification, place, _due(channel, notification, gaps))
        for notification in notifications
        for place in places.get(notification.user_id, [Place()] if notification.event == Event.TEST else [])
    ]


def _delivery(channel: Channel, notification: Notification, place: Place, due_at: datetime) -> Delivery:
    """Return a delivery; one of a notification that was seen at once is over."""
    return Delivery(
        notification=notification,
        user_id=notification.user_id,
        event=notification.event,
        channel=channel.name,
        device=place.device,
        place=place.name,
        due_at=due_at,
        status=Delivery.Status.SEEN if notification.seen_at else Delivery.Status.QUEUED,
        ended_at=notification.seen_at,
    )


def _due(channel: Channel, notification: Notification, gaps: Mapping[int, datetime]) -> datetime:
    """Return when it is due: so long after the event, and after the player's last digest."""
    delay = channel.delays.get(Event(notification.event))
    due = notification.made_at
    if delay:
        match = notification.match if notification.event == Event.TURN else None
        due = max(due, (match.moved_at if match else due) + delay)
    if notification.event in channel.digests and notification.user_id in gaps:
        due = max(due, gaps[notification.user_id])
    return due


def _digest_gaps(channel: Channel, players: set[int]) -> dict[int, datetime]:
    """Return until when players get no further digest, as they have not visited the site since the last one."""
    sent = Delivery.objects.filter(
        user__in=players, event__in=channel.digests, channel=channel.name, status=Delivery.Status.SENT
    )
    last = sent.values_list("user", "user__seen_at").annotate(Max("ended_at")).order_by()
    return {user: ended + channel.digest_gap for user, seen, ended in last if seen is None or seen <= ended}
