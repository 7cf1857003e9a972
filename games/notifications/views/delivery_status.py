"""View models of notifications with the status of their deliveries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import cached_property

from games.notifications.channel import label_of, reason_of
from games.notifications.hooks import Words, kind_of, words_of
from games.notifications.models import Delivery, Notification

SOON = timedelta(minutes=1)
UNDER_WAY = (Delivery.Status.QUEUED, Delivery.Status.SENDING)


@dataclass(frozen=True)
class DeliveryView:
    """The status of one delivery."""

    delivery: Delivery

    @property
    def reason(self) -> str:
        """Return why it failed or waits."""
        return str(reason_of(self.delivery.reason))

    @property
    def channel(self) -> str:
        """Return the name of its channel."""
        return str(label_of(self.delivery.channel))

    @property
    def badge(self) -> str:
        """Return the colour of its badge: good, danger or none."""
        return {Delivery.Status.SENT: "good", Delivery.Status.FAILED: "danger"}.get(
            Delivery.Status(self.delivery.status), ""
        )

    @property
    def waits(self) -> bool:
        """Return whether it is still to be sent."""
        return self.delivery.status in UNDER_WAY


class NotificationView:
    """A notification with the status of its deliveries."""

    def __init__(self, notification: Notification, now: datetime) -> None:
        """Take a notification with prefetched deliveries, as it reads at this moment."""
        self.notification = notification
        self.now = now

    @property
    def words(self) -> Words:
        """Return its text; that of a reminder states the time that remained when it was created."""
        return words_of(self.notification, kind_of(self.notification.event).shown_as_of(self.notification, self.now))

    @cached_property
    def deliveries(self) -> list[DeliveryView]:
        """Return the status of each delivery."""
        return [
            DeliveryView(delivery) for delivery in sorted(self.notification.deliveries.all(), key=lambda one: one.pk)
        ]


def is_sending(shown: Iterable[NotificationView], now: datetime) -> bool:
    """Return whether any delivery is about to be sent, so that the page should refresh soon."""
    return any(
        one.waits and one.delivery.due_at < now + SOON for notification in shown for one in notification.deliveries
    )


def is_told(shown: NotificationView) -> bool:
    """Return whether nothing of it is still to be sent, so that the list is where the player sees it."""
    return kind_of(shown.notification.event).is_chosen and not any(one.waits for one in shown.deliveries)
