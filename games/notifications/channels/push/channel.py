"""Web push: send a notification through the push service of a browser."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import F
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from accounts.hooks import JsonObject
from accounts.models import User
from core.db.prepared import PreparedRows
from games.jobs.hooks import Queue
from games.notifications.channel import Channel, Place

# `vapid` is imported for its system checks.
from games.notifications.channels.push import vapid, views  # noqa: F401
from games.notifications.channels.push.sending import send
from games.notifications.errors import Gone, RefusedPlace
from games.notifications.hooks import kind_of, words_of
from games.notifications.models import Delivery, Device, Notification
from games.notifications.turns import waiting_turns

MOST_REFUSALS = 3  # in a row, after which a browser counts as gone
MOST_MATCHES = 100  # that a payload lists, which has 4 KB at most


class PushChannel(Channel):
    """Web push to every browser in which the player turned it on."""

    name = "push"
    label = _("Push")
    reasons = {
        "gone": _("push no longer works in this browser; turn it on there again"),
        "no-device": _("push is not turned on in any of your browsers"),
        "forbidden": _("we may not send to this address"),
    }
    queue = Queue("push", batch=4, lease=timedelta(minutes=5), threads=4)  # a batch takes 80 seconds at most
    most_tries = 8  # over two hours
    substitute = "mail"

    def places(self, players: Collection[int]) -> Mapping[int, Sequence[Place]]:
        """Return the browsers of each player."""
        by_player: dict[int, list[Place]] = {}
        for device in Device.objects.filter(user__in=players).order_by("pk"):
            by_player.setdefault(device.user_id, []).append(Place(device.name, device))
        return by_player

    def send(self, deliveries: Sequence[Delivery], now: datetime) -> None:
        """Send each notification to its browser; raises Gone for an ended subscription, or another DeliveryFailure."""
        for delivery in deliveries:
            notification, device = delivery.notification, delivery.device
            kind = kind_of(notification.event)
            stays = {"stays": int(kind.stays.total_seconds())} if kind.stays else {}
            try:
                send(device, payload(notification, now), urgent=kind.is_urgent, **stays)
            except RefusedPlace:
                if device and _count_refusal(device) >= MOST_REFUSALS:
                    raise Gone from None
                raise
            if device and device.refusals:
                Device.objects.filter(pk=device.pk).update(refusals=0)

    def forget(self, delivery: Delivery) -> None:
        """Delete an expired subscription."""
        if delivery.device:
            delivery.device.delete()

    def settings(self, player: User) -> Mapping[str, object]:
        """Return the player's browsers."""
        return {"devices": _devices(player.pk)}

    def urlpatterns(self) -> list[URLPattern]:
        """Return the addresses that add and remove a browser."""
        return [
            path("devices/", views.devices, name="devices"),
            path("devices/<int:device_id>/drop/", views.drop, name="drop"),
        ]


def _count_refusal(device: Device) -> int:
    """Count a refusal by the push service of this browser; return how many there were since the last success."""
    Device.objects.filter(pk=device.pk).update(refusals=F("refusals") + 1)
    return Device.objects.filter(pk=device.pk).values_list("refusals", flat=True).first() or 0


_devices = PreparedRows(lambda user: Device.objects.filter(user=user).order_by("pk"), int)


def payload(notification: Notification, now: datetime) -> JsonObject:
    """Return the payload for the service worker, with the matches that wait: it closes what is about others."""
    words = words_of(notification, now)
    matches = list(waiting_turns(notification.user).values_list("pk", flat=True))
    return {
        "title": words.title,
        "body": words.body,
        "path": words.path,
        "tag": notification.match_id or f"{notification.event}-{notification.pk}",
        "turn": kind_of(notification.event).is_of_turn,
        "waiting": len(matches),
        **({"matches": matches} if len(matches) <= MOST_MATCHES else {}),
    }
