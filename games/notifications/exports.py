"""A player's notifications in the data export."""

from __future__ import annotations

from django.utils import timezone

from accounts.models import User
from games.notifications.models import Delivery, Device, Notification
from games.notifications.preferences import preferences_of
from games.notifications.wording import words_of


def notices_of(player: User) -> dict[str, object]:
    """Return preferences, devices and notifications, without the keys of devices."""
    preferences = preferences_of(player)
    told = Notification.objects.filter(user=player).select_related("user", "other", "match").order_by("made_at")
    return {
        "off": preferences.off,
        "no_mail": preferences.no_mail,
        "quiet_from": preferences.quiet_from,
        "quiet_to": preferences.quiet_to,
        "devices": list(Device.objects.filter(user=player).values("name", "made_at")),
        "notices": [_record(notice) for notice in told.prefetch_related("deliveries")],
    }


def _record(notice: Notification) -> dict[str, object]:
    return {
        "event": notice.event,
        "text": words_of(notice, timezone.now()).title,
        "match": notice.match_id,
        "made_at": notice.made_at,
        "seen_at": notice.seen_at,
        "ways": [_way(delivery) for delivery in notice.deliveries.all()],
    }


def _way(delivery: Delivery) -> dict[str, object]:
    plain = ("channel", "place", "status", "reason", "ended_at")
    return {name: getattr(delivery, name) for name in plain}
