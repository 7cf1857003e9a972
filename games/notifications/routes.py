"""Routing: the deliveries of notifications, and how long each waits in case the player sees it anyway."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Max

from games.notifications.channels.base import Channel, Place
from games.notifications.channels.registry import channels
from games.notifications.models import Delivery, Event, Notification
from games.notifications.preferences import preferences_of_all, wants


def deliveries_of(notices: Sequence[Notification]) -> list[Delivery]:
    """Return the unsaved deliveries of new notifications, with the same queries for any number of them.

    A test uses every channel, whatever the preferences.
    """
    preferences = preferences_of_all({notice.user_id for notice in notices})
    made: list[Delivery] = []
    for channel in channels().values():
        wanted = [
            notice
            for notice in notices
            if notice.event == Event.TEST
            or (wants(preferences[notice.user_id], notice.event, channel) and channel.suits(notice))
        ]
        if wanted and channel.queue:
            made += _deliveries_by(channel, wanted)
    return made


def substitutes_of(delivery: Delivery, now: datetime) -> list[Delivery]:
    """Return unsaved deliveries by the substitute of a channel whose last place for a notification is gone."""
    channel = channels().get(channels()[delivery.channel].substitute)
    others = delivery.notice.deliveries.exclude(pk=delivery.pk)
    under_way = [Delivery.Status.QUEUED, Delivery.Status.SENDING, Delivery.Status.SENT]
    if channel is None or others.filter(channel=channel.name).exists() or others.filter(status__in=under_way).exists():
        return []
    if not channel.is_allowed(preferences_of_all([delivery.user_id])[delivery.user_id]):
        return []
    places = channel.places([delivery.user_id]).get(delivery.user_id, [])
    return [_delivery(channel, delivery.notice, place, now) for place in places]


def _deliveries_by(channel: Channel, notices: Sequence[Notification]) -> list[Delivery]:
    players = {notice.user_id for notice in notices}
    places = channel.places(players)
    gaps = _digest_gaps(channel, players) if any(notice.event in channel.digests for notice in notices) else {}
    return [
        _delivery(channel, notice, place, _due(channel, notice, gaps))
        for notice in notices
        for place in places.get(notice.user_id, [Place()] if notice.event == Event.TEST else [])
    ]


def _delivery(channel: Channel, notice: Notification, place: Place, due_at: datetime) -> Delivery:
    """Return a delivery; one of a notification that was seen at once is over."""
    return Delivery(
        notice=notice,
        user_id=notice.user_id,
        event=notice.event,
        channel=channel.name,
        device=place.device,
        place=place.name,
        due_at=due_at,
        status=Delivery.Status.SEEN if notice.seen_at else Delivery.Status.QUEUED,
        ended_at=notice.seen_at,
    )


def _due(channel: Channel, notice: Notification, gaps: Mapping[int, datetime]) -> datetime:
    """Return when it is due: so long after the event, and after the player's last digest."""
    delay = channel.delays.get(Event(notice.event))
    due = notice.made_at
    if delay:
        moment = notice.match.moved_at if notice.event == Event.TURN and notice.match else notice.made_at
        due = max(due, moment + delay)
    if notice.event in channel.digests and notice.user_id in gaps:
        due = max(due, gaps[notice.user_id])
    return due


def _digest_gaps(channel: Channel, players: set[int]) -> dict[int, datetime]:
    """Return until when players get no further digest, as they have not visited the site since the last one."""
    sent = Delivery.objects.filter(
        user__in=players, event__in=channel.digests, channel=channel.name, status=Delivery.Status.SENT
    )
    last = sent.values_list("user", "user__seen_at").annotate(Max("ended_at")).order_by()
    return {user: ended + channel.digest_gap for user, seen, ended in last if seen is None or seen <= ended}
