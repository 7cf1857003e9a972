"""Web push: send a notification through the push service of a browser."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from accounts.hooks import JsonObject
from accounts.models import User
from accounts.prepared import PreparedRows
from games.jobs.hooks import Queue
from games.notifications.channels.base import Channel, Place
from games.notifications.channels.push import vapid, views
from games.notifications.models import Delivery, Device, Event, Notification
from games.notifications.turns import waiting_turns
from games.notifications.wording import words_of

URGENT = {Event.REMINDER, Event.CHALLENGE, Event.TURN}
A_MOMENT = timedelta(seconds=30)  # a page that is open says within 20 seconds that it shows the match


class PushChannel(Channel):
    """Web push to every browser in which the player turned it on."""

    name = "push"
    label = _("Push")
    reasons = {
        "gone": _("push no longer works in this browser; turn it on there again"),
        "no-device": _("push is not turned on in any of your browsers"),
        "forbidden": _("we may not send to this address"),
    }
    delays = {
        Event.TURN: A_MOMENT,
        Event.CHALLENGE: A_MOMENT,
        Event.OVER: 2 * A_MOMENT,
        Event.MESSAGE: A_MOMENT,
    }
    queue = Queue("push", batch=4, lease=timedelta(minutes=5), threads=4)  # a batch takes 80 seconds at most
    most_tries = 8  # over two hours
    substitute = "mail"

    def places(self, players: Collection[int]) -> Mapping[int, Sequence[Place]]:
        """Return the browsers of each player."""
        found: dict[int, list[Place]] = {}
        for device in Device.objects.filter(user__in=players).order_by("pk"):
            found.setdefault(device.user_id, []).append(Place(device.name, device))
        return found

    def send(self, deliveries: Sequence[Delivery], now: datetime) -> None:
        """Send each notification to its browser; raises Gone for an ended subscription, or another DeliveryFailure."""
        from games.notifications.channels.push.sending import send  # a fifth of the time to load the whole site

        for delivery in deliveries:
            notification = delivery.notification
            send(delivery.device, payload(notification, now), urgent=notification.event in URGENT)

    def forget(self, delivery: Delivery) -> None:
        """Delete an expired subscription."""
        if delivery.device:
            delivery.device.delete()

    def settings(self, player: User) -> Mapping[str, object]:
        """Return the player's browsers, and the public key with which a browser subscribes."""
        return {"devices": _devices(player.pk), "push_key": vapid.public_key()}

    def urlpatterns(self) -> list[URLPattern]:
        """Return the addresses that add and remove a browser."""
        return [
            path("devices/", views.devices, name="devices"),
            path("devices/<int:device_id>/drop/", views.drop, name="drop"),
        ]


_devices = PreparedRows(lambda user: Device.objects.filter(user=user).order_by("pk"), int)


def payload(notification: Notification, now: datetime) -> JsonObject:
    """Return the payload for the service worker."""
    words = words_of(notification, now)
    return {
        "title": words.title,
        "body": words.body,
        "path": words.path,
        "tag": notification.match_id or f"{notification.event}-{notification.pk}",
        "waiting": waiting_turns(notification.user).count(),
    }
