"""A notice with what became of it, as its player reads it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import cached_property

from games.notifications.errors import REASONS
from games.notifications.models import Delivery, Event, Notification
from games.notifications.wording import Words, words_of

SOON = timedelta(minutes=1)
UNDER_WAY = (Delivery.Status.QUEUED, Delivery.Status.SENDING)


@dataclass(frozen=True)
class Fate:
    """What became of it by one way."""

    delivery: Delivery

    @property
    def reason(self) -> str:
        """Why it failed, or why it waits."""
        return str(REASONS.get(self.delivery.reason, ""))

    @property
    def mood(self) -> str:
        """good, bad or nothing special: the colour of its badge."""
        return {Delivery.Status.SENT: "good", Delivery.Status.FAILED: "danger"}.get(
            Delivery.Status(self.delivery.status), ""
        )

    @property
    def waits(self) -> bool:
        """Whether it is still to be sent."""
        return self.delivery.status in UNDER_WAY


class Told:
    """One notice and its fates."""

    def __init__(self, notice: Notification, now: datetime) -> None:
        """The notice, with its deliveries fetched, as it reads at this moment."""
        self.notice = notice
        self.now = now

    @property
    def words(self) -> Words:
        """What it says; of time left only as long as that is true."""
        return words_of(self.notice, self.notice.made_at if self.notice.event == Event.REMINDER else self.now)

    @cached_property
    def fates(self) -> list[Fate]:
        """What became of it, way by way."""
        return [Fate(delivery) for delivery in sorted(self.notice.deliveries.all(), key=lambda one: one.pk)]


def in_motion(told: Iterable[Told], now: datetime) -> bool:
    """Whether something of it is about to be sent, so that it is worth to look again in a moment."""
    return any(fate.waits and fate.delivery.due_at < now + SOON for one in told for fate in one.fates)
