"""A player's notifications in the data export."""

from __future__ import annotations

from accounts.models import User
from core import clock
from core.web import rows_of
from games.notifications.channels import preferences_of
from games.notifications.hooks import words_of
from games.notifications.models import Delivery, Device, Notification


def notifications_of(player: User) -> dict[str, object]:
    """Return preferences, devices and notifications, without the keys of devices."""
    preferences = preferences_of(player)
    rows = Notification.objects.filter(user=player).select_related("user", "other", "match").order_by("made_at")
    return {
        "off": preferences.off,
        "no_mail": preferences.no_mail,
        "quiet_from": preferences.quiet_from,
        "quiet_to": preferences.quiet_to,
        "devices": list(Device.objects.filter(user=player).values("name", "made_at")),
        "notifications": map(_record, rows_of(rows.prefetch_related("deliveries"))),
    }


def _record(notification: Notification) -> dict[str, object]:
    return {
        "event": notification.event,
        "text": words_of(notification, clock.now()).title,
        "match": notification.match_id,
        "made_at": notification.made_at,
        "seen_at": notification.seen_at,
        "ways": [_way(delivery) for delivery in notification.deliveries.all()],
    }


def _way(delivery: Delivery) -> dict[str, object]:
    plain = ("channel", "place", "status", "reason", "ended_at")
    return {name: getattr(delivery, name) for name in plain}
